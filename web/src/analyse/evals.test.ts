import { describe, expect, it } from 'vitest';
import type { Score } from '../protocol.ts';
import { readEval, withoutEval, writeEval } from './evals.ts';

const judged = (score: Score, depth?: number, line: string[] = []) => ({ score, depths: depth ? [{ depth, score }] : [], line });

describe('what was found, in a comment', () => {
  it.each([
    [judged({ cp: 34 }, 9, ['a2', 'a7-a5']), 'x', '[%eval 0.34,9] [%pv a2 a7-a5]'],
    [judged({ cp: 34 }, 9), 'o', '[%eval -0.34,9]'],
    [judged({ cp: 0 }), 'o', '[%eval 0.00]'],
    [judged({ win: 5 }), 'x', '[%eval #5]'],
    [judged({ win: 5 }), 'o', '[%eval #-5]'],
    [judged({ loss: 0 }), 'x', '[%eval #-0]'],
    [judged({ draw: 0 }), 'o', '[%eval =]'],
  ] as const)('%j, %s to move: %s', (found, turn, text) => {
    expect(writeEval(found, turn)).toBe(text);
    expect(readEval(text, turn)).toEqual(found);
  });

  it('is worth what its best move is, where that was looked at', () => {
    const best = judged({ cp: -20 }, 7);
    expect(writeEval({ ...judged({ cp: 90 }, 8, ['a']), best }, 'x')).toBe('[%eval 0.20,8] [%pv a]');
    expect(writeEval({ ...judged({ cp: 90 }, 8), best: judged({ loss: 4 }) }, 'o')).toBe('[%eval #-5]');
    expect(writeEval({ ...judged({ win: 3 }), best }, 'x')).toBe('[%eval #3]');
  });

  it('stands beside what somebody wrote', () => {
    const comment = 'a pity [%eval +1.5] [%pv a2 ] as [%clk 0:01:02] shows';
    expect(readEval(comment, 'x')).toEqual(judged({ cp: 150 }, undefined, ['a2']));
    expect(withoutEval(comment)).toBe('a pity as [%clk 0:01:02] shows');
    expect(withoutEval('[%eval 0.1] [%pv a] so [%eval 0.2,3] [%pv b c]')).toBe('so');
    expect([readEval('good', 'x'), readEval('[%eval maybe]', 'x')]).toEqual([undefined, undefined]);
  });
});
