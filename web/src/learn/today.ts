/** The puzzle of the day: the same for everybody, each day of another game. */
import { puzzleGames } from './games.ts';
import type { Puzzle } from './puzzles.ts';

/** Stands in an address where a game's name does. */
export const today = 'today';

/** Whole days since 1970 where the reader is. */
export const dayOf = (time: Date): number => Math.floor((time.getTime() - time.getTimezoneOffset() * 60_000) / 86_400_000);

export const gameOf = (day: number, games = puzzleGames): string => games[day % games.length]!;

/** Not among those that one must look far ahead for, and another one each time that the game comes round. */
export function puzzleOf(day: number, puzzles: readonly Puzzle[], games = puzzleGames): Puzzle | undefined {
  const fit = puzzles.filter(({ depth }) => depth <= 6);
  const round = Math.floor(day / games.length);
  return fit[round % fit.length];
}
