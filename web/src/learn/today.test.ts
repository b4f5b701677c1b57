import { expect, it } from 'vitest';
import { puzzleGames } from './games.ts';
import { levelOf, loadPuzzles } from './puzzles.ts';
import { dayOf, gameOf, puzzleOf } from './today.ts';

it('begins a day at midnight where the reader is', () => {
  const midnight = new Date(2026, 10, 28);
  expect(dayOf(midnight) - dayOf(new Date(midnight.getTime() - 1))).toBe(1);
  expect(dayOf(new Date(2026, 10, 28, 23, 59))).toBe(dayOf(midnight));
});

it('comes to every game, and to another puzzle the next time', async () => {
  const day = 20_000;
  expect(new Set(puzzleGames.map((_, i) => gameOf(day + i)))).toEqual(new Set(puzzleGames));
  for (const [i] of puzzleGames.entries()) {
    const puzzles = await loadPuzzles(gameOf(day + i));
    const [now, next] = [puzzleOf(day + i, puzzles)!, puzzleOf(day + i + puzzleGames.length, puzzles)!];
    expect(levelOf(now)).toBeLessThanOrEqual(3);
    expect(now.id).not.toBe(next.id);
  }
  expect(puzzleOf(day, [])).toBeUndefined();
});
