import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Place } from '../protocol.ts';
import type { Puzzle } from './puzzles.ts';
import { FakeServer } from './fixtures.ts';
import { Solver } from './solver.svelte.ts';

const puzzle: Puzzle = {
  id: 'g-0a1b2c', variant: 'g', position: 'startpos', goal: 'win', plies: 5, proof: 'proved', depth: 5, find: 2,
  line: ['a', 'r', 'b', 's', 'end'], wrong: { c: ['x', 'y'] },
};

let server: FakeServer;
let solver: Solver;
let pace: number;
const heard: string[] = [];

const move = (text: string) => ({ text, path: [text] });
const positions = () => [solver.phase, solver.walk.shown?.position];
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

async function begin(changes: Partial<Puzzle> = {}) {
  solver = new Solver(server.asPlay(), { ...puzzle, ...changes }, {
    onSlip: () => heard.push('slip'), onSolved: (clean) => heard.push(clean ? 'clean' : 'solved'), pace: () => pace,
  });
  await solver.begin();
}

beforeEach(async () => {
  vi.useFakeTimers();
  server = new FakeServer();
  pace = 1000;
  heard.length = 0;
  await begin();
});
afterEach(() => vi.useRealTimers());

describe('the right moves', () => {
  it('are answered, asked for as long as each is the only one, and then explained', async () => {
    expect(positions()).toEqual(['ask', 'startpos']);
    await solver.answer(move('a'));
    expect(positions()).toEqual(['ask', 'a']);
    expect(solver.walk.moves).toEqual([]);
    await pass(1000);
    expect(positions()).toEqual(['ask', 'a.r']);
    expect(solver.walk.moves).toHaveLength(3);
    await solver.answer(move('b'));
    expect([positions(), heard]).toEqual([['solved', 'a.r.b'], ['clean']]);
    await pass(2000);
    expect([positions(), solver.running]).toEqual([['solved', 'a.r.b.s.end'], false]);
  });

  it('are one where no more is to be found', async () => {
    await begin({ find: 1 });
    await solver.answer(move('a'));
    expect(heard).toEqual(['clean']);
  });

  it('move nothing unasked where motion is to be reduced', async () => {
    pace = 0;
    await solver.answer(move('a'));
    expect(positions()).toEqual(['ask', 'a.r']);
    await solver.answer(move('b'));
    await pass(10_000);
    expect(positions()).toEqual(['solved', 'a.r.b']);
    solver.toggle();
    await pass(10_000);
    expect(positions()).toEqual(['solved', 'a.r.b.s.end']);
  });
});

describe('a wrong move', () => {
  it('is refuted as the puzzle says, taken back, and no longer clean', async () => {
    await solver.answer(move('c'));
    expect([positions(), solver.tried]).toEqual([['wrong', 'c'], 'c']);
    await pass(2000);
    expect(positions()).toEqual(['wrong', 'c.x.y']);
    await solver.tryAgain();
    expect(positions()).toEqual(['ask', 'startpos']);
    await solver.answer(move('c'));
    await solver.tryAgain();
    await solver.answer(move('a'));
    await pass(1000);
    await solver.answer(move('b'));
    expect([heard, server.analysed]).toEqual([['slip', 'solved'], []]);
  });

  it('is refuted by the engine where the puzzle says nothing, also later in the line', async () => {
    await solver.answer(move('a'));
    await pass(1000);
    await solver.answer(move('c'));
    expect(server.analysed).toEqual([{ game: 'g', position: 'startpos', moves: 'a r c', seconds: 0.3, lines: 1 }]);
    await pass(2000);
    expect(positions()).toEqual(['wrong', 'a.r.c.p.q']);
    await solver.tryAgain();
    expect([positions(), solver.found]).toEqual([['ask', 'a.r'], 1]);
  });

  it('needs no refutation where it ends the game', async () => {
    await solver.answer(move('end'));
    expect([positions(), server.analysed]).toEqual([['wrong', 'end'], []]);
  });

  it('may be left for the solution', async () => {
    const answering = solver.answer(move('b'));
    await solver.showSolution();
    await answering;
    expect(positions()).toEqual(['shown', 'startpos']);
    await pass(5000);
    expect([positions(), heard]).toEqual([['shown', 'a.r.b.s.end'], ['slip']]);
  });
});

describe('an unproved puzzle', () => {
  it('is told to have another winning move where the engine proves one, which is no mistake', async () => {
    await begin({ proof: 'search' });
    server.score = { loss: 4 };
    await solver.answer(move('b'));
    expect([solver.phase, solver.winsToo, heard]).toEqual(['wrong', true, []]);
    await solver.tryAgain();
    server.score = { cp: -900 };
    await solver.answer(move('b'));
    expect([solver.phase, solver.winsToo, heard]).toEqual(['wrong', false, ['slip']]);
  });

  it('is won by whoever ends the game with another move', async () => {
    await begin({ proof: 'search' });
    await solver.answer(move('end'));
    expect([solver.winsToo, heard]).toEqual([true, []]);
  });

  it('asks for more than a win where that is no task', async () => {
    await begin({ proof: 'search', goal: 'gain' });
    server.score = { loss: 4 };
    await solver.answer(move('b'));
    expect([solver.winsToo, heard]).toEqual([false, ['slip']]);
  });
});

