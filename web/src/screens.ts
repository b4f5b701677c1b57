import { isAnalysis } from './analyse/address.ts';
import { isHome } from './homes.ts';
import { isPuzzles } from './learn/address.ts';
import { isWriting } from './write/address.ts';

/** What takes the table's place. */
export type Screen = 'analysis' | 'puzzles' | 'lessons' | 'writing' | 'studies' | 'home';

/** What is behind it, a file of its own knows (learn/lessonAddress.ts). */
export const isLessons = (place: string): boolean => place.startsWith('#learn/');

/** What is behind it, studies/studyAddress.ts knows. */
export const isStudies = (place: string): boolean => /^#study([/=]|$)/.test(place);

/** What a screen that is loaded when its address is opened offers the page around it. */
export interface ScreenPart {
  /** What the letter keys and the arrows do there. */
  keys: Record<string, () => void>;
  /** The same in words. */
  keyHelp(): string[][];
}

/** Undefined is the table: the place is a game, or the gallery. */
export function screenOf(place: string): Screen | undefined {
  if (isAnalysis(place)) return 'analysis';
  if (isPuzzles(place)) return 'puzzles';
  if (isLessons(place)) return 'lessons';
  if (isWriting(place)) return 'writing';
  if (isStudies(place)) return 'studies';
  return isHome(place) ? 'home' : undefined;
}
