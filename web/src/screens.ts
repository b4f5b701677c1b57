import { isAnalysis } from './analyse/address.ts';
import { isPuzzles } from './learn/address.ts';

/** What takes the table's place, loaded when its address is opened. */
export type Screen = 'analysis' | 'puzzles';

/** What such a screen offers the page around it. */
export interface ScreenPart {
  /** What the letter keys and the arrows do there. */
  keys: Record<string, () => void>;
  /** The same in words. */
  keyHelp(): string[][];
}

/** Undefined is the table: the address names a game, or nothing. */
export function screenOf(hash: string): Screen | undefined {
  if (isAnalysis(hash)) return 'analysis';
  return isPuzzles(hash) ? 'puzzles' : undefined;
}
