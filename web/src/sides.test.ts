import { expect, it } from 'vitest';
import type { Player } from './protocol.ts';
import { knownReason, ownSide } from './sides.ts';

const person: Player = { kind: 'person' };
const engine: Player = { kind: 'engine', level: 3 };

it('knows on which side somebody sits', () => {
  expect(ownSide('o', { x: person, o: person })).toBe('o');
  expect(ownSide('xo', { x: engine, o: person })).toBe('o');
  expect(ownSide('xo', { x: person, o: engine })).toBe('x');
});

it('knows that two at one screen, watchers and engines have no side', () => {
  expect(ownSide('xo', { x: person, o: person })).toBeUndefined();
  expect(ownSide('xo', { x: engine, o: engine })).toBeUndefined();
  expect(ownSide('', { x: person, o: person })).toBeUndefined();
});

it('a game that players end has a reason that is known', () => {
  expect(['resigned', 'time', 'agreed', 'blah', 'constructor', ''].map((reason) => knownReason('x', reason))).toEqual(['resigned', 'time', '', '', '', '']);
  expect(['resigned', 'agreed', 'toString'].map((reason) => knownReason('draw', reason))).toEqual(['', 'agreed', '']);
});
