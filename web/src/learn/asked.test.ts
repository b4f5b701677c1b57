import { describe, expect, it } from 'vitest';
import { compare } from './asked.ts';

describe('what is asked for', () => {
  const wanted = ['a2', 'a7-a5'];
  it('comes move by move', () => {
    expect(compare(wanted, [])).toEqual({ state: 'ask', move: 'a2', last: undefined });
    expect(compare(wanted, ['a2'])).toEqual({ state: 'ask', move: 'a7-a5', last: 'a2' });
    expect(compare(wanted, ['a2', 'a7-a5'])).toEqual({ state: 'done', last: 'a7-a5' });
  });
  it('is over when more was played', () => expect(compare(wanted, ['a2', 'a7-a5', 'b1'])).toEqual({ state: 'free' }));
  it('was not the first other move', () => {
    expect(compare(wanted, ['a2', 'g6', 'a7-a5'])).toEqual({ state: 'other', move: 'g6', wanted: 'a7-a5' });
  });
  it('is nothing where the picture has no moves', () => {
    expect(compare([], [])).toEqual({ state: 'free' });
    expect(compare([], ['a2'])).toEqual({ state: 'free' });
  });
});
