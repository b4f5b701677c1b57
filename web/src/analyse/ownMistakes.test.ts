import { describe, expect, it } from 'vitest';
import type { GameGlance } from '../protocol.ts';
import { ownMistakes, sideIn } from './ownMistakes.ts';
import type { Judged } from './points.ts';
import type { Reviewed } from './review.svelte.ts';

const person = { kind: 'person' } as const;
const engine = { kind: 'engine', level: 1 } as const;
const game = (seats: GameGlance['seats'], players: GameGlance['players'], moves = 'a b c') => ({ game: 'g', seats, players, start: 's', moves }) as GameGlance;
const course = (moves: string, position = 's') => ({ game: 'g', position, moves: moves.split(' ') });

describe('one\'s own side', () => {
  it('is the one that one has played', () => {
    expect(sideIn([game('xo', { x: person, o: engine })], course('a b c'))).toBe('x');
    expect(sideIn([game('xo', { x: engine, o: person })], course('a b'))).toBe('o');
    expect(sideIn([game('o', { x: person, o: person })], course('a b c'))).toBe('o');
  });

  it('is none where both are, nobody is, or it is another game', () => {
    const own = game('xo', { x: person, o: engine });
    expect(sideIn([game('xo', { x: person, o: person })], course('a b c'))).toBeUndefined();
    expect(sideIn([game('', { x: person, o: person })], course('a b c'))).toBeUndefined();
    expect(sideIn([own], course('a b d'))).toBeUndefined();
    expect(sideIn([own], course('a b c d'))).toBeUndefined();
    expect(sideIn([own], course('a b c', 't'))).toBeUndefined();
    expect(sideIn([own], { ...course('a b c'), game: 'h' })).toBeUndefined();
    expect(sideIn([], course('a'))).toBeUndefined();
  });
});

it('what gave much away is asked again, with what it would have been worth', () => {
  const judged = (cp: number, line: string[], best?: Judged): Judged => ({ score: { cp }, depths: [], line, ...(best ? { best } : {}) });
  const node = { move: 'p', parent: { facts: { shown: { position: 'here' } } } };
  const made = (turn: 'x' | 'o', verdict: Reviewed['verdict'], before: Judged) => ({ node, ply: 1, turn, lost: 0.2, verdict, before, after: judged(0, ['q', 'r']) }) as unknown as Reviewed;
  const moves = [
    made('x', 'mistake', judged(0, ['b'])), made('x', 'blunder', judged(0, ['b'], judged(-400, []))), made('x', 'inaccuracy', judged(0, ['b'])),
    made('x', undefined, judged(0, ['b'])), made('o', 'blunder', judged(0, ['b'])), made('x', 'mistake', judged(0, [])),
  ];
  const found = ownMistakes(moves, 'g', 'x');
  expect(found.map(({ worth }) => worth.toFixed(2))).toEqual(['0.50', '0.73']);
  expect(found[0]).toEqual({ variant: 'g', position: 'here', line: ['b'], played: 'p', answer: ['q', 'r'], worth: 0.5 });
});
