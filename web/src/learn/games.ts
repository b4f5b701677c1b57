import { writePuzzles } from './address.ts';

/** The games that have puzzles: known before one of them is loaded. */
export const puzzleGames: readonly string[] = Object.keys(import.meta.glob('../../../puzzles/*.json'))
  .map((path) => path.replace(/.*\/|\.json$/g, ''))
  .sort();

export const hasPuzzles = (game: string): boolean => puzzleGames.includes(game);

/** The address of a game's puzzles, or of all where it has none. */
export const puzzlesFor = (game: string): string => writePuzzles(hasPuzzles(game) ? { game } : {});
