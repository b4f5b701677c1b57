import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '../fakeStorage.ts';
import { pack, unpack } from '../pack.ts';
import { isStudies } from '../screens.ts';
import { readStudies, writeStudies, type StudyAddress } from './studyAddress.ts';
import { chapterOf, longestTitle, mostBytes, mostChapters, readBook, titleIn, TooManyChapters, writeBook, type Book } from './book.ts';
import { forgetStudy, keepStudy, mostOwn, ownStudies, ownText, ownTitle } from './kept.ts';
import { studyTexts } from './texts.ts';

describe('an address', () => {
  it.each<StudyAddress>([{}, { id: 'aB3' }, { id: 'aB3', chapter: 2 }, { data: 'a-_9' }, { data: 'a-_9', chapter: 64 }])('is read as it was written: %j', (address) => {
    expect(isStudies(writeStudies(address))).toBe(true);
    expect(readStudies(writeStudies(address))).toEqual(address);
  });
  it.each([['#study/', {}], ['#study=', undefined], ['#study=a b', undefined], ['#study/a/0', { id: 'a', chapter: 0 }], ['#study/a/b', undefined], ['#study=a/12345', undefined]])('%s', (place, read) =>
    expect(readStudies(place)).toEqual(read));
  it('of others are none', () => expect(['#studying', '#analyse?game=ataxx', '', '#/study'].filter(isStudies)).toEqual([]));
});

const book: Book = {
  title: 'Ends "of" \\ games à 🎲',
  chapters: [
    { title: 'One', game: 'ataxx:blocks=c3+d4', position: 'o5x/7/7/7/7/7/x5o x 0 1', moves: '{so it begins} a2 {[why] <b>} (b2 {"2"}) a7-a5' },
    { title: '', game: 'boop' },
    { title: ']" x', game: 'ataxx', moves: 'a2', flipped: true, ended: { winner: 'x', reason: 'resigned' } },
  ],
};

describe('a study as text', () => {
  it('is read as it was written', () => {
    expect(readBook(writeBook(book))).toEqual(book);
    expect(titleIn(writeBook(book))).toBe(book.title);
  });

  it('holds any text as text, on one line', () => {
    const hostile = '"]\n%tgn 1\n[Game "x"] } { (\u202e <script>\\';
    const kept: Book = { title: hostile, chapters: [chapterOf({ game: 'ataxx', moves: 'a2' }, hostile), chapterOf({ game: 'boop' }, 'two')] };
    const text = writeBook(kept);
    const read = readBook(text);
    expect(read.chapters.map(({ title, game }) => [title, game])).toEqual([[hostile.replace(/[\n\u202e]/g, ' '), 'ataxx'], ['two', 'boop']]);
    expect(writeBook(read)).toBe(text);
  });

  it('may be a file of games by somebody else', () => {
    const text = '\ufeff%tgn 1\r\n[Game "ataxx"]\r\n[First "Ada"]\r\n[Second "Bob"]\r\n[Result "1-0"]\r\n\r\n1. a2 {good} a7-a5 1-0\r\n\r\n%tgn 1\n[Game "boop"]\n\n*\n';
    expect(readBook(text)).toEqual({
      title: '',
      chapters: [{ title: 'Ada – Bob', game: 'ataxx', moves: 'a2 {good} a7-a5', ended: { winner: 'x', reason: '' }, tags: ['[First "Ada"]', '[Second "Bob"]'] }, { title: '', game: 'boop' }],
    });
  });

  it('keeps what else such a file says, in its chapter', () => {
    const tags = ['[Event "Cup \\"of\\" cups"]', '[Date "2020.01.02"]', '[First "Ada"]', '[Second "Bob"]'];
    const text = `%tgn 1\n[Game "ataxx"]\n${tags.join('\n')}\n[Chapter "Final"]\n[Result "1-0"]\n\na2 1-0\n\n%tgn 1\n[Game "boop"]\n\n*\n`;
    const [first, second] = writeBook({ ...readBook(text), title: 'T' }).split(/^(?=%tgn)/m);
    for (const tag of [...tags, '[Study "T"]', '[Chapter "Final"]', '[Game "ataxx"]', '[Result "1-0"]']) expect(first!.split('\n').filter((line) => line === tag)).toEqual([tag]);
    expect(second).not.toMatch(/Event|First/);
  });

  it('takes no line of a comment for a tag', () => {
    const said = '1. a2 {He said\n[Result "1-0"]\n[Chapter "x"]\nthere.} a7-a5 *';
    expect(readBook(`%tgn 1\n[Game "ataxx"]\n\n${said}\n`).chapters).toEqual([
      { title: '', game: 'ataxx', moves: 'a2 {He said [Result "1-0"] [Chapter "x"] there.} a7-a5' },
    ]);
  });

  it.each([
    ['0-1', '0-1', 'o'], ['0-1', '*', 'o'], ['*', '1-0', 'x'], ['*', '*', undefined], ['*', '', undefined],
  ])('has the result that its tag %j and its end %j say', (tag, end, winner) => {
    const [chapter] = readBook(`%tgn 1\n[Game "ataxx"]\n[Result "${tag}"]\n\n1. a2 ${end}\n`).chapters;
    expect(chapter!.ended?.winner).toBe(winner);
  });

  it.each(['1-0 {o gave up}', '{o gave up}1-0', '1-0 (1. b3)', '1-0 (1. b3 0-1)', '* {nobody came} 1-0', '1-0!'])('is over where it says so with more around it: %s', (end) => {
    for (const tag of ['1-0', '*']) {
      const [chapter] = readBook(`%tgn 1\n[Game "ataxx"]\n[Result "${tag}"]\n\n1. a2 ${end}\n`).chapters;
      expect(chapter!.ended?.winner).toBe('x');
    }
  });

  it.each([
    ['%tgn 1\n[Game "a"]\n\na 1-0 0-1\n', 'chapter 1: record: the result is 0-1 here and 1-0 before'],
    ['%tgn 1\n[Game "a"]\n[Result "0-1"]\n\na {thus\n0-1 }\n', 'chapter 1: record: it ends without the result 0-1 that its tag has'],
    ['%tgn 1\n[Game "a"]\n[Result "0-1"]\n\na 1-0\n', 'chapter 1: record: the result is 1-0 here and 0-1 before'],
    ['%tgn 1\n[Game "a"]\n[Result "0-1"]\n\na b\n', 'chapter 1: record: it ends without the result 0-1 that its tag has'],
    ['', 'begins with the line %tgn 1'], ['hello', 'begins with the line %tgn 1'], ['x\n%tgn 1\n[Game "a"]\n', 'begins with the line %tgn 1'],
    ['%tgn 1\n', 'chapter 1: record: the tag [Game "…"] is missing'], ['%tgn 1\n[Game "a"]\n\n%tgn 1\n[Game "b"]\n\na ) *', 'chapter 2: moves: ) closes'],
  ])('%j is none', (text, why) => expect(() => readBook(text)).toThrow(why));

  it('has so many chapters, and titles of so many letters', () => {
    const chapters = Array.from({ length: mostChapters }, (_, i) => ({ title: String(i), game: 'g' }));
    expect(readBook(writeBook({ title: '', chapters })).chapters).toHaveLength(mostChapters);
    expect(() => readBook(writeBook({ title: '', chapters: [...chapters, chapters[0]!] }))).toThrow(TooManyChapters);
    expect(readBook(writeBook({ title: '🎲'.repeat(500), chapters: chapters.slice(0, 1) })).title).toBe('🎲'.repeat(longestTitle));
  });

  it('fits a link, with all chapters, where it says no more than people do', async () => {
    const said = (i: number) => `{In chapter ${i} White gives a piece up to come first to the corner, and Black must answer at once.}`;
    const chapters = Array.from({ length: mostChapters }, (_, i) => ({ title: `Chapter ${i}`, game: 'ataxx', moves: `${said(i)} a2 a7-a5 a2-a4` }));
    const text = writeBook({ title: 'Corners', chapters });
    expect(await unpack((await pack(text))!, mostBytes)).toBe(text);
  });
});

