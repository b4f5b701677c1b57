import { describe, expect, it } from 'vitest';
import { levelFor, rated, worthOf, type Rating } from './rating.ts';

/** A small random generator, the same on every run. */
function generator(seed: number): () => number {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

const beginner: Rating = { value: 600, doubt: 350 };

it('begins at the level that beginners beat, and follows results', () => {
  expect(levelFor(beginner)).toBe(1);
  const won = rated(beginner, 1, 1);
  expect(won.value).toBeGreaterThan(beginner.value + 80);
  expect(won.doubt).toBeLessThan(beginner.doubt);
  expect(rated(beginner, 1, 0).value).toBeLessThan(beginner.value);
  expect(rated(beginner, 1, 0.5).value).toBeCloseTo(beginner.value);
});

it('is the whole engine only for those who beat the level before it five times of six', () => {
  const worth = (share: number) => worthOf(7) + 400 * Math.log10(share / (1 - share));
  expect([0.5, 0.8, 0.87].map((share) => levelFor({ value: worth(share), doubt: 100 }))).toEqual([7, 7, 8]);
});

it('stays within its bounds whatever happens', () => {
  for (const score of [0, 1]) {
    let now = beginner;
    for (let game = 0; game < 500; game++) now = rated(now, score ? 8 : 1, score);
    expect([now.value >= 0, now.value <= 3000, now.doubt >= 100, levelFor(now)]).toEqual([true, true, true, score ? 8 : 1]);
  }
});

/** People of a known strength, who win as the formula says: two hundred of each. */
describe.each([600, 900, 1200, 1500, 1800])('against people worth %i', (worth) => {
  it('scores 40 to 60 % after 15 games', () => {
    const random = generator(worth);
    let [points, games] = [0, 0];
    for (let person = 0; person < 200; person++) {
      let now = beginner;
      for (let game = 0; game < 25; game++) {
        const level = levelFor(now);
        const score = random() < 1 / (1 + 10 ** ((worthOf(level) - worth) / 400)) ? 1 : 0;
        if (game >= 15) [points, games] = [points + 1 - score, games + 1];
        now = rated(now, level, score);
      }
    }
    expect(points / games).toBeGreaterThan(0.4);
    expect(points / games).toBeLessThan(0.6);
  });
});
