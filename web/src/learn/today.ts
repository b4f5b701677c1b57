/** The puzzle of the day: the same for everybody, each day of another game. */
import { puzzleGames } from './games.ts';
import { levelOf, type Puzzle } from './puzzles.ts';

/** Whole days since 1970 where the reader is. */
export const dayOf = (time: Date): number => Math.floor((time.getTime() - time.getTimezoneOffset() * 60_000) / 86_400_000);

export const gameOf = (day: number, games = puzzleGames): string => games[day % games.length]!;

/** Not among the hardest, and another one each time that the game comes round. */
export function puzzleOf(day: number, puzzles: readonly Puzzle[], games = puzzleGames): Puzzle | undefined {
  const fit = puzzles.filter((puzzle) => levelOf(puzzle) <= 3);
  const round = Math.floor(day / games.length);
  return fit[round % fit.length];
}
