/** The lessons of lessons/, one file a game, loaded when they are wanted; lessons/README.md says what a file has. */
import type { Words } from '../protocol.ts';
import { lessonId, type LessonKind } from './lessonKinds.ts';
import type { Challenge } from './puzzles.ts';

interface Written {
  about: LessonKind;
  variant: string;
  position: string;
  claim: 'ends' | 'wins' | 'saves' | 'most' | 'holds' | 'best';
  proof?: Challenge['proof'];
  right: string[];
  line: string[];
  tells: Words;
  asks: Words;
  says: Words;
}

interface LessonFile {
  format: 1;
  game: string;
  lessons: Written[];
}

/** A lesson as it is solved, with its words. */
export interface Lesson extends Challenge, Pick<Written, 'about' | 'tells' | 'asks' | 'says'> {}

const files = import.meta.glob<LessonFile>('../../../lessons/*.json', { import: 'default' });

/** What the right moves get. */
const goals: Record<Written['claim'], Challenge['goal']> = { ends: 'win', wins: 'win', saves: 'draw', most: 'gain', holds: 'gain', best: 'gain' };

/** A game's lessons in their order; none where it has no file. */
export async function loadLessons(game: string): Promise<Lesson[]> {
  const file = await files[`../../../lessons/${game}.json`]?.();
  return file?.lessons.map(({ claim, right, proof = 'proved', ...rest }) => ({
    ...rest, proof, id: lessonId(game, rest.about), goal: goals[claim], find: 1, also: right,
  })) ?? [];
}

/** The first that is not done; where all are, the first. */
export const nextLesson = (lessons: readonly Lesson[], isDone: (lesson: Lesson) => boolean): Lesson | undefined =>
  lessons.find((lesson) => !isDone(lesson)) ?? lessons[0];
