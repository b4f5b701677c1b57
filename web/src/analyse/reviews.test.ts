import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Judged } from './points.ts';
import { keepReview, keptReview, type Course } from './reviews.ts';

/** A browser's storage, with a limit if it must be. */
function storage(limit = Infinity) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (value.length > limit) throw new Error('quota');
      kept.set(name, value);
    },
    removeItem: (name: string) => void kept.delete(name),
  };
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

  it('is forgotten without a word where the browser has no room', () => {
    vi.stubGlobal('localStorage', storage(100));
    keepReview(course('a'), { effort: 'quick', judged: Array.from({ length: 50 }, () => judged(1)) });
    expect(keptReview(course('a'))).toBeUndefined();
  });
});
