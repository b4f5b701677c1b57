/** What is known of the lessons before one of them is loaded. */

/** What they are about, in their order. */
export const lessonKinds = ['aim', 'tactic', 'defence', 'ending', 'plan'] as const;
export type LessonKind = (typeof lessonKinds)[number];

const games: readonly string[] = Object.keys(import.meta.glob('../../../lessons/*.json')).map((path) => path.replace(/.*\/|\.json$/g, ''));

export const hasLessons = (game: string): boolean => games.includes(game);

export const lessonId = (game: string, about: LessonKind): string => `${game}-${about}`;
