/** The puzzles that the program found, one file a game, loaded when they are wanted. */
import type { Points } from '../analyse/points.ts';

/** A position with something to find: a puzzle, a lesson, a mistake of one's own. */
export interface Challenge {
  /** The game's name, a hyphen and the puzzle's own. */
  id: string;
  variant: string;
  position: string;
  /** What the right move gets: nothing else does. `gain` is better than all else, without an exact value. */
  goal: 'win' | 'draw' | 'gain';
  /** By exact values, or as a deep search has it. */
  proof: 'proved' | 'search';
  /** How many of the player's moves are each the only right one. */
  find: number;
  /** The player's moves and the best answers in turn. */
  line: readonly string[];
  /** First moves that are right besides. */
  also?: readonly string[];
  /** What the line is worth to the player: a first move that the engine finds worth about as much is right too. */
  worth?: Points;
  /** How the opponent answers the most tempting wrong moves. */
  wrong?: Record<string, readonly string[]>;
}

export interface Puzzle extends Challenge {
  /** Until the end with best play, where it is known. */
  plies?: number;
  /** How much the search looked at. */
  nodes?: number;
  /** How deep one must look, in plies. */
  depth: number;
  /** Of a mistake of one's own: what was played in the game. */
  played?: string;
}

interface PuzzleFile {
  format: 1;
  game: string;
  puzzles: Puzzle[];
}

const files = import.meta.glob<PuzzleFile>('../../../puzzles/*.json', { import: 'default' });
const path = (game: string) => `../../../puzzles/${game}.json`;

/** A game's puzzles, in the order in which they are solved; none where it has no file. */
export async function loadPuzzles(game: string): Promise<Puzzle[]> {
  return inOrder(game, (await files[path(game)]?.())?.puzzles ?? []);
}

/** The easiest first, and of each level those of the standard game. */
export function inOrder(game: string, puzzles: readonly Puzzle[]): Puzzle[] {
  const rank = (puzzle: Puzzle) => 2 * levelOf(puzzle) + Number(puzzle.variant !== game);
  return puzzles.toSorted((a, b) => rank(a) - rank(b));
}

export const nameOf = ({ id }: Challenge): string => id.slice(id.lastIndexOf('-') + 1);

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
  const after = puzzles.findIndex(({ id }) => id === current?.id) + 1;
  const turned = [...puzzles.slice(after), ...puzzles.slice(0, after)];
  const others = turned.filter(({ id }) => id !== current?.id);
  return others.find((puzzle) => !isSolved(puzzle)) ?? others[0];
}
