import { beforeEach, expect, it } from 'vitest';
import { FakeServer } from './fixtures.ts';
import { Walk } from './walk.svelte.ts';

let server: FakeServer;
let walk: Walk;

beforeEach(() => {
  server = new FakeServer();
  walk = new Walk(server.asPlay(), 'g', 'startpos');
});

it('grows by moves, is looked back over, and is played on at its end alone', async () => {
  await walk.go(['a']);
  await walk.add('b');
  expect([walk.texts, walk.ply, walk.shown?.position]).toEqual([['a', 'b'], 2, 'a.b']);
  expect(walk.moves).toHaveLength(3);
  walk.look(0);
  expect([walk.shown?.position, walk.shown?.next, walk.moves]).toEqual(['startpos', 'x', []]);
  walk.look(99);
  expect(walk.ply).toBe(2);
});

it('stays where it is when a move is refused', async () => {
  await walk.go(['a']);
  expect(await walk.add('bad')).toBe(false);
  expect([walk.texts, walk.trouble, walk.refusals]).toEqual([['a'], { text: 'moves: bad', language: 'en', lead: '' }, 1]);
  await walk.add('c');
  expect(walk.trouble).toBeUndefined();
});

it('is what was asked for last', async () => {
  const slow = walk.go(['a']);
  await walk.go(['b']);
  expect(await slow).toBe(false);
  expect(walk.texts).toEqual(['b']);
});

it('hears nothing of what was refused after it was overtaken', async () => {
  const slow = walk.go(['bad']);
  await walk.go(['b']);
  expect(await slow).toBe(false);
  expect([walk.texts, walk.trouble, walk.refusals]).toEqual([['b'], undefined, 0]);
});

it('knows how it ends', async () => {
  await walk.go(['a', 'end'], 1);
  expect([walk.result, walk.won]).toEqual([null, false]);
  walk.look(2);
  expect([walk.result?.winner, walk.won, walk.moves]).toEqual(['o', true, []]);
});

it('sends of a long line only its end', async () => {
  const long = Array.from({ length: 100 }, (_, i) => `${'m'.repeat(38)}${i % 2}`);
  await walk.go(long.slice(0, 70));
  await walk.go(long);
  const last = server.places.at(-1)!;
  expect(last.moves!.length).toBeLessThanOrEqual(3000);
  expect(last.position).not.toBe('startpos');
  expect([walk.texts, walk.shown?.position]).toEqual([long, long.join('.')]);
});

it('has an address on the analysis board', async () => {
  await walk.go(['a', 'b'], 1);
  expect(walk.address(true)).toBe('#analyse?game=g&moves=a_b&at=1&flipped=on');
});
