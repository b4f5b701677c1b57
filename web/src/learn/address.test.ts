import { describe, expect, it } from 'vitest';
import { screenOf } from '../screens.ts';
import { isPuzzles, readPuzzles, writePuzzles, type PuzzleAddress } from './address.ts';

describe("a puzzle's address", () => {
  it.each<[string, PuzzleAddress]>([
    ['#puzzles', {}],
    ['#puzzles/ataxx', { game: 'ataxx' }],
    ['#puzzles/ataxx/3f9a2c', { game: 'ataxx', puzzle: '3f9a2c' }],
  ])('is read as it was written: %s', (hash, address) => {
    expect(writePuzzles(address)).toBe(hash);
    expect(readPuzzles(hash)).toEqual(address);
    expect(screenOf(hash)).toBe('puzzles');
  });

  it('may end in a stroke', () => expect(readPuzzles('#puzzles/ataxx/')).toEqual({ game: 'ataxx' }));

  it('may be one of puzzles, and of none of them', () => {
    expect([isPuzzles('#puzzles/a/b/c'), readPuzzles('#puzzles/a/b/c')]).toEqual([true, undefined]);
  });

  it('is no game that is played, and no analysis', () => {
    expect([screenOf('#puzzlesABC'), screenOf(''), screenOf('#k3J9abc'), screenOf('#analyse?game=ataxx')]).toEqual([undefined, undefined, undefined, 'analysis']);
  });
});
