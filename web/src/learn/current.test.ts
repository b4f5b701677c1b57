import { beforeEach, expect, it } from 'vitest';
import { Current } from './current.svelte.ts';
import { FakeServer } from './fixtures.ts';
import type { Puzzle } from './puzzles.ts';
import { Solver } from './solver.svelte.ts';

let server: FakeServer;
let current: Current;

const made = (id: string) => {
  const puzzle = { id, variant: 'g', position: 'startpos', goal: 'win', proof: 'proved', depth: 1, find: 1, line: ['a'], wrong: { c: ['x'] } } as Puzzle;
  return new Solver(server.asPlay(), puzzle, { onSlip: () => {}, onSolved: () => {}, pace: () => 0 });
};
const wanted = () => true;

beforeEach(() => {
  server = new FakeServer();
  current = new Current();
});

it('stays alive where one goes back to it before the next has come', async () => {
  const one = made('g-1');
  await current.take(one, wanted);
  const answering = one.answer({ text: 'c', path: ['c'] });
  let isWanted = true;
  const next = current.take(made('g-2'), () => isWanted);
  isWanted = false;
  expect([await current.take(made('g-1'), wanted), await next]).toEqual([false, false]);
  await answering;
  expect([current.solver, one.phase, one.walk.texts]).toEqual([one, 'wrong', ['c', 'x']]);
  await one.tryAgain();
  expect(one.phase).toBe('ask');
});

it('stops when another takes its place', async () => {
  const [one, next] = [made('g-1'), made('g-2')];
  await current.take(one, wanted);
  await one.showSolution();
  one.look(0);
  one.toggle();
  expect(one.running).toBe(true);
  expect(await current.take(next, wanted)).toBe(true);
  expect([current.solver, one.running]).toEqual([next, false]);
});

it('is tried again where it could not begin', async () => {
  server.down = true;
  await current.take(made('g-1'), wanted);
  expect([current.solver?.phase, current.solver?.walk.trouble?.text]).toEqual(['opening', 'down']);
  server.down = false;
  expect(await current.take(made('g-1'), wanted)).toBe(true);
  expect(current.solver?.phase).toBe('ask');
});
