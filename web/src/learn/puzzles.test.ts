import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '../fakeStorage.ts';
import { puzzleGames } from './games.ts';
import { Progress } from './progress.svelte.ts';
import { findPuzzle, inOrder, levelOf, loadPuzzles, nameOf, nextPuzzle, type Puzzle } from './puzzles.ts';
import { learnTexts } from './texts.ts';

const made = (depth: number, name: string) => ({ id: `g-${name}`, depth }) as Puzzle;
const set = [made(1, 'b'), made(2, 'a'), made(2, 'c'), made(7, 'd')];

describe('a puzzle', () => {
  it('has a name without its game, and is found by both', () => {
    expect(nameOf(set[1]!)).toBe('a');
    expect([findPuzzle(set, 'c'), findPuzzle(set, 'g-c'), findPuzzle(set, 'x')]).toEqual([set[2], set[2], undefined]);
  });

  it('is the harder the deeper one must look', () => {
    const all = Array.from({ length: 30 }, (_, i) => levelOf(made(i + 1, 'a')));
    expect(all).toEqual([...all].sort());
    expect(new Set(all)).toEqual(new Set([1, 2, 3, 4, 5]));
  });
});

it('of the standard game comes first among those of its level', () => {
  const of = (variant: string, depth: number) => ({ id: `${variant}${depth}`, variant, depth }) as Puzzle;
  const puzzles = [of('g:big', 1), of('g', 2), of('g:big', 3), of('g', 4), of('g:big', 12), of('g', 13)];
  expect(inOrder('g', puzzles).map(({ id }) => id)).toEqual(['g2', 'g:big1', 'g4', 'g:big3', 'g13', 'g:big12']);
});

describe('the next one', () => {
  const next = (current: Puzzle | undefined, ...solved: string[]) => nextPuzzle(set, current, ({ id }) => solved.includes(id))?.id;
  it('is the easiest that is not solved', () => {
    expect(next(undefined)).toBe('g-b');
    expect(next(undefined, 'g-b', 'g-a')).toBe('g-c');
  });
  it('comes after this one, and from the beginning again', () => {
    expect(next(set[1])).toBe('g-c');
    expect(next(set[1], 'g-c')).toBe('g-d');
    expect(next(set[3], 'g-b')).toBe('g-a');
    expect(next(set[3], 'g-b', 'g-a', 'g-c')).toBe('g-b');
  });
  it('is another where all are solved, and none where there is no other', () => {
    expect(next(set[0], 'g-a', 'g-b', 'g-c', 'g-d')).toBe('g-a');
    expect(nextPuzzle([set[0]!], set[0], () => false)).toBeUndefined();
    expect(nextPuzzle([], undefined, () => false)).toBeUndefined();
  });
  it('is the first of the same kind where this one is of another', () => expect(nextPuzzle(set.slice(1), set[0], () => false)).toBe(set[1]));
});

describe('what was solved', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', fakeStorage());
  });

  it('is remembered, with how many in a row were clean', () => {
    const progress = new Progress();
    progress.solve('g-a', true);
    progress.solve('g-b', true);
    progress.slip();
    progress.solve('g-c', false);
    progress.solve('g-d', true);
    progress.solve('g-d', true);
    const again = new Progress();
    expect([...'abcdx'].map((name) => again.isSolved({ id: `g-${name}` }))).toEqual([true, true, true, true, false]);
    expect(again.row).toBe(1);
  });

  it('in two tabs is kept of both', () => {
    const [one, other] = [new Progress(), new Progress()];
    one.solve('g-a', true);
    other.solve('g-b', true);
    expect(['g-a', 'g-b'].map((id) => new Progress().isSolved({ id }))).toEqual([true, true]);
  });
});

it('has every text in every language', () => {
  const shape = (value: unknown): unknown =>
    Array.isArray(value) ? value.length : value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, shape(inside)])) : typeof value;
  expect(shape(learnTexts.it)).toEqual(shape(learnTexts.en));
});

describe.each(puzzleGames)('the puzzles of %s', (game) => {
  it('are whole, sorted and each of its own', async () => {
    const puzzles = await loadPuzzles(game);
    expect(puzzles.length).toBeGreaterThan(0);
    expect(new Set(puzzles.map(nameOf)).size).toBe(puzzles.length);
    for (const [i, puzzle] of puzzles.entries()) {
      const { id, variant, depth, find, line, wrong = {}, goal, proof } = puzzle;
      expect(id).toMatch(new RegExp(`^${game}-[0-9a-f]{6}$`));
      expect(variant.split(':')[0]).toBe(game);
      expect(['win', 'draw', 'gain']).toContain(goal);
      expect(['proved', 'search']).toContain(proof);
      expect(find).toBeGreaterThanOrEqual(1);
      expect(line.length).toBeGreaterThanOrEqual(2 * find - 1);
      expect(Object.keys(wrong)).not.toContain(line[0]);
      expect(nextPuzzle(puzzles.slice(i), puzzle, () => false)).toBe(puzzles[i + 1]);
      expect(depth).toBeGreaterThanOrEqual(1);
    }
  });
});
