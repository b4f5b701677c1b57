import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '../fakeStorage.ts';
import { speech } from '../language.svelte.ts';
import type { Play } from '../play.svelte.ts';
import type { BoardInfo } from '../protocol.ts';
import { merge, mostChapters, readBook, writeBook, type Book, type Chapter } from './book.ts';
import { keepStudy, ownText } from './kept.ts';
import { Reading, type Unkept } from './reading.svelte.ts';

vi.hoisted(() => Object.assign(globalThis, { history: { state: null }, location: { hash: '' }, addEventListener() {}, removeEventListener() {}, dispatchEvent() {} }));

/** Of a game in which every text is a move. */
function study({ game, moves = '', from = 0 }: { game: string; moves?: string; from?: number }) {
  const all = moves.split(' ').filter(Boolean);
  const turn = (ply: number) => (ply % 2 === 0 ? 'x' : 'o');
  const history = all.map((text, i) => ({ text, path: [text], turn: turn(i), position: `p${i + 1}`, cells: '..', hands: [], next: turn(i + 1) }));
  return {
    game, start: { position: 'p0', turn: 'x', cells: '..', hands: [] }, from, history: history.slice(from),
    position: `p${all.length}`, moves: [{ text: 'a', path: ['a'] }], result: null,
  };
}

let reading: Reading;
let open: () => Reading;
let unkept: Unkept;
let listened: string[];
let isFull: boolean;
const place = { hash: '' };

