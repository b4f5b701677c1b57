import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { screenOf } from '../screens.ts';
import { readLessons, writeLessons } from './lessonAddress.ts';
import { hasLessons, lessonKinds } from './lessonKinds.ts';
import { loadLessons, nextLesson } from './lessons.ts';
import { learnTexts } from './texts.ts';

const games = readdirSync(resolve(import.meta.dirname, '../../../lessons')).flatMap((name) => /^(\w+)\.json$/.exec(name)?.[1] ?? []);

describe.each(games)('the lessons of %s', (game) => {
  it('are five, of which each may be solved by its line', async () => {
    const lessons = await loadLessons(game);
    expect(lessons.map(({ about }) => about)).toEqual([...lessonKinds]);
    for (const { id, about, line, also, goal, find } of lessons) {
      expect([id, find]).toEqual([`${game}-${about}`, 1]);
      expect(also).toContain(line[0]);
      expect(['win', 'draw', 'gain']).toContain(goal);
    }
    expect(hasLessons(game)).toBe(true);
  });
});

it('has none of a game without a file', async () => {
  expect([await loadLessons('chess'), hasLessons('chess'), hasLessons('README')]).toEqual([[], false, false]);
});

it('goes on with the first that is not done', async () => {
  const lessons = await loadLessons(games[0]!);
  const after = (...done: string[]) => nextLesson(lessons, ({ about }) => done.includes(about))?.about;
  expect([after(), after('aim', 'defence'), after(...lessonKinds)]).toEqual(['aim', 'tactic', 'aim']);
});

it.each([
  ['#learn/ataxx', { game: 'ataxx' }], ['#learn/ataxx/defence', { game: 'ataxx', about: 'defence' }], ['#learn/ataxx/', { game: 'ataxx' }],
  ['#learn/', undefined], ['#learn/a/b/c', undefined], ['#learners', undefined], ['', undefined],
])('reads %s', (place, address) => {
  expect(readLessons(place)).toEqual(address);
  if (address && !place.endsWith('/')) expect(writeLessons(address)).toBe(place);
});

it('is a screen of its own', () => {
  expect(['#learn/ataxx', '#learn/a/b/c', '#learnt', '#puzzles'].map(screenOf)).toEqual(['lessons', 'lessons', undefined, 'puzzles']);
});

it('has a word for each kind in each language', () => {
  for (const t of Object.values(learnTexts)) expect(Object.keys(t.about)).toEqual([...lessonKinds]);
});
