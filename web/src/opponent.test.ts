import { beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from './fakeStorage.ts';
import { remember } from './memory.ts';
import { playersOf, usualOpponent } from './opponent.ts';
import type { GameInfo } from './protocol.ts';
import { parseVariant } from './variant.ts';

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));

const games = [{ game: 'ataxx', aliases: { thomas: 'ataxx:orthogonal' } }] as unknown as GameInfo[];

it.each(['ataxx', ' ataxx', 'ataxx:misere', 'thomas', 'thomas:misere'])('one of the reader’s strength is so in %j, by the game that it is of', (variant) => {
  remember('rating.ataxx', { value: 1100, doubt: 100 });
  const players = playersOf({ x: { kind: 'equal' }, o: { kind: 'person' } }, parseVariant(games, variant));
  expect(players).toEqual({ x: { kind: 'engine', level: 3 }, o: { kind: 'person' } });
});

it('without a form it is the engine, on the side on which it was last', () => {
  remember('rating.boop', { value: 1100, doubt: 100 });
  const [person, engine] = [{ kind: 'person' }, { kind: 'engine', level: 3 }] as const;
  expect(usualOpponent('boop')).toEqual({ x: person, o: engine });
  remember('choices', { x: { kind: 'equal' }, o: person });
  expect(usualOpponent('boop')).toEqual({ x: engine, o: person });
  remember('choices', { x: { kind: 'unequal' }, o: person });
  expect(usualOpponent('boop')).toEqual({ x: person, o: engine });
});
