import { expect, it } from 'vitest';
import { Ahead } from './ahead.svelte.ts';
import type { Move } from './board';
import type { GameState, Place, Study } from './protocol.ts';

const move = (text: string): Move => ({ text, path: text === 'pass' ? [] : [text] });
const state = (key: string, position: string, turn: 'x' | 'o', ...moves: string[]) => at(3, key, position, turn, ...moves);
const at = (ply: number, key: string, position: string, turn: 'x' | 'o', ...moves: string[]) =>
  ({ key, game: 'g', position, turn, result: null, moves: moves.map(move), history: Array(ply).fill(move('m')) }) as unknown as GameState;

const waiting = at(2, 'k', '3/x1o/3 x 4', 'x');

async function begun(answer: () => Promise<Partial<Study>> = async () => ({ moves: [move('a'), move('pass')] })) {
  const asked: Place[] = [];
  const ahead = new Ahead((place) => (asked.push(place), answer() as Promise<Study>));
  expect(ahead.follow(undefined, waiting, 'o')).toBeUndefined();
  await Promise.resolve().then(() => {}).then(() => {});
  return { ahead, asked };
}

it('offers what one could play in the other\'s place, but no pass', async () => {
  const { ahead, asked } = await begun();
  expect(asked).toEqual([{ game: 'g', position: '3/x1o/3 o 4' }]);
  expect(ahead.moves).toEqual([move('a')]);
});

it('offers nothing where there is no such position, nor to whoever watches, nor in one\'s own turn', async () => {
  const { ahead } = await begun(() => Promise.reject(new Error('position: no')));
  expect([ahead.moves, ahead.isAsking]).toEqual([[], false]);
  ahead.follow(waiting, state('k', '2 x', 'x'), undefined);
  ahead.follow(waiting, state('k', '3 x', 'x', 'a'), 'x');
  expect([ahead.moves, ahead.isAsking]).toEqual([[], false]);
});

it.each([
  ['is made where it is legal', state('k', '1 o', 'o', 'a', 'b'), 'a', ''],
  ['is dropped where it is not, and that is told', state('k', '1 o', 'o', 'b'), undefined, 'a'],
  ['is forgotten when the move before is taken back', at(1, 'k', '1 x', 'x'), undefined, ''],
  ['is forgotten when one\'s own move before is taken back, though it is legal there', at(1, 'k', '1 o', 'o', 'a', 'b'), undefined, ''],
  ['is dropped where more was played meanwhile, in another window', at(5, 'k', '1 o', 'o', 'a', 'b'), undefined, 'a'],
  ['is forgotten in another game', state('other', '1 o', 'o', 'a'), undefined, ''],
  ['is forgotten when the game ends', { ...waiting, result: { winner: 'x', reason: 'resigned' } } as GameState, undefined, ''],
])('what was entered %s', async (_, next, made, dropped) => {
  const { ahead } = await begun();
  ahead.choose(move('a'));
  expect([ahead.follow(waiting, next, 'o')?.text, ahead.dropped, ahead.chosen]).toEqual([made, dropped, undefined]);
});

it('what was entered stays where only an offer has come', async () => {
  const { ahead } = await begun();
  ahead.choose(move('a'));
  expect(ahead.follow(waiting, { ...waiting, version: 9 }, 'o')).toBeUndefined();
  expect([ahead.chosen?.text, ahead.moves.length]).toEqual(['a', 1]);
});