describe('what this browser keeps', () => {
  let room: number;
  /** What there is no room for, though there is for others. */
  let barred: string | undefined;
  beforeEach(() => {
    room = Infinity;
    barred = undefined;
    vi.stubGlobal('navigator', { languages: ['en'] });
    vi.stubGlobal('localStorage', fakeStorage((name, value) => value.length > room || name === barred));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is listed, the latest first, and forgotten', () => {
    const text = writeBook(book);
    for (const [id, at] of [['a', 1], ['b', 3], ['c', 2]] as const) expect(keepStudy(id, text, at)).toBeUndefined();
    expect(ownStudies().map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect([ownText('a'), ownTitle('a'), ownText('z'), ownTitle('z')]).toEqual([text, book.title, undefined, '']);
    forgetStudy('b');
    expect(ownStudies().map(({ id }) => id)).toEqual(['c', 'a']);
    expect(ownText('b')).toBeUndefined();
  });

  it.each([
    ['an entry is none', '[{"id":"../x","at":1},{"id":"b","at":null},null,{"id":"a","at":1},{"id":"a","at":7}]', [['a', 7], ['b', 0]]],
    ['the list is none', '{', [['a', 0], ['b', 0]]],
    ['the list is lost', null, [['a', 0], ['b', 0]]],
  ])('is not lost where %s', (_why, list, own) => {
    for (const id of ['a', 'b']) keepStudy(id, writeBook(book), 3);
    localStorage.setItem('tavoliere.study.../x', '""');
    localStorage.removeItem('tavoliere.studies');
    if (list !== null) localStorage.setItem('tavoliere.studies', list);
    expect(ownStudies().map(({ id, at }) => [id, at])).toEqual(own);
    keepStudy('c', 'x', 9);
    expect(ownStudies().map(({ id, at }) => [id, at])).toEqual([['c', 9], ...own]);
  });

  it('has bounds, and says so', () => {
    expect(keepStudy('a', 'x'.repeat(mostBytes + 1))?.text).toContain('200 kB');
    for (let i = 0; i < mostOwn; i++) keepStudy(`id${i}`, 'x', i);
    expect(keepStudy('another', 'x')?.text).toContain(`${mostOwn} studies`);
    expect(keepStudy('id3', 'y')).toBeUndefined();
    room = 10;
    expect(keepStudy('id3', 'y'.repeat(20))?.text).toContain('no more room');
    expect(ownText('id3')).toBe('y');
  });

  it('leaves nothing of a new study for which the list has no room, and all of another', () => {
    keepStudy('a', 'x', 1);
    barred = 'tavoliere.studies';
    expect(keepStudy('b', 'y', 2)?.text).toContain('no more room');
    expect(ownText('b')).toBeUndefined();
    expect(keepStudy('a', 'z', 3)).toBeUndefined();
    expect([ownText('a'), ownStudies()]).toEqual(['z', [{ id: 'a', at: 1 }]]);
  });
});

it('has every text in every language', () => {
  const shape = (texts: object) => Object.entries(texts).map(([name, value]) => [name, typeof value]);
  expect(shape(studyTexts.it)).toEqual(shape(studyTexts.en));
  expect(studyTexts.it.keys).toHaveLength(studyTexts.en.keys.length);
});
