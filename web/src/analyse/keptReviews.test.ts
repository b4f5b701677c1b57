import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '../fakeStorage.ts';
import { remember, remembered } from '../memory.ts';
import { isText } from '../shapes.ts';
import type { Judged } from './points.ts';
import { keepReview, keptReview, type Course } from './keptReviews.ts';

/** A browser's storage, with so much room for all. */
function storage(room = Infinity) {
  const fake = fakeStorage((name, value) => taken() - (fake.kept.get(name)?.length ?? 0) + value.length > room);
  const taken = () => [...fake.kept.values()].reduce((sum, { length }) => sum + length, 0);
  return Object.assign(fake, { taken });
}

let browser: ReturnType<typeof storage>;
beforeEach(() => vi.stubGlobal('localStorage', (browser = storage())));
afterEach(() => vi.unstubAllGlobals());

const course = (moves: string, game = 'g', position?: string): Course => ({ game, position, moves: moves.split(' ').filter(Boolean) });
const judged = (cp: number): Judged => ({ score: { cp }, depths: [], line: [] });
const scores = (of: Course) => keptReview(of)?.judged.map((each) => each && Object.values(each.score)[0]);

describe('a kept review', () => {
  it('comes back as it was', () => {
    const best: Judged = { score: { loss: 4 }, depths: [], line: ['c'] };
    const all: (Judged | undefined)[] = [
      { score: { cp: -31 }, depths: [{ depth: 1, score: { cp: 0 } }, { depth: 2, score: { win: 7 } }], line: ['a', 'b-c'], best },
      undefined,
      { score: { draw: 0 }, depths: [], line: [] },
    ];
    keepReview(course('a b'), { effort: 'deep', judged: all });
    expect(keptReview(course('a b'))).toEqual({ effort: 'deep', judged: all });
  });

  it('is that of the same game alone, from the same start', () => {
    keepReview(course('a'), { effort: 'quick', judged: [judged(1), judged(2)] });
    expect([scores(course('a', 'h')), scores(course('a', 'g', 'p'))]).toEqual([undefined, undefined]);
  });

  it('serves as far as two games are the same', () => {
    keepReview(course('a b c'), { effort: 'quick', judged: [1, 2, 3, 4].map(judged) });
    keepReview(course('a x'), { effort: 'quick', judged: [5, 6, 7].map(judged) });
    expect(scores(course('a b y z'))).toEqual([1, 2, 3]);
    expect(scores(course('a x'))).toEqual([5, 6, 7]);
  });

  it('is replaced by the next one of its game, and the oldest of many goes', () => {
    for (let game = 0; game < 30; game++) keepReview(course('a', `g${game}`), { effort: 'quick', judged: [judged(game)] });
    keepReview(course('a', 'g29'), { effort: 'quick', judged: [judged(100)] });
    expect(browser.kept.size).toBe(1 + 24);
    expect([scores(course('a', 'g5')), scores(course('a', 'g6')), scores(course('a', 'g29'))]).toEqual([undefined, [6], [100]]);
  });

  const long = (letters: number): Judged[] => [{ score: { cp: 1 }, depths: [], line: ['m'.repeat(letters)] }];

  it('leaves room: all of them together take no more than a part of it', () => {
    for (let game = 0; game < 5; game++) keepReview(course('a', `g${game}`), { effort: 'quick', judged: long(400_000) });
    expect(browser.taken()).toBeLessThan(1_501_000);
    const kept = () => [0, 1, 2, 3, 4, 5].map((game) => !!keptReview(course('a', `g${game}`)));
    expect(kept()).toEqual([false, false, true, true, true, false]);
    keepReview(course('a', 'g5'), { effort: 'quick', judged: long(2_000_000) });
    expect(kept()).toEqual([false, false, true, true, true, false]);
  });

  it('gives way, the oldest first, to what cannot be worked out again', () => {
    vi.stubGlobal('localStorage', (browser = storage(1000)));
    for (let game = 0; game < 3; game++) keepReview(course('a', `g${game}`), { effort: 'quick', judged: long(200) });
    expect(remember('seats', 's'.repeat(200))).toBe(true);
    expect(remembered('seats', isText)).toBe('s'.repeat(200));
    expect([0, 1, 2].map((game) => !!keptReview(course('a', `g${game}`)))).toEqual([false, true, true]);
  });

  it('does not give way in vain', () => {
    vi.stubGlobal('localStorage', (browser = storage(1000)));
    for (let game = 0; game < 3; game++) keepReview(course('a', `g${game}`), { effort: 'quick', judged: long(200) });
    const before = new Map(browser.kept);
    expect(remember('games', 'g'.repeat(2000))).toBe(false);
    expect(browser.kept).toEqual(before);
  });

  it('is not listed where it was not kept', () => {
    vi.stubGlobal('localStorage', (browser = storage(300)));
    keepReview(course('a'), { effort: 'quick', judged: long(400) });
    expect(browser.kept.size).toBe(0);
  });

  it('serves where one that has more in common is gone', () => {
    keepReview(course('a b'), { effort: 'quick', judged: [1, 2, 3].map(judged) });
    keepReview(course('a b c'), { effort: 'quick', judged: [1, 2, 3, 4].map(judged) });
    browser.kept.delete([...browser.kept.keys()].at(-1)!);
    expect(scores(course('a b c'))).toEqual([1, 2, 3]);
  });

  it('is forgotten without a word where the browser has no room', () => {
    vi.stubGlobal('localStorage', storage(100));
    keepReview(course('a'), { effort: 'quick', judged: Array.from({ length: 50 }, () => judged(1)) });
    expect(keptReview(course('a'))).toBeUndefined();
  });
});