beforeEach(() => {
  vi.useFakeTimers();
  isFull = false;
  vi.stubGlobal('location', place);
  const put = (_state: unknown, _title: string, to: string) => void (place.hash = to.replace(/^[^#]*/, ''));
  vi.stubGlobal('history', { state: null, replaceState: put, pushState: put });
  vi.stubGlobal('PopStateEvent', Event);
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('localStorage', fakeStorage(() => isFull));
  listened = [];
  vi.stubGlobal('addEventListener', (name: string) => void listened.push(name));
  vi.stubGlobal('removeEventListener', (name: string) => void (listened = listened.filter((each) => each !== name)));
  vi.stubGlobal('document', { activeElement: null });
  const board = { game: 'g', start: { cells: '..' } } as BoardInfo;
  const client = { request: async (_type: string, data: Parameters<typeof study>[0]) => study(data) };
  unkept = new Map();
  open = () => new Reading({ boardOf: async () => board, client, transport: { isServer: true } } as unknown as Play, unkept);
  reading = open();
});

afterEach(() => {
  reading.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Until what was changed is kept. */
const pause = () => vi.advanceTimersByTimeAsync(1000);
const go = async (to: string) => {
  place.hash = to;
  await reading.follow();
};
const chapters: Chapter[] = [{ title: 'one', game: 'g', moves: 'a b' }, { title: 'two', game: 'g', moves: 'c' }];
const keep = (some = chapters, title = 'T') => keepStudy('s', writeBook({ title, chapters: some }), 1);
const kept = () => readBook(ownText('s')!);
const movesKept = () => kept().chapters.map(({ moves }) => moves);
const play = (move: string) => reading.study.tree.playLine([move]);

describe('what comments say of positions', () => {
  const moves = 'a {[%eval 0.34,9] [%pv b c] good} b {so [%eval =]}';

  it('stays where a chapter is looked at', async () => {
    keep([{ title: 'one', game: 'g', moves }]);
    const before = ownText('s');
    await go('#study/s');
    await pause();
    reading.study.tree.toEnd();
    await pause();
    expect(ownText('s')).toBe(before);
    expect(reading.study.tree.at.comment).toBe('so');
  });

  it('stays where something is changed, and nothing else comes in', async () => {
    keep([{ title: 'one', game: 'g', moves }]);
    await go('#study/s');
    await play('c');
    await pause();
    expect(movesKept()).toEqual(['a {[%eval 0.34,9] [%pv b c] good} (c) b {[%eval =] so}']);
  });
});

describe('what there is no room for', () => {
  const full = 'The browser has no more room: what was changed last is not kept.';

  it.each([['once one has been told', pause], ['a moment later', async () => {}]])('stays, and is told of, in another chapter: %s', async (_when, wait) => {
    keep();
    await go('#study/s');
    isFull = true;
    await play('x');
    await wait();
    await go('#study/s/2');
    expect([reading.chapter?.title, reading.trouble?.text, reading.book!.chapters[0]!.moves]).toEqual(['two', full, 'a (x) b']);
    await go('#study');
    await go('#study/s');
    expect([reading.trouble?.text, reading.chapter?.moves]).toEqual([full, 'a (x) b']);
    expect(movesKept()).toEqual(['a b', 'c']);
  });

  it('is kept when there is some again', async () => {
    keep();
    await go('#study/s');
    isFull = true;
    await play('x');
    await pause();
    isFull = false;
    await go('#study/s/2');
    expect([reading.trouble, movesKept()]).toEqual([undefined, ['a (x) b', 'c']]);
  });

  it('is there when one has been at another screen, and the page is not left without a question', async () => {
    keep();
    await go('#study/s');
    expect(reading.leave()).toBe(false);
    isFull = true;
    await play('x');
    reading.close();
    expect(listened).toContain('beforeunload');
    reading = open();
    await go('#study/s');
    expect([reading.trouble?.text, reading.chapter?.moves]).toEqual([full, 'a (x) b']);
    expect(reading.leave()).toBe(true);
    isFull = false;
    expect(reading.leave()).toBe(false);
    expect(movesKept()).toEqual(['a (x) b', 'c']);
    expect(listened).not.toContain('beforeunload');
  });

  it('is kept at once where the page is left', async () => {
    keep();
    await go('#study/s');
    await play('x');
    expect([movesKept()[0], reading.leave(), movesKept()[0]]).toEqual(['a b', false, 'a (x) b']);
  });

  it('is forgotten with its study', async () => {
    keep();
    await go('#study/s');
    isFull = true;
    await play('x');
    await pause();
    reading.removeStudy();
    await go('#study/s');
    expect(reading.book).toBeUndefined();
  });
});

it('keeps the tags of a chapter that is changed', async () => {
  const tags = ['[Event "Cup"]'];
  keep([{ ...chapters[0]!, tags }]);
  await go('#study/s');
  await play('x');
  await pause();
  reading.renameChapter('new');
  expect(kept().chapters).toEqual([{ title: 'new', game: 'g', moves: 'a (x) b', tags }]);
});

it('tells a screen reader which chapter stands there now', async () => {
  keep([...chapters, { title: '', game: 'g' }]);
  await go('#study/s');
  expect(reading.news).toBe('');
  await go('#study/s/2');
  expect(reading.news).toBe('Chapter 2 of 3: two');
  await go('#study/s/3');
  expect(reading.news).toBe('Chapter 3 of 3');
  speech.code = 'it';
  await go('#study/s/2');
  expect(reading.news).toBe('Capitolo 2 di 3: two');
  reading.removeChapter();
  expect(reading.news).toBe('Il capitolo è stato eliminato. Capitolo 2 di 2');
  speech.code = 'en';
  await pause();
});

describe('what another tab keeps', () => {
  const [one, two] = chapters as [Chapter, Chapter];
  const three: Chapter = { title: 'three', game: 'g', moves: 'd' };
  const mine = { ...one, moves: 'a (x) b' };
  const other = { ...one, moves: 'a (y) b' };

  it.each<[string, Chapter[], Chapter[], number]>([
    ['of another chapter', [one, { ...two, moves: 'c e' }], [mine, { ...two, moves: 'c e' }], 1],
    ['of the same chapter', [other, two], [other, two, mine], 3],
    ['before it', [three, one, two], [three, mine, two], 2],
    ['in its place', [two], [two, mine], 2],
    ['as much', [mine, two], [mine, two], 1],
  ])('does not undo what was done here a moment ago: %s', async (_what, there, both, number) => {
    for (const hears of [true, false]) {
      keep();
      await go('#study/s');
      await play('x');
      keep(there, 'theirs');
      if (hears) reading.hear('tavoliere.study.s');
      await pause();
      expect(kept()).toEqual({ title: 'theirs', chapters: both });
      expect([reading.number, reading.chapter, movesKept()[reading.number - 1]]).toEqual([number, mine, mine.moves]);
      await go('#study');
    }
  });

  it('is shown where nothing was done here', async () => {
    keep();
    await go('#study/s');
    keep([other, two]);
    reading.hear('tavoliere.study.s');
    await pause();
    expect([reading.chapter, kept().chapters]).toEqual([other, [other, two]]);
    await play('z');
    await pause();
    expect(movesKept()).toEqual(['a (y) (z) b', 'c']);
  });

  it('and what had no room here are both there when there is some', async () => {
    keep();
    await go('#study/s');
    isFull = true;
    await play('x');
    await pause();
    isFull = false;
    keep([one, two, three]);
    reading.hear('tavoliere.study.s');
    await pause();
    expect([kept().chapters, reading.trouble]).toEqual([[mine, two, three], undefined]);
  });
});

it('of a full study that two changed is as it is here', () => {
  const many = Array.from({ length: mostChapters }, (_, i) => ({ title: String(i), game: 'g' }));
  const book = (title: string): Book => ({ title: 'T', chapters: [{ title, game: 'g' }, ...many.slice(1)] });
  expect(merge(book('before'), book('here'), book('there'))).toEqual(book('here'));
});
