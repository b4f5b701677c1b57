import { beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from './fakeStorage.ts';
import { knownSeat, newKey, seatFor, shelf, shelve } from './shelf.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
});

it('keeps games, the last one first, each once, and not too many', () => {
  for (const key of ['a', 'b', 'a']) shelve(key);
  expect(shelf()).toEqual(['a', 'b']);
  for (let i = 0; i < 60; i++) shelve(`game ${i}`);
  expect(shelf()).toHaveLength(50);
  expect(shelf()[0]).toBe('game 59');
});

it('takes one seat for one invitation', () => {
  const seat = seatFor('invitation');
  expect(seatFor('invitation')).toBe(seat);
  expect(seatFor('another')).not.toBe(seat);
  expect(knownSeat('invitation')).toBe(seat);
  expect(knownSeat('unknown')).toBeUndefined();
});

it('makes keys of 22 letters and digits', () => {
  const keys = Array.from({ length: 100 }, newKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9A-Za-z]{22}$/);
});

it('goes without where nothing can be kept', () => {
  vi.stubGlobal('localStorage', { getItem: () => { throw new Error('private'); }, setItem: () => { throw new Error('private'); } });
  shelve('a');
  expect(shelf()).toEqual([]);
});
