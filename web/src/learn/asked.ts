/** Moves that the reader is asked for, and those that were played. */
export type Asked =
  | { state: 'free' }
  | { state: 'ask'; move: string; last: string | undefined }
  | { state: 'done'; last: string }
  | { state: 'other'; move: string; wanted: string };

/** Where the first moves are all that were asked for, what is next; otherwise the first that was another. */
export function compare(wanted: readonly string[], played: readonly string[]): Asked {
  const other = played.findIndex((move, i) => i < wanted.length && move !== wanted[i]);
  if (other >= 0) return { state: 'other', move: played[other]!, wanted: wanted[other]! };
  const next = wanted[played.length];
  if (next !== undefined) return { state: 'ask', move: next, last: played.at(-1) };
  const last = wanted.at(-1);
  return last !== undefined && played.length === wanted.length ? { state: 'done', last } : { state: 'free' };
}
