/** Lessons as addresses that can be sent: "#learn/ataxx", "#learn/ataxx/defence". */
import { isLessons } from '../screens.ts';

export interface LessonAddress {
  game: string;
  /** What the lesson is about. */
  about?: string;
}

const pattern = /^#learn\/(\w+)(?:\/(\w+))?\/?$/;

export const writeLessons = ({ game, about }: LessonAddress): string => ['#learn', game, about].filter(Boolean).join('/');

/** Undefined where the address is none of a game's lessons. */
export function readLessons(place: string): LessonAddress | undefined {
  const [match, game, about] = isLessons(place) ? (pattern.exec(place) ?? []) : [];
  return match === undefined ? undefined : { game: game!, ...(about ? { about } : {}) };
}
