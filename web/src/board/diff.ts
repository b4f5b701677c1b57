import type { Cell, Point } from './types.ts';

/** What happens to a piece between two positions. Cells are indices into the board. */
export type Change =
  | { kind: 'slide'; from: number; to: number; piece: string }
  | { kind: 'appear'; at: number; piece: string }
  | { kind: 'turn'; at: number; was: string; piece: string }
  | { kind: 'vanish'; at: number; was: string };

/**
 * The changes that lead from one position to the next. The move's path says best which piece went where;
 * pieces that moved without being touched are matched with the nearest place where the same piece is new.
 */
export function changes(cells: readonly Cell[], before: string, after: string, path: readonly string[]): Change[] {
  const slides = slidesAlong(path.map((name) => cells.findIndex((cell) => cell.name === name)), before, after);
  const left = new Set(slides.map((slide) => slide.from));
  const reached = new Set(slides.map((slide) => slide.to));
  for (const slide of slidesOfTheRest(cells, before, after, left, reached)) {
    slides.push(slide);
    left.add(slide.from);
    reached.add(slide.to);
  }
  return [...slides, ...standing(before, after, left, reached)];
}

export function isPiece(letter: string | undefined): letter is string {
  return letter !== undefined && letter !== '.' && letter !== '-';
}

type Slide = Extract<Change, { kind: 'slide' }>;

function slidesAlong(path: number[], before: string, after: string): Slide[] {
  const slides: Slide[] = [];
  for (let i = 1; i < path.length; i++) {
    const from = path[i - 1]!;
    const to = path[i]!;
    const piece = after[to];
    const moved = isPiece(before[from]) && before[from] !== after[from];
    if (moved && isPiece(piece) && piece !== before[to] && sameOwner(before[from]!, piece)) {
      slides.push({ kind: 'slide', from, to, piece });
    }
  }
  return slides;
}

function slidesOfTheRest(
  cells: readonly Cell[], before: string, after: string, left: Set<number>, reached: Set<number>,
): Slide[] {
  const gone = indices(before, (i) => isPiece(before[i]) && !isPiece(after[i]) && !left.has(i));
  const arrived = indices(after, (i) => isPiece(after[i]) && !isPiece(before[i]) && !reached.has(i));
  const pairs = gone
    .flatMap((from) => arrived.filter((to) => after[to] === before[from]).map((to) => ({ from, to })))
    .map((pair) => ({ ...pair, distance: distance(cells[pair.from]!.centre, cells[pair.to]!.centre) }))
    .sort((a, b) => a.distance - b.distance);
  const slides: Slide[] = [];
  for (const { from, to } of pairs) {
    if (slides.some((slide) => slide.from === from || slide.to === to)) continue;
    slides.push({ kind: 'slide', from, to, piece: after[to]! });
  }
  return slides;
}

/** The changes on cells from which or to which nothing slid, and the captured pieces under what slid. */
function standing(before: string, after: string, left: Set<number>, reached: Set<number>): Change[] {
  const found: Change[] = [];
  for (const at of indices(before, (i) => before[i] !== after[i])) {
    const was = left.has(at) ? '.' : before[at]!;
    const piece = reached.has(at) ? '.' : after[at]!;
    if (isPiece(was) && isPiece(piece)) found.push({ kind: 'turn', at, was, piece });
    else if (isPiece(was)) found.push({ kind: 'vanish', at, was });
    else if (isPiece(piece)) found.push({ kind: 'appear', at, piece });
  }
  return found;
}

function indices(text: string, wanted: (i: number) => boolean): number[] {
  return [...text].map((_, i) => i).filter(wanted);
}

function sameOwner(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}
