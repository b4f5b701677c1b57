/** The puzzles that the program found, one file a game, loaded when they are wanted. */

export interface Puzzle {
  /** The game's name, a hyphen and the puzzle's own. */
  id: string;
  variant: string;
  position: string;
  /** What the one right move gets: nothing else does. `gain` is better than all else, without an exact value. */
  goal: 'win' | 'draw' | 'gain';
  /** Until the end with best play, where it is known. */
  plies?: number;
  /** By exact values, or as a deep search has it. */
  proof: 'proved' | 'search';
  /** How much that search looked at. */
  nodes?: number;
  /** How deep one must look, in plies. */
  depth: number;
  /** How many of the player's moves are each the only right one. */
  find: number;
  /** The player's moves and the best answers in turn. */
  line: string[];
  /** How the opponent answers the most tempting wrong moves. */
  wrong?: Record<string, string[]>;
}

interface PuzzleFile {
  format: 1;
  game: string;
  puzzles: Puzzle[];
}

const files = import.meta.glob<PuzzleFile>('../../../puzzles/*.json', { import: 'default' });
const path = (game: string) => `../../../puzzles/${game}.json`;

/** A game's puzzles, the easiest first; none where it has no file. */
export async function loadPuzzles(game: string): Promise<Puzzle[]> {
  return (await files[path(game)]?.())?.puzzles ?? [];
}

export const nameOf = ({ id }: Puzzle): string => id.slice(id.lastIndexOf('-') + 1);

export const findPuzzle = (puzzles: readonly Puzzle[], name: string): Puzzle | undefined =>
  puzzles.find((puzzle) => puzzle.id === name || nameOf(puzzle) === name);

export const levels = [1, 2, 3, 4, 5] as const;
export type Level = (typeof levels)[number];

/** The deepest look that a puzzle of each level but the last takes. */
const deepest = [2, 4, 6, 9];

/** How hard it is to find, by how deep one must look. */
export const levelOf = ({ depth }: Puzzle): Level => levels[deepest.findIndex((limit) => depth <= limit)] ?? 5;

/** The next one to solve: the first after this one that is not solved, from the beginning again at the end; if all are, the one after it. */
export function nextPuzzle(puzzles: readonly Puzzle[], current: Puzzle | undefined, isSolved: (puzzle: Puzzle) => boolean): Puzzle | undefined {
  const at = current ? puzzles.findIndex(({ depth, id }) => depth > current.depth || (depth === current.depth && id > current.id)) : 0;
  const turned = at < 0 ? puzzles : [...puzzles.slice(at), ...puzzles.slice(0, at)];
  const others = turned.filter(({ id }) => id !== current?.id);
  return others.find((puzzle) => !isSolved(puzzle)) ?? others[0];
}
