import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StringStream } from '@codemirror/language';
import { fakeStorage } from '../fakeStorage.ts';
import { isWriting, readWriting, writeWriting } from './address.ts';
import { faultOf } from './fault.ts';
import { candidates, namesIn, parserOf, type Words } from './language.ts';
import { forgetText, keepText, mostOwn, ownTexts, titleOf } from './own.ts';
import { mostData, pack, unpack } from '../pack.ts';
import { checkPatience, NoReader, Reader, startPatience, TooSlow, type WorkerLike } from './reader.ts';
import type { Question, Read } from './reading.ts';
import { writeTexts } from './texts.ts';

const words: Words = {
  statements: ['board', 'move', 'zone', 'end', 'game', 'hand'], named: ['move', 'zone', 'end', 'hand'], actions: ['put', 'clear', 'hand'], sets: ['mine', 'empty', 'all'],
  functions: ['row'], relations: ['side'], zones: ['row', 'all', 'top'], numbers: ['clock'], kinds: ['rectangle', 'lose'], joining: ['in', 'if', 'any'],
};

describe('addresses', () => {
  it.each([{}, { game: 'lines-of-action' }, { data: 'a-_9' }])('are read as they were written: %j', (address) => {
    expect(isWriting(writeWriting(address))).toBe(true);
    expect(readWriting(writeWriting(address))).toEqual(address);
  });
  it.each([['#write/', {}], ['#write=', {}], ['#write=a b', undefined], ['#write/UP', undefined]])('%s', (place, read) => expect(readWriting(place)).toEqual(read));
  it('of others are none', () => expect(['#writer', '#puzzles', '', '#/write'].filter(isWriting)).toEqual([]));
});

describe('a text in an address', () => {
  it.each(['', 'game à "Àtaxx 🎲"\n  put mine at\n', 'x'.repeat(40_000)])('comes back', async (text) => {
    const data = (await pack(text))!;
    expect(data).toMatch(/^[\w-]*$/);
    expect(await unpack(data, 40_000)).toBe(text);
  });
  it('is no longer than can be sent', async () => {
    let seed = 1;
    const noise = Array.from({ length: 40_000 }, () => String.fromCharCode(33 + ((seed = (seed * 48271) % 2147483647) % 90))).join('');
    expect(await pack(noise)).toBeUndefined();
    await expect(unpack('A'.repeat(mostData + 1), 40_000)).rejects.toThrow();
  });
  it('grows into no more than a text may have', async () => {
    const bomb = (await pack('x'.repeat(5_000_000)))!;
    expect(bomb.length).toBeLessThan(mostData);
    await expect(unpack(bomb, 40_000)).rejects.toThrow('too long');
  });
  it('that was cut off, or is none, is refused', async () => {
    const data = (await pack('game mine "Mine"\nboard rectangle 3x3\n'))!;
    await expect(unpack(data.slice(0, -6), 40_000)).rejects.toThrow();
    await expect(unpack('_____', 40_000)).rejects.toThrow();
  });
});

describe('what the reader says', () => {
  const text = 'game g "Città"\nlike othello\nzone sid = top ; é\n';
  it('is found under its line', () => {
    expect(faultOf('rules: line 3, column 6: the zone "sid" is never used', text)).toEqual({
      says: 'line 3, column 6: the zone "sid" is never used', line: 3, from: 33, to: 36,
    });
    // Columns are bytes: the "à" has two.
    expect(faultOf('rules: line 1, column 8: x', text)).toMatchObject({ from: 7, to: 14 });
    expect(faultOf('rules: line 1, column 17: x', 'game g "Città" more')).toMatchObject({ from: 15, to: 19 });
  });
  it('of an inherited text is found where it is inherited', () => expect(faultOf('rules: line 9 of othello, column 2: x', text)).toMatchObject({ line: 2, from: 15, to: 19 }));
  it('at the end of a line marks its last word', () => expect(faultOf('rules: line 1, column 7: the line ends', 'game g')).toMatchObject({ from: 5, to: 6 }));
  it.each(['anything', 'rules: line 77, column 999: x', ''])('is somewhere, whatever it is: %s', (message) => {
    const { line, from, to } = faultOf(message, text);
    expect(line).toBeGreaterThanOrEqual(1);
    expect(from <= to && to <= text.length).toBe(true);
  });
});

