import { describe, expect, it } from 'vitest';
import { newClock } from './clock.ts';
import { isRecord, type GameRecord } from './store.ts';

const record: GameRecord = {
  key: 'a'.repeat(22), version: 3, game: 'ataxx', start: 'o5x/7/7/7/7/7/x5o x 0 1', moves: ['a2', 'a7-a5'], resigned: null, result: null,
  players: { x: { kind: 'person' }, o: { kind: 'engine', level: 3 } },
};

describe('what a database has', () => {
  it.each<Partial<GameRecord>>([
    {}, { resigned: 'x' }, { late: 'o' }, { clock: newClock({ days: 3 }) }, { clock: { ...newClock({ seconds: 60, increment: 0 }), since: 1 } },
    { result: { winner: 'draw', reason: 'full' } }, { result: { winner: 'x', reason: 'blocked', score: -3 } }, { moves: [] },
    { players: { x: { kind: 'engine', seconds: 0.05 }, o: { kind: 'engine', seconds: 10 } } },
  ])('is a game with %j', (change) => expect(isRecord({ ...record, ...change })).toBe(true));

  it.each<object>([
    { key: undefined }, { key: 7 }, { key: '' }, { version: 0 }, { version: '3' }, { version: NaN }, { game: null }, { start: 1 }, { moves: 'a2' },
    { moves: [1] }, { moves: { length: 0 } }, { resigned: 'z' }, { resigned: undefined }, { late: 'draw' }, { result: {} }, { result: { winner: 'x' } },
    { players: {} }, { players: { x: { kind: 'person' } } }, { players: { x: { kind: 'dog' }, o: { kind: 'person' } } },
    { players: { x: { kind: 'engine' }, o: { kind: 'person' } } }, { players: { x: { kind: 'engine', level: 9 }, o: { kind: 'person' } } },
    { players: { x: { kind: 'engine', seconds: Infinity }, o: { kind: 'person' } } }, { clock: null }, { clock: {} }, { clock: { control: { days: 3 } } },
    { clock: newClock({ days: 15 }) }, { clock: { ...newClock({ days: 3 }), x: '1' } }, { clock: { ...newClock({ days: 3 }), since: 'now' } },
  ])('is none with %j', (change) => expect(isRecord({ ...record, ...change })).toBe(false));

  it.each([undefined, null, 7, 'game', [], {}])('is none where it is %j', (value) => expect(isRecord(value)).toBe(false));
});