describe('what fails on the way', () => {
  it('is no right move, and may be played again', async () => {
    server.down = true;
    await solver.answer(move('a'));
    expect([positions(), solver.found, solver.walk.trouble?.text]).toEqual([['ask', 'startpos'], 0, 'down']);
    server.down = false;
    await solver.answer(move('a'));
    await pass(1000);
    server.down = true;
    await solver.answer(move('b'));
    expect([positions(), heard]).toEqual([['ask', 'a.r'], []]);
    server.down = false;
    await solver.answer(move('b'));
    expect([positions(), heard]).toEqual([['solved', 'a.r.b'], ['clean']]);
  });

  it('is no mistake either', async () => {
    server.down = true;
    await solver.answer(move('b'));
    expect([solver.phase, heard]).toEqual(['ask', []]);
  });

  it('is not told over what is shown since', async () => {
    let fail!: (reason: Error) => void;
    const { request } = server.client;
    const failing = (type: string, place: Place) => (type === 'analyse' ? new Promise((_, refuse) => (fail = refuse)) : request(type, place));
    server.client.request = failing as typeof request;
    const answering = solver.answer(move('b'));
    await pass(0);
    await solver.showSolution();
    fail(new Error('down'));
    await answering;
    expect(solver.walk.trouble).toBeUndefined();
  });
});

describe('help', () => {
  it('points to where the move begins, once', async () => {
    expect(solver.hint).toEqual([]);
    solver.askHint();
    expect([solver.hint, heard]).toEqual([['a'], ['slip']]);
    await solver.answer(move('a'));
    await pass(1000);
    expect(solver.hint).toEqual([]);
    await solver.answer(move('b'));
    expect(heard).toEqual(['slip', 'solved']);
  });

  it('is over when all is shown', async () => {
    await solver.showSolution();
    await solver.answer(move('a'));
    solver.askHint();
    expect([solver.phase, heard, solver.hint]).toEqual(['shown', ['slip'], []]);
  });
});

describe('the explanation', () => {
  beforeEach(async () => {
    await solver.showSolution();
  });

  it('is stepped through, which stops it', async () => {
    await pass(1000);
    solver.look(3);
    await pass(5000);
    expect(positions()).toEqual(['shown', 'a.r.b']);
    solver.toggle();
    await pass(1000);
    solver.toggle();
    await pass(5000);
    expect(positions()).toEqual(['shown', 'a.r.b.s']);
  });

  it('tells why not another move', async () => {
    await solver.showWrong('c');
    await pass(5000);
    expect([positions(), solver.tried]).toEqual([['shown', 'c.x.y'], 'c']);
    await solver.showLine();
    await pass(5000);
    expect([positions(), solver.tried]).toEqual([['shown', 'a.r.b.s.end'], '']);
  });

  it('is followed by another try, which is not clean', async () => {
    await solver.again();
    expect([positions(), solver.found]).toEqual([['ask', 'startpos'], 0]);
    await solver.answer(move('a'));
    await pass(1000);
    await solver.answer(move('b'));
    expect(heard).toEqual(['slip', 'solved']);
  });

  it('goes to the analysis board, but not before', async () => {
    expect(solver.address()).toBe('#analyse?game=g&position=startpos&moves=a_r_b_s_end');
    await begin();
    expect(solver.address()).toBe('#analyse?game=g&position=startpos');
  });
});

it('is not looked through before there is nothing to give away', () => {
  solver.look(3);
  solver.toggle();
  expect([solver.walk.ply, solver.running]).toEqual([0, false]);
});

describe('another right move', () => {
  it('of a list ends the puzzle as the first one does', async () => {
    await begin({ find: 1, also: ['a', 'b'] });
    await solver.answer(move('b'));
    expect([positions(), solver.other, heard]).toEqual([['solved', 'b'], 'b', ['clean']]);
    expect(solver.address()).toContain('moves=b');
    await solver.again();
    await solver.answer(move('c'));
    await pass(0);
    expect([solver.phase, solver.other]).toEqual(['wrong', '']);
  });

  it('is one that the engine finds worth about as much', async () => {
    const after = async (cp: number) => {
      await begin({ find: 1, goal: 'gain', proof: 'search', worth: 0.5 });
      heard.length = 0;
      server.score = { cp };
      await solver.answer(move('b'));
      await pass(0);
      return [solver.phase, heard.join()];
    };
    expect(await after(-100)).toEqual(['solved', 'clean']);
    expect(await after(100)).toEqual(['solved', 'clean']);
    expect(await after(200)).toEqual(['wrong', 'slip']);
  });

  it('is none where the engine has not looked', async () => {
    await begin({ find: 1, goal: 'gain', proof: 'search', worth: 0 });
    await solver.answer(move('c'));
    expect(solver.phase).toBe('wrong');
    server.down = true;
    await solver.tryAgain();
  });
});