describe('the language', () => {
  function coloured(text: string): string[] {
    const parser = parserOf(words);
    const state = parser.startState!(2);
    return text.split('\n').flatMap((line) => {
      const found: string[] = [];
      const stream = new StringStream(line, 2, 2);
      while (!stream.eol()) {
        stream.start = stream.pos;
        const kind = parser.token(stream, state);
        if (kind) found.push(`${stream.current()}:${kind}`);
      }
      return found;
    });
  }
  it('knows what begins a line, what is named, and what the words are', () => {
    expect(coloured('if small: board rectangle 3x3\nmove place if any mine: at in empty ; put\n  put mine at')).toEqual([
      'if:joining', 'board:statements', 'rectangle:kinds', 'move:statements', 'place:own', 'if:joining', 'any:joining', 'mine:sets', 'in:joining', 'empty:sets',
      '; put:comment', 'put:actions', 'mine:sets',
    ]);
    expect(coloured('zone move = row 4 | "x;y"')).toEqual(['zone:statements', 'move:own', 'row:functions', '4:number', '"x;y":string']);
    expect(coloured('"never ends')).toEqual(['"never ends:string']);
  });
  it('offers what may come', () => {
    const text = 'zone home = top\nmove step  from in mine, to in empty ; not this\n  keep far = all\n';
    const offered = (before: string) => candidates(before, text, words).map(({ word }) => word);
    expect(namesIn(text)).toEqual(['home', 'from', 'to', 'far']);
    expect(offered('')).toEqual(words.statements);
    expect(offered('if x: ')).toEqual(words.statements);
    expect(offered('  ')).toEqual(words.actions);
    expect(offered('  put ').slice(0, 5)).toEqual(['home', 'from', 'to', 'far', 'mine']);
    expect(offered('  put ').filter((word) => word === 'row')).toHaveLength(1);
    for (const none of ['zone ', 'game ', 'board x ; ', 'game x "a ']) expect([none, offered(none)]).toEqual([none, []]);
  });
});

