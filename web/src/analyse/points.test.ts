import { describe, expect, it } from 'vitest';
import { expected, forX, isExact, lost, verdict, type Judged } from './points.ts';

const judged = (score: Judged['score'], ...cps: number[]): Judged => ({
  score, line: ['a1'], depths: cps.map((cp, i) => ({ depth: i + 1, score: { cp } })),
});

it('expects of an estimate what the logistic function says', () => {
  expect(expected({ cp: 0 })).toBe(0.5);
  expect(expected({ cp: 400 })).toBeCloseTo(0.731, 3);
  expect(expected({ cp: -400 })).toBeCloseTo(0.269, 3);
});

it('takes what is proved as it is', () => {
  expect([{ win: 9 }, { draw: 0 }, { loss: 2 }].map((score) => expected(score))).toEqual([1, 0.5, 0]);
  expect(isExact({ win: 9 })).toBe(true);
  expect(isExact({ cp: 3000 })).toBe(false);
});

it('turns to the first player', () => expect([forX(0.8, 'x'), forX(0.75, 'o')]).toEqual([0.8, 0.25]));

describe('what a move gave away', () => {
  it('is nothing where the opponent now expects the rest', () => {
    expect(lost(judged({ cp: 100 }, 100), judged({ cp: -100 }, -100))).toBeCloseTo(0);
  });
  it('compares what looks equally far ahead', () => {
    // At even depths the mover seems ahead, at odd ones behind: that is no mistake.
    const before = judged({ cp: 200 }, 900, 200);
    const after = judged({ cp: 700 }, -200, 700);
    expect(lost(before, after)).toBeCloseTo(0);
  });
  it('counts proved results fully', () => {
    expect(lost(judged({ win: 5 }), judged({ win: 4 }))).toBe(1);
    expect(lost(judged({ draw: 0 }), judged({ win: 4 }))).toBe(0.5);
    expect(lost(judged({ win: 5 }), judged({ cp: 0 }, 0))).toBe(0.5);
  });
  it('is measured against the best move, where that was looked at as closely', () => {
    const before = { ...judged({ cp: 100 }, 100), best: judged({ win: 5 }) };
    expect(lost(before, judged({ win: 5 }))).toBe(0);
    expect(lost({ ...before, best: judged({ cp: 0 }, 0) }, judged({ win: 5 }))).toBe(0.5);
    expect(lost({ ...before, best: judged({ cp: -400 }, 0, -400) }, judged({ cp: 0 }, 0))).toBe(0);
  });
  it('is not measured where both are proved: an estimate of the best move cannot take that back', () => {
    const before = { ...judged({ win: 9 }), best: judged({ cp: 0 }, 0) };
    expect(lost(before, judged({ win: 5 }))).toBe(1);
    expect(lost(before, judged({ draw: 0 }))).toBe(0.5);
    expect(lost(before, judged({ loss: 8 }))).toBe(0);
    expect(lost(before, judged({ cp: 0 }, 0))).toBe(0);
  });
  it('is never less than nothing', () => expect(lost(judged({ loss: 4 }), judged({ loss: 3 }))).toBe(0));
});

it('names what was given away, but not for the best move', () => {
  expect([0, 0.07, 0.1, 0.2, 0.5].map((points) => verdict(points, false))).toEqual([undefined, undefined, 'inaccuracy', 'mistake', 'blunder']);
  expect(verdict(0.5, true)).toBeUndefined();
});
