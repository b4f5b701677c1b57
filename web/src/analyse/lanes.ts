/** Where each of some marks goes, beside or below those before it: the first lane in which it covers no other. */
export function lanesOf(centres: readonly number[], width: number): number[] {
  const ends: number[] = [];
  return centres.map((centre) => {
    const lane = ends.findIndex((end) => centre - width / 2 >= end);
    const found = lane < 0 ? ends.length : lane;
    ends[found] = centre + width / 2;
    return found;
  });
}
