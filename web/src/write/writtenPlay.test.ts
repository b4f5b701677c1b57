import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Given } from './desk.ts';

let workers: FakeWorker[];
class FakeWorker {
  readonly sent: unknown[] = [];
  ended = false;

  constructor() {
    workers.push(this);
  }
  postMessage(what: unknown) {
    this.sent.push(what);
  }
  terminate() {
    this.ended = true;
  }
}

beforeEach(() => {
  workers = [];
  for (const [name, value] of Object.entries({ Worker: FakeWorker, location: { hash: '' }, history: { state: null }, addEventListener() {} })) vi.stubGlobal(name, value);
});
afterEach(() => vi.unstubAllGlobals());

it('ends its worker with its connection', async () => {
  const { WrittenPlay } = await import('./writtenPlay.svelte.ts');
  const given = { text: 'game a', info: { game: 'a' } } as Given;
  const play = new WrittenPlay(given, () => {});
  const created = expect(play.client.request('new', { game: 'a', x: { kind: 'person' }, o: { kind: 'person' } })).rejects.toThrow();
  await expect.poll(() => workers[0]?.sent.length).toBe(2);
  expect(workers[0]!.sent[0]).toBe(given);
  play.client.close();
  await created;
  expect(workers.map(({ ended }) => ended)).toEqual([true]);
});
