/** What the games do where something fails; what they do with the rules' modules is tested in web/static. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GameState, Lines, ServerMessage } from '../protocol.ts';
import { Games, type Live, type Thinker, type Told } from './games.ts';
import { inMemory } from './store.ts';

const thought: Lines = { depth: 1, nodes: 1, seconds: 0, lines: [{ score: { cp: 0 }, moves: ['b'] }], done: true };
const players = { x: { kind: 'person' }, o: { kind: 'engine', level: 1 } } as const;

/** A game of two moves: the person's, then the engine's. */
const told = (key: string, moves: string[]): Told => ({
  record: { version: moves.length + 1, game: 'g', start: 'p', players, moves, result: null, offers: [] },
  state: { key, version: moves.length + 1, history: moves.map((text) => ({ text })) } as unknown as GameState,
  deadline: null,
  think: moves.length === 1 ? { level: 1 } : null,
});
const live = {
  begin: async (key) => told(key, ['a']),
  look: async (record) => told(record.key, record.moves),
  thought: async (record, { lines }) => told(record.key, [...record.moves, lines[0]!.moves[0]!]),
} satisfies Partial<Live> as Partial<Live> as Live;

let heard: ServerMessage[];
const latest = () => heard.filter(({ t }) => t === 'state').at(-1)!.d as GameState;
const errors = () => heard.flatMap((message) => (message.t === 'error' ? [message.d.error] : []));

function gamesWith({ update = true, think }: { update?: boolean; think: Thinker['think'] }) {
  const store = inMemory();
  const keeps = { is: update };
  heard = [];
  const games = new Games({
    live, thinker: { think, stop() {} }, analyst: { think, stop() {} },
    store: { ...store, update: async (record) => (keeps.is ? store.update(record) : Promise.reject(new Error('the disk is full'))) },
    study: () => Promise.reject(new Error()), explore: () => Promise.reject(new Error()), send: (message) => heard.push(message), changed() {},
  });
  return { keeps, begin: () => games.receive(JSON.stringify({ t: 'new', id: 1, d: { game: 'g' } })) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("keeps the engine's move once it can, and tells that it could not", async () => {
  const { keeps, begin } = gamesWith({ update: false, think: async () => thought });
  await begin();
  await vi.advanceTimersByTimeAsync(0);
  expect([latest().version, errors()]).toEqual([1 + 1, ['the disk is full']]);
  await vi.advanceTimersByTimeAsync(2000);
  keeps.is = true;
  await vi.advanceTimersByTimeAsync(2000);
  expect(latest().history.map(({ text }) => text)).toEqual(['a', 'b']);
  expect(errors()).toHaveLength(1);
});

it('asks an engine that failed again', async () => {
  let failures = 3;
  const { begin } = gamesWith({ think: () => (failures-- > 0 ? Promise.reject(new Error('no module')) : Promise.resolve(thought)) });
  await begin();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(latest().history).toHaveLength(2);
  expect(errors()).toEqual(['no module']);
});
