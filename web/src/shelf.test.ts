import { beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from './fakeStorage.ts';
import { knownSeat, learn, newKey, seatFor, shelf, shelve, unshelve } from './shelf.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
});

const over = { winner: 'x', reason: 'resigned' } as const;
const atOneScreen = (key: string) => ({ key, seats: 'xo' as const, result: null });
const byLink = (key: string) => ({ key, seats: 'o' as const, result: null });

it('keeps games, the last one first, each once, and not too many', () => {
  for (const key of ['a', 'b', 'a']) shelve(atOneScreen(key));
  expect(shelf()).toEqual(['a', 'b']);
  for (let i = 0; i < 60; i++) shelve(atOneScreen(`game ${i}`));
  expect(shelf()).toHaveLength(50);
  expect(shelf()[0]).toBe('game 59');
});

it('keeps a seat in a game by link that goes on, however many others come', () => {
  for (const key of ['friend', 'resigned', 'left']) shelve(byLink(key));
  shelve({ ...byLink('watched'), seats: '' });
  for (let i = 0; i < 40; i++) shelve(atOneScreen(`game ${i}`));
  shelve({ ...byLink('resigned'), result: over });
  learn([{ ...byLink('left'), result: over }, byLink('of another browser')]);
  for (let i = 40; i < 100; i++) shelve(atOneScreen(`game ${i}`));
  expect(shelf()).toHaveLength(50);
  expect(shelf().filter((key) => !key.startsWith('game'))).toEqual(['friend']);
  for (let i = 0; i < 60; i++) shelve(byLink(`friend ${i}`));
  shelve(atOneScreen('last'));
  expect(shelf()).toHaveLength(50);
  expect(shelf().slice(0, 2)).toEqual(['last', 'friend 59']);
});

it('takes one seat for one invitation', () => {
  const seat = seatFor('invitation');
  expect(seatFor('invitation')).toBe(seat);
  expect(seatFor('another')).not.toBe(seat);
  expect(knownSeat('invitation')).toBe(seat);
  expect(knownSeat('unknown')).toBeUndefined();
});

it('knows the invitation to a game that goes on after many others', () => {
  const seat = seatFor('invitation');
  seatFor('another');
  shelve(byLink(seat));
  for (let i = 0; i < 60; i++) seatFor(`invitation ${i}`);
  expect(knownSeat('invitation')).toBe(seat);
  expect(knownSeat('another')).toBeUndefined();
  expect(knownSeat('invitation 59')).toBeDefined();
});

it('what is gone gives way first, and no sooner: the server may only have had another database for a moment', () => {
  const [seat, other] = [seatFor('gone'), seatFor('stays')];
  for (const key of [seat, other, 'gone', 'stays']) shelve(byLink(key));
  expect(unshelve('gone')).toEqual(['gone', seat]);
  expect(shelf()).toEqual(['stays', other, 'gone', seat]);
  expect([knownSeat('gone'), knownSeat('stays')]).toEqual([seat, other]);
  expect(unshelve('never there')).toEqual(['never there']);
  expect(shelf()).toHaveLength(4);
  while (shelf().includes(seat)) shelve(byLink(newKey()));
  expect(shelf()).toEqual(expect.arrayContaining(['stays', other, 'gone']));
});

it('keeps no place for games that are not told of, and takes them off for no such reason', () => {
  for (const key of ['gone', 'back', 'there']) shelve(byLink(key));
  learn([byLink('there')], ['gone', 'back', 'there']);
  expect(shelf()).toEqual(['there', 'back', 'gone']);
  learn([byLink('back')]);
  for (let i = 0; i < 60; i++) shelve(atOneScreen(`game ${i}`));
  expect(shelf().filter((key) => !key.startsWith('game'))).toEqual(['there', 'back']);
});

it('makes keys of 22 letters and digits', () => {
  const keys = Array.from({ length: 100 }, newKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9A-Za-z]{22}$/);
});

it('goes without where nothing can be kept', () => {
  vi.stubGlobal('localStorage', { getItem: () => { throw new Error('private'); }, setItem: () => { throw new Error('private'); } });
  shelve(atOneScreen('a'));
  expect(shelf()).toEqual([]);
});
