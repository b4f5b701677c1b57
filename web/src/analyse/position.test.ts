import { expect, it } from 'vitest';
import type { BoardInfo } from '../protocol.ts';
import { handField, takeApart, writePosition } from './position.ts';

const board = { rows: [3, 4, 2] } as BoardInfo;

it('writes what it took apart', () => {
  const parts = takeApart('x2/1oo1/2 o 4,1 7', 'x...oo...');
  expect(parts).toEqual({ cells: 'x...oo...', turn: 'o', fields: ['4,1', '7'] });
  expect(writePosition(board, parts)).toBe('x2/1oo1/2 o 4,1 7');
});

it('finds the hands among the fields', () => {
  const hands = [{ player: 'x', piece: 'x', count: 4 }, { player: 'o', piece: 'o', count: 1 }] as const;
  expect(handField(['0', '4,1'], [...hands])).toBe(1);
  expect(handField(['0', '1,4'], [...hands])).toBe(-1);
  expect(handField(['', '0'], [])).toBe(-1);
});
