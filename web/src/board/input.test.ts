import { describe, expect, it } from 'vitest';
import { beginnings, goesOn, halfway, hands, nextSteps, press } from './input.ts';
import type { Move } from './types.ts';

const move = (text: string, path: string, ...also: string[]): Move => ({
  text,
  path: path.split(' '),
  also: also.map((way) => way.split(' ')),
});

function clickAll(moves: Move[], ...cells: string[]) {
  let clicks: string[] = [];
  for (const cell of cells) {
    const pressed = press(moves, clicks, cell);
    if (pressed.move) return pressed.move.text;
    clicks = pressed.clicks;
  }
  return clicks;
}

describe('growth and jumps', () => {
  const moves = [move('a2', 'a2', 'a1 a2'), move('a3', 'a3', 'a4 a3'), move('a1-a3', 'a1 a3'), move('a4-a2', 'a4 a2')];

  it('plays a move that one click completes', () => expect(clickAll(moves, 'a2')).toBe('a2'));
  it('plays it shown the other way', () => expect(clickAll(moves, 'a1', 'a2')).toBe('a2'));
  it('prefers the piece selected to the cell alone', () => expect(clickAll(moves, 'a1', 'a3')).toBe('a1-a3'));
  it('waits for more', () => expect(clickAll(moves, 'a1')).toEqual(['a1']));
  it('puts the piece down on a second click', () => expect(clickAll(moves, 'a1', 'a1')).toEqual([]));
  it('selects another piece', () => expect(clickAll(moves, 'a1', 'a4')).toEqual(['a4']));
  it('takes the clicks back elsewhere', () => expect(clickAll(moves, 'a1', 'g7')).toEqual([]));
  it('ignores a click that begins nothing', () => expect(clickAll(moves, 'g7')).toEqual([]));

  it('knows what may be clicked', () => {
    expect(nextSteps(moves, [])).toEqual(new Set(['a1', 'a2', 'a3', 'a4']));
    expect(nextSteps(moves, ['a1'])).toEqual(new Set(['a2', 'a3']));
    expect(goesOn(moves, ['a1'])).toBe(true);
    expect(goesOn(moves, ['a2'])).toBe(false);
    const all = [...new Set(moves.flatMap(({ path, also = [] }) => [path, ...also].flat()))];
    expect(beginnings(moves)).toEqual(new Set(all.filter((cell) => goesOn(moves, [cell]))));
  });
});

describe('a move that others continue', () => {
  const moves = [move('e4xd4', 'e4 d4'), move('e4xd4@d3', 'e4 d4 d3'), move('e4xe5@e5', 'e4 e5 e5')];

  it('waits', () => expect(clickAll(moves, 'e4', 'd4')).toEqual(['e4', 'd4']));
  it('is played by a second click on its last cell', () => expect(clickAll(moves, 'e4', 'd4', 'd4')).toBe('e4xd4'));
  it('is continued by another click', () => expect(clickAll(moves, 'e4', 'd4', 'd3')).toBe('e4xd4@d3'));
  it('may name the same cell twice', () => expect(clickAll(moves, 'e4', 'e5', 'e5')).toBe('e4xe5@e5'));
  it('shows that its last cell may be clicked again', () => {
    expect(nextSteps(moves, ['e4', 'd4'])).toEqual(new Set(['d3', 'd4']));
    expect(nextSteps(moves, ['e4'])).toEqual(new Set(['d4', 'e5']));
    expect(nextSteps([move('e4xd4', 'e4 d4')], ['e4', 'd4'])).toEqual(new Set());
  });
});

describe('pieces from the hand', () => {
  const moves = [move('X@c3', '@X c3'), move('x@c3', '@x c3')];

  it('are a first step', () => expect(clickAll(moves, '@X', 'c3')).toBe('X@c3'));
  it('are known where every move begins with one', () => {
    expect(hands(moves)).toEqual(['@X', '@x']);
    expect(hands([move('c3', 'c3', '@x c3')])).toEqual(['@x']);
    expect(hands([...moves, move('a1-a2', 'a1 a2')])).toEqual([]);
    expect(hands([{ text: 'pass', path: [] }])).toEqual([]);
    expect(hands([])).toEqual([]);
  });
});

describe('a turn that ends with a choice', () => {
  const marked = (text: string, half: string) => ({ ...move(text, text), half });
  const mark = [marked('a2 b2 b1', 'B'), marked('a2 b2 b2', 'B'), marked('a2 b2 b3', 'B'), move('f7 f6', 'f7 f6')];
  const three = [
    { ...move('abc', '@x c4 a4 b4 c4', 'c4 a4 b4 c4', 'c4 b4 a4 c4', 'c4 c4 a4 b4'), half: 'C' },
    { ...move('bcd', '@x c4 b4 c4 d4', 'c4 b4 c4 d4', 'c4 d4 b4 c4', 'c4 c4 b4 d4'), half: 'C' },
  ];

  it('is halfway when only the choice is left', () => {
    expect(halfway(mark, ['a2', 'b2'])).toBe('B');
    expect(halfway(three, ['c4'])).toBe('C');
    expect(halfway(three, ['@x', 'c4'])).toBe('C');
    expect(halfway(three, ['c4', 'b4'])).toBe('C');
  });

  it('is not halfway at its beginning, even where all that may follow looks alike', () => {
    expect(halfway(mark, [])).toBeUndefined();
    expect(halfway(mark, ['a2'])).toBeUndefined();
    expect(halfway(three, [])).toBeUndefined();
    expect(halfway(three, ['@x'])).toBeUndefined();
  });

  it('is not halfway where the clicks may still come to different things', () => {
    expect(halfway([marked('a2 b2 b1', 'B'), marked('a2 a3 b1', 'A')], ['a2'])).toBeUndefined();
  });

  it('completes itself when nothing is left to choose', () => {
    expect(clickAll(three, 'c4', 'b4')).toEqual(['c4', 'b4']);
    expect(clickAll(three, 'c4', 'b4', 'a4')).toBe('abc');
    expect(clickAll(three, 'c4', 'd4')).toBe('bcd');
  });

  it('never completes itself by a first click', () => expect(clickAll([move('a1-a2', 'a1 a2')], 'a1')).toEqual(['a1']));
});

it('never plays a pass by clicking', () => {
  expect(press([{ text: 'pass', path: [] }], [], 'a1')).toEqual({ clicks: [] });
});

it("goes by a move's own path before another's other way", () => {
  const moves = [move('first', 'a1 a2', 'b1 b2'), move('second', 'b1 b2')];
  expect(clickAll(moves, 'b1', 'b2')).toBe('second');
});
