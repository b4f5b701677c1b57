import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '../fakeStorage.ts';
import { answered, asPuzzle, dueOn, forgetMistake, keepMistakes, mistakes, type Found } from './mistakes.ts';

let kept: Map<string, string>;
beforeEach(() => {
  const storage = fakeStorage();
  kept = storage.kept;
  vi.stubGlobal('localStorage', storage);
});

const today = 20_000;
const found = (position: string, worth = 0.9): Found => ({ variant: 'g', position, line: ['a', 'b'], played: 'c', answer: ['d'], worth });
const idAt = (position: string) => mistakes().find((each) => each.position === position)?.id ?? '';
/** The days on which it is due, when it is answered so on each of them. */
function days(...clean: boolean[]): number[] {
  const id = idAt('1');
  return clean.flatMap((each) => {
    const due = mistakes().find((mistake) => mistake.id === id)?.due;
    if (due !== undefined) answered(id, each, due);
    return due === undefined ? [] : [due - today];
  });
}

describe('what was found', () => {
  it('is asked today, and kept once', () => {
    expect(keepMistakes([found('1'), found('2'), found('1')], today)).toBe(2);
    expect(keepMistakes([found('2'), found('3')], today + 5)).toBe(2);
    expect(mistakes().map(({ position, due }) => [position, due - today])).toEqual([['3', 5], ['1', 0], ['2', 0]]);
    expect(dueOn(today).map(({ position }) => position)).toEqual(['1', '2']);
    expect(dueOn(today - 1)).toEqual([]);
  });

  it('gives way to what is newer', () => {
    for (let i = 0; i < 100; i++) keepMistakes([found(String(i))], today);
    expect([mistakes().length, mistakes()[0]!.position, mistakes().at(-1)!.position]).toEqual([60, '99', '40']);
    const many = Array.from({ length: 70 }, (_, i) => found(`m${i}`));
    expect([keepMistakes(many, today), mistakes().length]).toEqual([60, 60]);
  });

  it('is a puzzle whose wrong move is known', () => {
    keepMistakes([{ ...found('1'), line: [...'abcdefghijkl'], answer: [...'abcdefghijkl'] }], today);
    const puzzle = asPuzzle(mistakes()[0]!);
    expect(puzzle).toMatchObject({ variant: 'g', position: '1', goal: 'gain', worth: 0.9, played: 'c', wrong: { c: [...'abcdefgh'] }, line: [...'abcdefgh'] });
    expect(puzzle.id).toMatch(/^mine-[0-9a-f]{8}$/);
  });

  it('is told apart by its position and variant', () => {
    const ids = ['1', '2', '11', 'ü'].flatMap((position) => [found(position), { ...found(position), variant: 'g:misere' }]);
    keepMistakes(ids, today);
    expect(new Set(mistakes().map(({ id }) => id)).size).toBe(8);
  });
});

describe('one that is asked', () => {
  beforeEach(() => void keepMistakes([found('1'), found('2')], today));

  it('comes again after 1, 3, 7 and 21 days, and then no more', () => {
    expect(days(true, true, true, true, true, true)).toEqual([0, 1, 4, 11, 32]);
    expect(mistakes().map(({ position }) => position)).toEqual(['2']);
  });

  it('begins anew where it goes wrong', () => {
    expect(days(true, true, false, true, true, true, true, true)).toEqual([0, 1, 4, 5, 8, 15, 36]);
  });

  it('is asked once a day', () => {
    answered(idAt('1'), false, today);
    answered(idAt('1'), true, today);
    expect(mistakes().find(({ position }) => position === '1')).toMatchObject({ found: 1, due: today + 1 });
  });

  it('is not asked any more where that is wanted', () => {
    forgetMistake(idAt('1'));
    expect(mistakes().map(({ position }) => position)).toEqual(['2']);
  });
});

it('does not believe what the browser remembers', () => {
  keepMistakes([found('1')], today);
  const [good] = mistakes();
  const changes = [
    { id: 'x' }, { id: 'mine-1' }, { variant: 1 }, { position: null }, { line: [] }, { line: 'a b' }, { line: [1] }, { played: 0 }, { answer: {} }, { worth: 2 }, { worth: NaN },
    { found: -1 }, { found: 5 }, { found: 0.5 }, { due: -1 }, { due: 'today' }, { due: undefined },
  ];
  for (const change of changes) {
    kept.set('tavoliere.mistakes', JSON.stringify([{ ...good, ...change }, good]));
    expect(mistakes(), JSON.stringify(change)).toEqual([good]);
  }
  for (const other of ['{', '1', 'null', '{"length": 1}', '[null, [], 1]']) {
    kept.set('tavoliere.mistakes', other);
    expect(mistakes()).toEqual([]);
  }
});
