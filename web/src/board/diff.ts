import type { Cell, Point } from './types.ts';

/** What happens to a piece between two positions. Cells are indices into the board. */
export type Change =
  | { kind: 'slide'; from: number; to: number; piece: string }
  | { kind: 'appear'; at: number; piece: string }
  | { kind: 'turn'; at: number; was: string; piece: string }
  /** Towards is the way out of a piece that is pushed over the board's edge. */
  | { kind: 'vanish'; at: number; was: string; towards?: Point };

/** What a move does, cause before effect; the changes of each part happen at once. */
export interface Effect {
  /** The piece that a hand moves or sets down. */
  first: Change[];
  /** All that it sets off. */
  then: Change[];
}

type Slide = Extract<Change, { kind: 'slide' }>;

/**
 * What leads from one position to the next. The move's path says which piece a hand has moved, and to where. What it has
 * set off is sought first on the straight lines through that cell, where pieces keep their order, and then matched with
 * the nearest place where the same piece is new.
 */
export function effect(cells: readonly Cell[], before: string, after: string, path: readonly string[]): Effect {
  const steps = path.map((name) => cells.findIndex((cell) => cell.name === name)).filter((at) => at >= 0);
  const moved = slidesAlong(steps, before, after);
  const origin = moved.at(-1)?.to ?? steps[0];
  const lines = origin === undefined ? [] : rays(cells, origin);

  const slides = [...moved];
  for (const line of lines) slides.push(...slidesOn(line, before, after, slides));
  slides.push(...slidesOfTheRest(cells, before, after, slides, origin));

  const rest = standing(before, after, slides);
  const setDown = rest.filter((change) => change.kind === 'appear' && change.at === origin);
  const setOff = rest.filter((change) => !setDown.includes(change)).map((change) => pushedOut(change, cells, origin, lines));
  return { first: [...moved, ...setDown], then: [...slides.slice(moved.length), ...setOff] };
}

/** The same the other way round, all of it at once: a move taken back is no cause of anything. */
export function reversed({ first, then }: Effect, before: string): Effect {
  return { first: [], then: [...first, ...then].map((change) => opposite(change, before)) };
}

export function isPiece(letter: string | undefined): letter is string {
  return letter !== undefined && letter !== '.' && letter !== '-';
}

function opposite(change: Change, before: string): Change {
  switch (change.kind) {
    case 'slide': return { kind: 'slide', from: change.to, to: change.from, piece: before[change.from]! };
    case 'appear': return { kind: 'vanish', at: change.at, was: change.piece };
    case 'turn': return { kind: 'turn', at: change.at, was: change.piece, piece: change.was };
    case 'vanish': return { kind: 'appear', at: change.at, piece: change.was };
  }
}

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

/** The other cells by the direction in which they lie, the nearest first. */
function rays(cells: readonly Cell[], origin: number): number[][] {
  const [x, y] = cells[origin]!.centre;
  const found = new Map<string, { at: number; distance: number }[]>();
  cells.forEach(({ centre: [cx, cy] }, at) => {
    const distance = Math.hypot(cx - x, cy - y);
    if (at === origin) return;
    const direction = [(cx - x) / distance, (cy - y) / distance].map((part) => Math.round(part * 1000) + 0).join();
    found.set(direction, [...(found.get(direction) ?? []), { at, distance }]);
  });
  return [...found.values()].map((ray) => ray.sort((a, b) => a.distance - b.distance).map(({ at }) => at));
}

/** On a line on which the same pieces stand in the same order, each has gone to its own place. */
function slidesOn(line: number[], before: string, after: string, known: Slide[]): Slide[] {
  const were = line.filter((at) => isPiece(before[at]) && !known.some((slide) => slide.from === at));
  const are = line.filter((at) => isPiece(after[at]) && !known.some((slide) => slide.to === at));
  const same = were.length === are.length && were.every((from, i) => before[from] === after[are[i]!]);
  if (!same) return [];
  return were.flatMap((from, i) => (from === are[i] ? [] : [{ kind: 'slide' as const, from, to: are[i]!, piece: before[from]! }]));
}

function slidesOfTheRest(
  cells: readonly Cell[], before: string, after: string, known: Slide[], setDown: number | undefined,
): Slide[] {
  const gone = indices(before, (i) => isPiece(before[i]) && !isPiece(after[i]) && !known.some((slide) => slide.from === i));
  const isNew = (i: number) => isPiece(after[i]) && !isPiece(before[i]) && i !== setDown;
  const arrived = indices(after, (i) => isNew(i) && !known.some((slide) => slide.to === i));
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
function standing(before: string, after: string, slides: Slide[]): Change[] {
  const left = new Set(slides.map((slide) => slide.from));
  const reached = new Set(slides.map((slide) => slide.to));
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

/** A piece that vanishes from the end of a line has been pushed over the edge. */
function pushedOut(change: Change, cells: readonly Cell[], origin: number | undefined, lines: number[][]): Change {
  if (change.kind !== 'vanish' || origin === undefined || !lines.some((line) => line.at(-1) === change.at)) return change;
  const [from, at] = [cells[origin]!.centre, cells[change.at]!.centre];
  const far = distance(from, at);
  return { ...change, towards: [(at[0] - from[0]) / far, (at[1] - from[1]) / far] };
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
