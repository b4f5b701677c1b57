import { describe, expect, it } from 'vitest';
import { hexagons, pentagons, squares } from './fixtures.ts';
import { directions, moveFocus, type Focus } from './focus.ts';
import { turned } from './geometry.ts';
import type { Geometry } from './types.ts';

const boards: [string, Geometry][] = [
  ['a square board', squares(7, 7)],
  ['a long board', squares(11, 3)],
  ['a hexagonal board', hexagons(5)],
  ['a pentagonal board', pentagons(5, 5)],
  ['an even pentagonal board', pentagons(4, 6)],
  ['the smallest pentagonal board', pentagons(3, 3)],
];

describe.each(boards)('on %s', (_, geometry) => {
  it.each(geometry.cells.map((cell) => cell.name))('arrow keys lead from %s to every cell', (start) => {
    expect(reachable(geometry, start).size).toBe(geometry.cells.length);
  });

  it('also when it is turned', () => {
    expect(reachable(turned(geometry), geometry.cells[0]!.name).size).toBe(geometry.cells.length);
  });
});

/** Every cell that some sequence of arrow keys reaches; a run remembers its line, so that is part of the state. */
function reachable({ cells }: Geometry, start: string): Set<string> {
  const seen = new Map<string, Focus>();
  const queue: Focus[] = [{ cell: start }];
  for (let focus = queue.pop(); focus; focus = queue.pop()) {
    const state = JSON.stringify([focus.cell, focus.key, focus.line?.toFixed(3)]);
    if (seen.has(state)) continue;
    seen.set(state, focus);
    for (const key of Object.keys(directions)) queue.push(moveFocus(cells, focus, key));
  }
  return new Set([...seen.values()].map((focus) => focus.cell));
}

function walk(geometry: Geometry, start: string, ...keys: string[]): string {
  return keys.reduce<Focus>((focus, key) => moveFocus(geometry.cells, focus, key), { cell: start }).cell;
}

it('goes straight on squares and stops at the edge', () => {
  const board = squares(7, 7);
  expect(walk(board, 'c4', 'ArrowRight')).toBe('d4');
  expect(walk(board, 'c4', 'ArrowUp')).toBe('c5');
  expect(walk(board, 'g7', 'ArrowUp')).toBe('g7');
});

it('zigzags about its line on hexagons', () => {
  const board = hexagons(5);
  expect(walk(board, 'c4', 'ArrowUp')).toBe('c5');
  expect(walk(board, 'a3', ...Array<string>(8).fill('ArrowRight'))).toBe('i3');
});