describe('one’s own texts', () => {
  let kept: Map<string, string>;
  beforeEach(() => {
    const storage = fakeStorage();
    kept = storage.kept;
    vi.stubGlobal('localStorage', storage);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('are kept, the latest first, and forgotten', () => {
    for (const [id, at] of [['a', 1], ['b', 3], ['c', 2]] as const) expect(keepText({ id, text: `game ${id}`, at })).toBe(true);
    keepText({ id: 'a', text: 'game a "A"', at: 4 });
    expect(ownTexts().map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    forgetText('b');
    expect(ownTexts().map(({ text }) => titleOf(text))).toEqual(['A', 'c']);
  });
  it('are no more than there is room for, and nothing is lost for it', () => {
    for (let i = 0; i < mostOwn; ++i) keepText({ id: String(i), text: 't', at: i });
    expect(keepText({ id: 'more', text: 't', at: 99 })).toBe(false);
    expect(keepText({ id: '7', text: 'u', at: 99 })).toBe(true);
    expect(ownTexts()).toHaveLength(mostOwn);
  });
  it('may be anything in the browser', () => {
    kept.set('tavoliere.texts', '[{"id":1}]');
    expect(ownTexts()).toEqual([]);
  });
});

describe('the reader', () => {
  /** Answers when it is told to; it is there at once, or when that is said. */
  class Scripted implements WorkerLike {
    static made: Scripted[] = [];
    static isSlow = false;
    onmessage: WorkerLike['onmessage'] = null;
    onerror: WorkerLike['onerror'] = null;
    asked: Question[] = [];
    ended = false;
    constructor() {
      Scripted.made.push(this);
      if (!Scripted.isSlow) queueMicrotask(() => this.say({ ready: true }));
    }
    postMessage(question: unknown) {
      this.asked.push(question as Question);
    }
    terminate() {
      this.ended = true;
    }
    say(data: unknown) {
      this.onmessage?.call(this as never, { data } as MessageEvent);
    }
  }
  const made = () => new Reader(async () => ({}) as WebAssembly.Module, (text) => text, () => new Scripted() as never);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    [Scripted.made, Scripted.isSlow] = [[], false];
  });
  afterEach(() => vi.useRealTimers());
  const turn = async () => {
    for (let i = 0; i < 20; ++i) await Promise.resolve();
  };

  it('reads the latest of what is typed, and nothing between', async () => {
    const reader = made();
    const read = ['a', 'b', 'c'].map((text) => reader.check(text, ''));
    await turn();
    const [worker] = Scripted.made;
    worker!.say({ answer: { info: 1 } });
    await turn();
    worker!.say({ answer: { info: 3 } });
    expect(await Promise.all(read)).toEqual([{ info: 1 }, undefined, { info: 3 }]);
    expect(worker!.asked.map(({ text }) => text)).toEqual(['a', 'c']);
  });
  it('ends what takes too long, and says so', async () => {
    const reader = made();
    const read = reader.check('a', '').catch((reason: unknown) => reason);
    await turn();
    vi.advanceTimersByTime(1000 * checkPatience);
    const reason = (await read) as TooSlow;
    expect(reason).toBeInstanceOf(TooSlow);
    expect(reason.seconds).toBe(checkPatience);
    expect(Scripted.made[0]!.ended).toBe(true);
    const again = reader.check('b', '');
    await turn();
    Scripted.made[1]!.say({ answer: { info: 2 } });
    expect(await again).toEqual({ info: 2 });
  });
  it('does not count the time until its worker is there', async () => {
    Scripted.isSlow = true;
    const reader = made();
    const [old, read] = [reader.check('old', ''), reader.check('new', '')];
    await turn();
    vi.advanceTimersByTime(1000 * (startPatience - 1));
    await turn();
    const [worker, another] = Scripted.made;
    expect([await old, another, worker!.ended, worker!.asked]).toEqual([undefined, undefined, false, []]);
    worker!.say({ ready: true });
    await turn();
    vi.advanceTimersByTime(1000 * checkPatience - 1);
    worker!.say({ answer: { info: 1 } });
    expect(await read).toEqual({ info: 1 });
    expect(worker!.asked.map(({ text }) => text)).toEqual(['new']);
  });
  it.each(['does not come', 'cannot be loaded'])('says that its worker %s, and tries again', async (how) => {
    Scripted.isSlow = true;
    const reader = made();
    const read = reader.check('a', '').catch((reason: unknown) => reason);
    await turn();
    if (how === 'does not come') vi.advanceTimersByTime(1000 * startPatience);
    else Scripted.made[0]!.onerror?.call(this as never, {} as ErrorEvent);
    expect(await read).toBeInstanceOf(NoReader);
    expect(Scripted.made[0]!.ended).toBe(true);
    Scripted.isSlow = false;
    const again = reader.check('b', '');
    await turn();
    Scripted.made[1]!.say({ answer: { info: 2 } });
    expect(await again).toEqual({ info: 2 });
  });
  it('ends what a newer text makes useless', async () => {
    const reader = made();
    const slow = reader.check('slow', '');
    await turn();
    const next = reader.check('next', '');
    vi.advanceTimersByTime(500);
    expect(await slow).toBeUndefined();
    await turn();
    expect(Scripted.made.map(({ ended }) => ended)).toEqual([true, false]);
    Scripted.made[1]!.say({ answer: { info: 2 } as unknown as Read });
    expect(await next).toEqual({ info: 2 });
  });
  it('says what is wrong as it was said', async () => {
    const reader = made();
    const read = reader.check('a', '').catch((reason: Error) => reason.message);
    await turn();
    Scripted.made[0]!.say({ error: 'rules: line 1, column 1: no' });
    expect(await read).toBe('rules: line 1, column 1: no');
  });
});

it('has every text in every language', () => {
  const shape = (value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, shape(inside)])) : typeof value;
  const { en, it: italian } = writeTexts;
  expect(shape(italian)).toEqual(shape(en));
  expect(italian.keys).toHaveLength(en.keys.length);
  expect([en.games(1), en.plies(1), italian.games(1), italian.plies(1)]).toEqual(['1 game', '1 turn', '1 partita', '1 turno']);
});

it('every written game has its picture', () => {
  const root = new URL('../../../', import.meta.url);
  const names = (folder: string, pattern: RegExp) => readdirSync(new URL(folder, root)).flatMap((name) => pattern.exec(name)?.[1] ?? []).sort();
  const games = names('games', /^(.*)\.game$/);
  expect(games.length).toBeGreaterThan(20);
  expect(names('docs/pictures', /^written-(.*)\.svg$/)).toEqual(games);
  expect(readFileSync(new URL('gallery/written.txt', root), 'utf8').trim().split('\n').map((line) => line.split(' ')[0])).toEqual(games);
});
