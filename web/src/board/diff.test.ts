import { describe, expect, it } from 'vitest';
import { effect, reversed, type Change } from './diff.ts';
import { squares } from './fixtures.ts';

/** One row of cells a1, b1, c1…: enough for every kind of change. */
const between = (before: string, after: string, ...path: string[]) =>
  all(effect(squares(before.length, 1).cells, before, after, path));

const all = ({ first, then }: ReturnType<typeof effect>): Change[] => [...first, ...then];

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

describe('cause and effect', () => {
  /** The slides as "a3>b3", the other changes as "+c3", "~b4" (turns) and "-a6". */
  const between = (size: number, before: string, after: string, ...path: string[]) => {
    const { cells } = squares(size, size);
    const name = (at: number) => cells[at]!.name;
    const words = (change: Change) => {
      if (change.kind === 'slide') return `${name(change.from)}>${name(change.to)}`;
      return { appear: '+', turn: '~', vanish: '-' }[change.kind] + name(change.at);
    };
    const { first, then } = effect(cells, before, after, path);
    return [first.map(words).join(' '), then.map(words).toSorted().join(' ')];
  };

  it('a magnet draws and pushes from afar', () => {
    expect(between(8,
      '.....................x....o..................x..........o.......',
      '.......x..........................o.......x....x.o..............', 'c3',
    )).toEqual(['+c3', 'a1>b2 c5>c4 f3>h3 f6>h8']);
  });

  it('a magnet that moves', () => {
    expect(between(8,
      '........x.oo..x....x.............o.x........o.o...x...........o.',
      'x......x..oo.......x.............o..........o.o...x.....xo......', 'd4', 'a1',
    )).toEqual(['d4>a1', 'a7>a8 g1>b1 g7>h8']);
  });

  it('a whole line comes nearer in its order', () => {
    expect(between(8,
      '............x.......o...............x...xo....x.............o...',
      '....................x.......o.......x....xo.xx......o...........', 'e3',
    )).toEqual(['+e3', 'a3>b3 b3>c3 e1>e2 e6>e5 e7>e6 g3>f3']);
    expect(between(8,
      '.................................xx.x.oo........................',
      '.................................xxxxoo.........................', 'd4',
    )).toEqual(['+d4', 'g4>f4 h4>g4']);
    expect(between(8,
      '..................................xxx...........................',
      '................................oxxx............................', 'a4',
    )).toEqual(['+a4', 'c4>b4 d4>c4 e4>d4']);
  });

  it('neighbours are pushed away, and over the edge', () => {
    expect(between(6, '...................ox...............', '..............x.........o.x.........', '@x', 'c4')).toEqual(['+c4', 'b3>a2 c3>c2']);
    const over = effect(squares(6, 6).cells, 'xo..................................', '.......x............................', ['@x', 'b5']);
    expect(over.then).toEqual([
      { kind: 'vanish', at: 0, was: 'x', towards: [-Math.SQRT1_2, -Math.SQRT1_2].map((part) => expect.closeTo(part)) },
      { kind: 'vanish', at: 1, was: 'o', towards: [0, -1] },
    ]);
  });

  it('surrounded pieces turn where they stand', () => {
    expect(between(6, '.......xx....x.x....oo....x.x.......', '.......oo....ooo....oo....o.o.......', 'c4')).toEqual(['+c4', '~b4 ~b5 ~c2 ~c5 ~d4 ~e2']);
  });

  it('backwards is the opposite, all at once', () => {
    const { cells } = squares(3, 1);
    const forward = effect(cells, 'xo.', '.X.', ['a1', 'b1']);
    expect(reversed(forward, 'xo.')).toEqual({ first: [], then: [{ kind: 'slide', from: 1, to: 0, piece: 'x' }, { kind: 'appear', at: 1, piece: 'o' }] });
  });
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
    const forward = effect(cells, before, after, path);
    expect(replay(before, all(forward))).toBe(after);
    expect(replay(after, all(reversed(forward, before)))).toBe(before);
  }
});

/** Carries the changes out: everything leaves, then everything arrives. */
function replay(before: string, found: Change[]): string {
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
