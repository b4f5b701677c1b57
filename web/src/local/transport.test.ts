import { beforeEach, expect, it } from 'vitest';
import { Client, Refused } from '../client.ts';
import type { GameState } from '../protocol.ts';
import { makeTransport } from './transport.ts';
import type { FromWorker, ToWorker } from './serve.ts';

class FakeWorker {
  readonly sent: ToWorker[] = [];
  ended = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: (() => void) | null = null;

  postMessage(what: ToWorker) {
    this.sent.push(what);
  }
  terminate() {
    this.ended = true;
  }
  say(data: FromWorker) {
    this.onmessage!({ data });
  }
}

let workers: FakeWorker[];
const transport = () => makeTransport(() => {
  workers.push(new FakeWorker());
  return workers.at(-1) as unknown as Worker;
});
beforeEach(() => {
  workers = [];
});

it('asks one worker for everything', async () => {
  const { games, board } = transport();
  const asked = [games(), board('ataxx')];
  const [worker] = workers;
  expect(workers).toHaveLength(1);
  expect(worker!.sent).toEqual([{ id: 1, games: true }, { id: 2, board: 'ataxx' }]);
  worker!.say({ id: 2, error: 'variant: no' });
  worker!.say({ id: 1, answer: [] });
  expect(await asked[0]).toEqual([]);
  await expect(asked[1]).rejects.toThrow('variant: no');
});

it('carries the messages of a client, to a new worker where one failed', async () => {
  const local = transport();
  const [states, connections]: [GameState[], boolean[]] = [[], []];
  const client = new Client(() => local.connect(), { onState: (state) => states.push(state), onConnection: (on) => connections.push(on), onPresent() {} });
  const opened = client.open('k');
  await Promise.resolve();
  const state = { key: 'k', version: 1 } as GameState;
  const sent = () => workers.at(-1)!.sent.map((what) => ('message' in what ? JSON.parse(what.message) : what));
  expect(sent()).toEqual([{ t: 'open', id: 1, d: { key: 'k' } }]);
  workers[0]!.say({ message: JSON.stringify({ t: 'state', id: 1, d: state }) });
  await opened;

  workers[0]!.say({ failed: 'out of memory' });
  expect([workers[0]!.ended, connections]).toEqual([true, [true, false]]);
  await expect.poll(() => workers.length).toBe(2);
  expect(sent()).toEqual([{ t: 'open', id: 2, d: { key: 'k' } }]);
  expect(connections).toEqual([true, false, true]);
  client.close();
});

it('asks nothing again of which the worker failed', async () => {
  const local = transport();
  const client = new Client(() => local.connect(), { onState() {}, onConnection() {}, onPresent() {} });
  const asked = client.request('study', { game: 'clobber' });
  const failed = expect(asked).rejects.toBeInstanceOf(Refused);
  await Promise.resolve();
  workers[0]!.say({ failed: 'unreachable' });
  await failed;
  const again = client.request('study', { game: 'insert' });
  await expect.poll(() => workers.length).toBe(2);
  await expect.poll(() => workers[1]!.sent.length).toBe(1);
  workers[1]!.onerror!(); // it could not start: that is nobody's fault
  await expect.poll(() => workers[2]?.sent.length).toBe(1);
  workers[2]!.say({ message: JSON.stringify({ t: 'study', id: 2, d: { game: 'insert' } }) });
  expect((await again).game).toBe('insert');
  client.close();
});

it('says what failed to those who wait', async () => {
  const { games } = transport();
  const asked = games();
  workers[0]!.onerror!();
  await expect(asked).rejects.toThrow('the page could not start its engine');
});

it('ends with its connection where it is a helper, and what it was asked fails; who connects again has another', async () => {
  const helper = transport().another();
  const asked = helper.board('ataxx');
  helper.connect().close();
  expect(workers.map(({ ended }) => ended)).toEqual([true]);
  await expect(asked).rejects.toThrow('the page ended its engine');
  helper.connect().send('{}');
  expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
});
