import { describe, expect, it } from 'vitest';
import { changes } from './diff.ts';
import { squares } from './fixtures.ts';

/** One row of cells a1, b1, c1…: enough for every kind of change. */
const between = (before: string, after: string, ...path: string[]) =>
  changes(squares(before.length, 1).cells, before, after, path);

it('sees nothing between equal positions', () => expect(between('x.o-', 'x.o-')).toEqual([]));

it('lets a new piece appear and its neighbours turn', () => {
  expect(between('x.o', 'xxx', 'b1')).toEqual([
    { kind: 'appear', at: 1, piece: 'x' },
    { kind: 'turn', at: 2, was: 'o', piece: 'x' },
  ]);
});

it('slides the piece that jumps along its path', () => {
  expect(between('x..o', '..xx', 'a1', 'c1')).toEqual([
    { kind: 'slide', from: 0, to: 2, piece: 'x' },
    { kind: 'turn', at: 3, was: 'o', piece: 'x' },
  ]);
});

it('slides the piece of the path, not the nearest alike', () => {
  expect(between('x.x', '.xx', 'a1', 'b1')).toEqual([{ kind: 'slide', from: 0, to: 1, piece: 'x' }]);
});

it('keeps a piece that only shows where a new one comes from', () => {
  expect(between('x..', 'xx.', 'a1', 'b1')).toEqual([{ kind: 'appear', at: 1, piece: 'x' }]);
});

it('lets a captured piece vanish under the one that takes it', () => {
  expect(between('xo.', '.x.', 'a1', 'b1')).toEqual([
    { kind: 'slide', from: 0, to: 1, piece: 'x' },
    { kind: 'vanish', at: 1, was: 'o' },
  ]);
});

it('slides a piece that becomes special on arrival', () => {
  expect(between('x.', '.X', 'a1', 'b1')).toEqual([{ kind: 'slide', from: 0, to: 1, piece: 'X' }]);
});

describe('without a path', () => {
  it('matches pieces pushed about with the nearest place', () => {
    expect(between('xo..x', 'xxo..', 'b1')).toContainEqual({ kind: 'turn', at: 1, was: 'o', piece: 'x' });
    expect(between('.x.x.', 'x...x')).toEqual([
      { kind: 'slide', from: 1, to: 0, piece: 'x' },
      { kind: 'slide', from: 3, to: 4, piece: 'x' },
    ]);
  });

  it('lets what is gone vanish', () => expect(between('xo', '.o')).toEqual([{ kind: 'vanish', at: 0, was: 'x' }]));
  it('takes blocks for no pieces', () => expect(between('-x', '-.')).toEqual([{ kind: 'vanish', at: 1, was: 'x' }]));
});

it('accounts for every cell that differs', () => {
  const letters = 'xoXO.';
  const cells = squares(7, 1).cells;
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 500; round++) {
    const position = () => cells.map(() => letters[random(letters.length)]).join('');
    const [before, after] = [position(), position()];
    const path = [cells[random(7)]!.name, cells[random(7)]!.name];
    expect(replay(before, changes(cells, before, after, path))).toBe(after);
  }
});

/** Carries the changes out: everything leaves, then everything arrives. */
function replay(before: string, found: ReturnType<typeof changes>): string {
  const cells = [...before];
  for (const change of found) {
    if (change.kind === 'slide') cells[change.from] = '.';
    if (change.kind === 'vanish' || change.kind === 'turn') cells[change.at] = '.';
  }
  for (const change of found) {
    if (change.kind === 'slide') cells[change.to] = change.piece;
    if (change.kind === 'appear' || change.kind === 'turn') cells[change.at] = change.piece;
  }
  return cells.join('');
}
