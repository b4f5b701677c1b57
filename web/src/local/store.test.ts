import { describe, expect, it } from 'vitest';
import { readRecord, type GameRecord } from './store.ts';

const record: GameRecord = {
  key: 'a'.repeat(22), version: 3, game: 'ataxx', start: 'o5x/7/7/7/7/7/x5o x 0 1', moves: ['a2', 'a7-a5'], result: null, offers: [],
  players: { x: { kind: 'person' }, o: { kind: 'engine', level: 3 } },
};

describe('what a database has', () => {
  it.each<[Partial<GameRecord>]>([
    [{}], [{ clock: { days: 3, x: 1, o: 2 } }], [{ clock: { seconds: 60, increment: 0, x: 1, o: 2, since: 3 } }], [{ moves: [] }],
    [{ result: { winner: 'draw', reason: 'full' } }], [{ result: { winner: 'x', reason: 'blocked', score: -3 } }],
    [{ offers: [{ what: 'draw', by: 'x', declined: true }] }],
    [{ players: { x: { kind: 'engine', seconds: 0.05 }, o: { kind: 'engine', seconds: 10 } } }],
  ])('is a game with %j', (change) => expect(readRecord({ ...record, ...change })).toEqual({ ...record, ...change }));

  it('is a game as older pages kept it', () => {
    const { offers: _, ...older } = record;
    const result = { winner: 'o', reason: 'resigned' } as const;
    const control = { seconds: 60, increment: 2 };
    expect(readRecord({ ...older, resigned: null })).toEqual(record);
    expect(readRecord({ ...older, resigned: 'x', result, clock: { control, x: 7, o: 8, since: 9 } }))
      .toEqual({ ...record, result, clock: { ...control, x: 7, o: 8, since: 9 } });
    expect(readRecord({ ...older, resigned: null, clock: { control: { days: 3 }, x: 7, o: 8 } })!.clock).toEqual({ days: 3, x: 7, o: 8 });
  });

  it.each<[object]>([
    [{ key: undefined }], [{ key: 7 }], [{ key: '' }], [{ version: 0 }], [{ version: '3' }], [{ version: NaN }], [{ game: null }], [{ start: 1 }],
    [{ moves: 'a2' }], [{ moves: [1] }], [{ moves: { length: 0 } }], [{ result: {} }], [{ result: { winner: 'x' } }], [{ offers: 'none' }], [{ offers: [1] }],
    [{ players: {} }], [{ players: { x: { kind: 'person' } } }], [{ players: { x: { kind: 'dog' }, o: { kind: 'person' } } }],
    [{ players: { x: { kind: 'engine' }, o: { kind: 'person' } } }], [{ players: { x: { kind: 'engine', level: 9 }, o: { kind: 'person' } } }],
    [{ players: { x: { kind: 'engine', seconds: Infinity }, o: { kind: 'person' } } }], [{ clock: null }], [{ clock: 7 }],
  ])('is none with %j', (change) => expect(readRecord({ ...record, ...change })).toBeUndefined());

  it.each([undefined, null, 7, 'game', [], {}])('is none where it is %j', (value) => expect(readRecord(value)).toBeUndefined());
});
