/** What becomes of a text that is opened, typed or pasted, without an editor and without a reader. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from '../fakeStorage.ts';
import { writeWriting } from './address.ts';
import { pack } from '../pack.ts';
import { first } from './shipped.ts';
import { writeTexts } from './texts.ts';
import { Writing } from './writing.svelte.ts';

vi.mock('virtual:written', () => ({ mostText: 40_000, rules: '', search: '', words: {}, games: [], files: {} }));
vi.mock('./reader.ts', () => ({ TooSlow: class {}, NoReader: class {}, Reader: class { check = async () => undefined; close() {} } }));
vi.mock('./writtenPlay.svelte.ts', () => ({ WrittenPlay: class {} }));

const place = { hash: '#write', search: '' };
let writing: Writing;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', { state: null, replaceState: (_: unknown, __: string, to: string) => (place.hash = to.slice(to.indexOf('#'))) });
  place.hash = '#write';
  writing = new Writing();
});
afterEach(() => {
  writing.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Types it, lets the pause pass after which it is kept, and gives the lengths of the texts that are. */
async function typed(text: string): Promise<number[]> {
  writing.type(text);
  await vi.advanceTimersByTimeAsync(1000);
  return writing.own.map((own) => own.text.length);
}

it('is kept when it is changed, as far as it may be a game’s', async () => {
  writing.open('game a');
  expect(await typed('game of b')).toEqual([9]);
  expect(await typed('è'.repeat(20_001))).toEqual([9]);
  expect(writing.trouble?.text).toBe(writeTexts.en.tooLarge(40_000));
  expect(await typed('è'.repeat(20_000))).toEqual([20_000]);
  expect(writing.trouble).toBeUndefined();
});

it('of a link is a copy with the editor’s ends of lines, and no text of one’s own', async () => {
  place.hash = writeWriting({ data: (await pack('game a\r\nboard rectangle 3x3\r'))! });
  await writing.follow();
  expect(writing.text).toBe('game a\nboard rectangle 3x3\n');
  expect(await typed('game a\nboard rectangle 3x3\n')).toEqual([]);
});

it('of a bad link is the first one, or what is there, and the page says why', async () => {
  place.hash = '#write=_____';
  await writing.follow();
  expect([writing.text, writing.trouble?.text]).toEqual([first, writeTexts.en.badLink]);
  expect(await typed('game b')).toEqual([6]);
  place.hash = '#write=____';
  await writing.follow();
  expect([writing.text, writing.trouble?.text]).toEqual(['game b', writeTexts.en.badLink]);
});
