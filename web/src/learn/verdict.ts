import type { Challenge } from './puzzles.ts';
import type { LearnTexts } from './texts.ts';

/** What is said of a move that was not the right one. */
export function verdict(t: LearnTexts, { goal, proof }: Challenge, move: string, winsToo: boolean): string {
  if (winsToo) return t.winsToo(move);
  return goal === 'win' && proof === 'search' ? t.unproved(move) : t.wrong[goal](move);
}
