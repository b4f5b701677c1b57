import { expect, it } from 'vitest';
import { hexagons, pentagons, squares } from './fixtures.ts';
import { aspect, frame, inradius, outlinePath, rows, turned } from './geometry.ts';

it('turns a board about its middle, and twice is not at all', () => {
  const board = squares(3, 2);
  const other = turned(board);
  expect(other.cells.find((cell) => cell.name === 'a1')!.centre).toEqual([2.5, 0.5]);
  expect(turned(other)).toEqual(board);
});

it('keeps whose a stroke is, wherever it is turned', () => {
  const board = { ...squares(3, 2), strokes: [[[0, 0], [3, 0], 'x'], [[1, 1], [2, 1]]] as const };
  expect(turned(board).strokes).toEqual([[[3, 2], [0, 2], 'x'], [[2, 1], [1, 1], undefined]]);
});

it('frames labels as well as cells', () => {
  const board = { ...squares(2, 2), labels: [{ text: 'a', at: [0.5, 3] as const }] };
  const { y, height } = frame(board);
  expect(y + height).toBeGreaterThan(3);
  expect(aspect(board)).toBeLessThan(1);
});

it('measures the room for a piece', () => {
  expect(inradius(squares(1, 1).cells[0]!)).toBeCloseTo(0.5);
  expect(inradius(hexagons(2).cells[0]!)).toBeCloseTo(0.5);
});

it('reads lines from the top left', () => {
  expect(rows(squares(2, 2).cells).map((line) => line.map((cell) => cell.name))).toEqual([['a2', 'b2'], ['a1', 'b1']]);
  expect(rows(pentagons(5, 5).cells).flat()).toHaveLength(50);
});

it('draws a closed path', () => expect(outlinePath(squares(1, 1).cells[0]!, 1)).toBe('M0 0L1 0L1 1L0 1Z'));
