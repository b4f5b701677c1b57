import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answers, GameState, Hint, Lines, Players, Requests, RequestType, Score, ServerMessage, Study } from '../protocol.ts';
import type { Limits, Place } from './engine.ts';
import { sayings } from './fixtures.ts';
import { Games, type Thinker } from './games.ts';
import { inMemory, type Store } from './store.ts';

const person = { kind: 'person' } as const;
const engine = { kind: 'engine', level: 3 } as const;
const people: Players = { x: person, o: person };
const againstEngine: Players = { x: person, o: engine };

interface Asked {
  place: Place;
  limits: Limits;
  answer(move?: string, score?: Score): void;
  hear(move: string): void;
  fail(error: Error): void;
  stopped: boolean;
}

function thinker(asked: Asked[]): Thinker {
  return {
    think: (place, limits, hear) =>
      new Promise((done, failed) => {
        const lines = (move: string, score: Score = { cp: 7 }): Lines => ({ depth: 1, nodes: 1, seconds: 0, lines: [{ score, moves: [move] }], done: false });
        const answer = (move?: string, score?: Score) => done(move === undefined ? undefined : { ...lines(move, score), done: true });
        asked.push({ place, limits, answer, hear: (move) => hear?.(lines(move)), fail: failed, stopped: false });
      }),
    stop: () => {
      const latest = asked.at(-1);
      if (!latest) return;
      latest.stopped = true;
      latest.answer();
    },
  };
}

/** A page with its games; what the engine says is up to the test. */
class Desk {
  readonly heard: ServerMessage[] = [];
  readonly asked: Asked[] = [];
  readonly analysed: Asked[] = [];
  readonly told: string[] = [];
  private lastId = 0;
  readonly games: Games;

  constructor(store: Store) {
    this.games = new Games({
      rules: sayings,
      study: async (place) => ({ ...(await sayings(place)), from: 0 }),
      store,
      thinker: thinker(this.asked),
      analyst: thinker(this.analysed),
      send: (message) => this.heard.push(message),
      changed: (key) => this.told.push(key),
    });
  }

  /** The answer to a request; throws what is said against it. */
  async ask<Type extends RequestType>(t: Type, d: Requests[Type]): Promise<GameState> {
    const id = ++this.lastId;
    await this.games.receive(JSON.stringify({ t, id, d }));
    const answer = this.heard.find((message) => message.id === id)!;
    if (answer.t === 'error') throw new Error(answer.d.error);
    return answer.d as GameState;
  }

  get latest(): GameState {
    return this.heard.filter(({ t }) => t === 'state').at(-1)!.d as GameState;
  }
}

/** Everything that was begun is done. */
const settled = () => new Promise((done) => setTimeout(done));

let store: Store;
let desk: Desk;
beforeEach(() => {
  store = inMemory();
  desk = new Desk(store);
});

async function played(players: Players, ...moves: string[]): Promise<string> {
  const { key } = await desk.ask('new', { game: 'sayings', ...players });
  for (const [ply, move] of moves.entries()) await desk.ask('move', { key, ply, move });
  return key;
}

describe('a game', () => {
  it('is begun with a key of its own', async () => {
    const one = await desk.ask('new', { game: 'sayings', ...people });
    const other = await desk.ask('new', { game: 'sayings', position: 'ab', ...people });
    expect(one.key).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(other.key).not.toBe(one.key);
    expect([one.version, one.position, other.position, one.thinking]).toEqual([1, '', 'ab', false]);
    expect(one.moves.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });

  it('is refused where the rules refuse it', async () => {
    await expect(desk.ask('new', { game: 'other', ...people })).rejects.toThrow('variant: there is no game "other"');
    await expect(desk.ask('open', { key: 'nobody' })).rejects.toThrow('key: "nobody" is no game here');
  });

  it('is found again as it was', async () => {
    const key = await played(people, 'a', 'b');
    const again = await new Desk(store).ask('open', { key });
    expect(again).toEqual(desk.latest);
    expect(again.history.map(({ text }) => text)).toEqual(['a', 'b']);
  });
});

describe('a move', () => {
  it('is recorded as it is spelled', async () => {
    const key = await played(people, 'A');
    expect(desk.latest.history.map(({ text }) => text)).toEqual(['a']);
    expect((await store.find(key))!.moves).toEqual(['a']);
  });

  it('that is recorded already is answered, not played twice', async () => {
    const key = await played(people, 'a', 'b');
    const again = await desk.ask('move', { key, ply: 0, move: 'A' });
    expect([again.version, again.history.length]).toEqual([3, 2]);
    await expect(desk.ask('move', { key, ply: 0, move: 'b' })).rejects.toThrow('another move than "b" was made at ply 0');
    await expect(desk.ask('move', { key, ply: 5, move: 'b' })).rejects.toThrow('d.ply is 5, but 2 moves have been made');
  });

  it('that is wrong changes nothing', async () => {
    const key = await played(people, 'a');
    await expect(desk.ask('move', { key, ply: 1, move: 'z' })).rejects.toThrow('move: "z" is not legal');
    expect((await desk.ask('open', { key })).version).toBe(2);
  });

  it('comes too late when the game is over', async () => {
    const key = await played(people, 'c');
    expect(desk.latest.result).toEqual({ winner: 'x', reason: 'said' });
    await expect(desk.ask('move', { key, ply: 1, move: 'a' })).rejects.toThrow('move: the game is over: said');
  });
});

describe('the engine', () => {
  it('moves where it is its turn', async () => {
    const key = await played(againstEngine, 'a');
    expect([desk.latest.thinking, desk.latest.moves]).toEqual([true, []]);
    expect(desk.asked[0]!.place).toEqual({ game: 'sayings', position: '', moves: ['a'] });
    expect(desk.asked[0]!.limits).toMatchObject({ level: 3 });
    await expect(desk.ask('move', { key, ply: 1, move: 'b' })).rejects.toThrow('move: the engine is to move');
    desk.asked[0]!.answer('b');
    await settled();
    expect([desk.latest.thinking, desk.latest.position, desk.latest.version]).toEqual([false, 'ab', 3]);
    expect((await store.find(key))!.moves).toEqual(['a', 'b']);
  });

  it('has the time that its player says', async () => {
    await played({ x: { kind: 'engine', seconds: 0.25 }, o: person });
    expect(desk.asked[0]!.limits).toMatchObject({ milliseconds: 250 });
  });

  it('is not heard after the position has changed', async () => {
    const key = await played(againstEngine, 'a');
    await desk.ask('undo', { key });
    expect(desk.asked[0]!.stopped).toBe(true);
    desk.asked[0]!.answer('b');
    await settled();
    expect(desk.latest.position).toBe('');
  });

  it('goes on when a game is opened where it is its turn', async () => {
    const key = await played(againstEngine, 'a');
    const other = new Desk(store);
    await other.ask('open', { key });
    other.asked[0]!.answer('b');
    await settled();
    expect(other.latest.position).toBe('ab');
  });

  it('stops when another game is looked at', async () => {
    await played(againstEngine, 'a');
    await played(people);
    expect(desk.asked[0]!.stopped).toBe(true);
  });
});

describe('undo', () => {
  it('goes back to where a person was last to move', async () => {
    const key = await played(againstEngine, 'a');
    desk.asked[0]!.answer('b');
    await settled();
    expect((await desk.ask('undo', { key })).position).toBe('');
    await expect(desk.ask('undo', { key })).rejects.toThrow('undo: there is no earlier position where a person is to move');
  });

  it('takes one move back between people', async () => {
    const key = await played(people, 'a', 'b');
    expect((await desk.ask('undo', { key })).position).toBe('a');
  });

  it('takes back a resignation like a move', async () => {
    const key = await played(people, 'a');
    const resigned = await desk.ask('resign', { key, player: 'o' });
    expect([resigned.result, resigned.moves]).toEqual([{ winner: 'x', reason: 'resigned' }, []]);
    await expect(desk.ask('resign', { key, player: 'x' })).rejects.toThrow('resign: the game is over: resigned');
    const back = await desk.ask('undo', { key });
    expect([back.result, back.position, back.version]).toEqual([null, 'a', 4]);
  });
});

it('what it does not know is refused in one line', async () => {
  await expect(desk.ask('sing' as RequestType, { key: 'k' } as never)).rejects.toThrow(/^message\.t: "sing" is not one of new, open, move, /);
});

it('nobody resigns for the engine', async () => {
  const key = await played(againstEngine);
  await expect(desk.ask('resign', { key, player: 'o' })).rejects.toThrow('resign: o is not played by a person');
});

it('players may change', async () => {
  const key = await played(people, 'a');
  const changed = await desk.ask('players', { key, ...againstEngine });
  expect([changed.o, changed.thinking]).toEqual([engine, true]);
  expect(desk.asked).toHaveLength(1);
});

describe('a hint', () => {
  const hint = (key: string) => desk.ask('hint', { key }) as Promise<unknown>;

  it('is what the engine thinks in half a second', async () => {
    const key = await played(people, 'a');
    void desk.games.receive(JSON.stringify({ t: 'hint', id: 99, d: { key } }));
    await settled();
    expect(desk.asked[0]!.limits).toEqual({ milliseconds: 500 });
    await expect(hint(key)).rejects.toThrow('hint: the one before has not been answered yet');
    desk.asked[0]!.answer('b');
    await settled();
    const answer = desk.heard.find(({ id }) => id === 99)!;
    expect([answer.t, answer.d as Hint]).toEqual(['hint', { ply: 1, move: { text: 'b', path: ['b'] }, score: { cp: 7 } }]);
  });

  it('comes to nothing where the game goes on', async () => {
    const key = await played(people);
    void desk.games.receive(JSON.stringify({ t: 'hint', id: 99, d: { key } }));
    await desk.ask('move', { key, ply: 0, move: 'a' });
    await settled();
    expect(desk.heard.find(({ id }) => id === 99)!.d).toEqual({ error: 'hint: the game went on before there was one' });
  });

  it('is given to nobody who is not to move', async () => {
    await expect(hint(await played(againstEngine, 'a'))).rejects.toThrow('hint: the engine is to move');
    await expect(hint(await played(people, 'c'))).rejects.toThrow('hint: the game is over');
  });
});

describe('a list of games', () => {
  it('says how each stands, and leaves out those that are not here', async () => {
    const going = await played(people, 'a'), over = await played(people, 'c');
    await desk.ask('glance', { keys: [over, 'nobody', going] });
    const { games } = desk.heard.at(-1)!.d as Answers['glance'];
    expect(games.map(({ key, result }) => [key, !!result])).toEqual([[over, true], [going, false]]);
    await desk.ask('undo', { key: over });
    await desk.ask('glance', { keys: [over] });
    expect((desk.heard.at(-1)!.d as Answers['glance']).games[0]!.result).toBeNull();
  });

  it('has nobody to agree with', async () => {
    const key = await played(people, 'a');
    await expect(desk.ask('new', { game: 'sayings', ...people, seat: 'x' })).rejects.toThrow('this page has no server');
    await expect(desk.ask('offer', { key, what: 'draw' })).rejects.toThrow('this page has no server');
  });
});

describe('an analysis', () => {
  it('tells of a position that belongs to no game', async () => {
    await desk.ask('study', { game: 'sayings', moves: 'a b', from: 1 });
    const study = desk.heard.at(-1)!.d as Study;
    expect([study.from, study.position, study.history.map(({ text }) => text)]).toEqual([1, 'ab', ['b']]);
  });

  it('says its lines as they are found; what was found until it was stopped is its answer', async () => {
    void desk.games.receive(JSON.stringify({ t: 'analyse', id: 70, d: { game: 'sayings', seconds: 2, lines: 3 } }));
    await settled();
    expect(desk.analysed[0]).toMatchObject({ limits: { milliseconds: 2000, lines: 3 }, place: { moves: [] } });
    desk.analysed[0]!.hear('b');
    await desk.ask('stop', {});
    await settled();
    const lines = desk.heard.filter(({ id }) => id === 70).map(({ d }) => d as Lines);
    expect(lines.map(({ done, lines: [best] }) => [done, best!.moves])).toEqual([[false, ['b']], [true, ['b']]]);
    expect(lines[1]!.depths).toEqual([{ depth: 1, score: { cp: 7 } }]);
  });

  it('leaves the engine to the game', async () => {
    await played(againstEngine, 'a');
    void desk.games.receive(JSON.stringify({ t: 'analyse', id: 71, d: { game: 'sayings', seconds: 2, lines: 1 } }));
    await settled();
    expect(desk.asked.at(-1)!.stopped).toBe(false);
  });
});

describe('a solution', () => {
  async function solved(answer: (asked: Asked) => void) {
    void desk.games.receive(JSON.stringify({ t: 'solve', id: 80, d: { game: 'sayings', moves: 'a', seconds: 10 } }));
    await settled();
    expect(desk.analysed.at(-1)).toMatchObject({ limits: { milliseconds: 10_000, lines: 1 }, place: { moves: ['a'] } });
    answer(desk.analysed.at(-1)!);
    await settled();
    const { t, d } = desk.heard.find(({ id }) => id === 80)!;
    return [t, d];
  }

  it.each([[{ win: 5 }, 'win'], [{ loss: 4 }, 'loss'], [{ draw: 0 }, 'draw']] as const)('is what was proved: %j', async (score, value) => {
    expect(await solved((asked) => asked.answer('b', score))).toEqual(['solution', { value, best: 'b', nodes: 1, seconds: 0 }]);
  });

  it('is none where it is an estimate, or was stopped', async () => {
    expect(await solved((asked) => asked.answer('b', { cp: 900 }))).toEqual(['solution', { value: null, nodes: 1, seconds: 0 }]);
    desk = new Desk(store);
    expect(await solved((asked) => asked.answer())).toEqual(['solution', { value: null, nodes: 0, seconds: 0 }]);
  });

  it('is refused where thinking is', async () => {
    expect(await solved((asked) => asked.fail(new Error('think: the game is over')))).toEqual(['error', { error: 'think: the game is over' }]);
  });
});

describe('a clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const clock = { seconds: 60, increment: 2 };
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  async function timed(players: Players, ...moves: string[]): Promise<string> {
    const { key } = await desk.ask('new', { game: 'sayings', ...players, clock });
    for (const [ply, move] of moves.entries()) await desk.ask('move', { key, ply, move });
    return key;
  }

  it('runs from the third move on, and ends the game of whoever is late', async () => {
    const key = await timed(people, 'a');
    expect(desk.latest.clock).toEqual({ ...clock, x: 60_000, o: 60_000, running: null });
    await desk.ask('move', { key, ply: 1, move: 'b' });
    await pass(10_000);
    await desk.ask('move', { key, ply: 2, move: 'a' });
    expect(desk.latest.clock).toEqual({ ...clock, x: 52_000, o: 60_000, running: 'o' });
    await pass(59_999);
    expect(desk.latest.result).toBeNull();
    await pass(1);
    expect([desk.latest.result, desk.latest.clock!.o, desk.latest.clock!.running]).toEqual([{ winner: 'x', reason: 'time' }, 0, null]);
    await expect(desk.ask('undo', { key })).rejects.toThrow('undo: a loss on time cannot be taken back');
    await expect(desk.ask('move', { key, ply: 3, move: 'b' })).rejects.toThrow('move: the game is over: time');
  });

  it('runs on while the page is closed', async () => {
    const key = await timed(people, 'a', 'b');
    vi.setSystemTime(Date.now() + 20_000);
    expect((await new Desk(store).ask('open', { key })).clock!.x).toBe(40_000);
    vi.setSystemTime(Date.now() + 41_000);
    expect((await new Desk(store).ask('open', { key })).result).toEqual({ winner: 'o', reason: 'time' });
    expect((await store.find(key))!.late).toBe('x');
  });

  it('runs out also where the clock of the world was set back', async () => {
    await timed(people, 'a', 'b');
    await pass(10_000);
    vi.setSystemTime(Date.now() - 30_000);
    await pass(79_999);
    expect(desk.latest.result).toBeNull();
    await pass(1);
    expect(desk.latest.result).toEqual({ winner: 'o', reason: 'time' });
  });

  it('set back by a month does not ring again and again', async () => {
    await timed(people, 'a', 'b');
    vi.setSystemTime(Date.now() - 40 * 86_400_000);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await pass(70_000);
    expect(timers.mock.calls.length).toBeLessThan(5);
    timers.mockRestore();
  });

  it('runs out once that can be kept', async () => {
    await timed(people, 'a', 'b');
    const update = vi.spyOn(store, 'update').mockRejectedValue(new Error('no room'));
    await pass(62_500);
    expect([desk.latest.result, update.mock.calls.length]).toEqual([null, 3]);
    update.mockRestore();
    await pass(1000);
    expect(desk.latest.result).toEqual({ winner: 'o', reason: 'time' });
  });

  it('stands when the game is over', async () => {
    const key = await timed(people, 'a', 'b');
    await pass(5000);
    await desk.ask('resign', { key, player: 'x' });
    await pass(100_000);
    expect([desk.latest.result!.reason, desk.latest.clock]).toEqual(['resigned', { ...clock, x: 55_000, o: 60_000, running: null }]);
  });

  it('is shared out by the engine, and ends its game too', async () => {
    const fast: Players = { x: person, o: { kind: 'engine', seconds: 10 } };
    const key = await timed(fast, 'a');
    desk.asked.at(-1)!.answer('b');
    await pass(0);
    await desk.ask('move', { key, ply: 2, move: 'a' });
    expect(desk.asked.at(-1)!.limits).toMatchObject({ milliseconds: 60_000 / 25 + 1500 });
    await pass(60_000);
    expect(desk.latest.result).toEqual({ winner: 'x', reason: 'time' });
    await timed(againstEngine, 'a');
    expect(desk.asked.at(-1)!.limits).toMatchObject({ level: 3, milliseconds: 3900 });
  });

  it('that is none is refused', async () => {
    await expect(desk.ask('new', { game: 'sayings', ...people, clock: { seconds: 0, increment: 0 } })).rejects.toThrow('d.clock.seconds: a whole number');
  });
});

describe('what goes wrong', () => {
  it('in the engine is told, and the game waits', async () => {
    const key = await played(againstEngine, 'a');
    desk.asked.at(-1)!.fail(new Error('the engine failed'));
    await settled();
    expect(desk.heard.at(-1)).toEqual({ t: 'error', d: { error: 'the engine failed' } });
    expect((await desk.ask('undo', { key })).history).toEqual([]);
  });

  it('on the way back is answered again: who has resigned has', async () => {
    const key = await played(people, 'a');
    const { version } = await desk.ask('resign', { key, player: 'x' });
    expect((await desk.ask('resign', { key, player: 'x' })).version).toBe(version);
  });
});

describe('two tabs', () => {
  it('show the same game', async () => {
    const key = await played(people, 'a');
    const other = new Desk(store);
    await other.ask('open', { key });
    await desk.ask('move', { key, ply: 1, move: 'b' });
    expect(desk.told).toContain(key);
    await other.games.hear(key);
    expect(other.latest.position).toBe('ab');
  });

  it('do not overwrite each other', async () => {
    const key = await played(people, 'a');
    const other = new Desk(store);
    await other.ask('open', { key });
    await desk.ask('move', { key, ply: 1, move: 'b' });
    await expect(other.ask('move', { key, ply: 1, move: 'c' })).rejects.toThrow('the game was changed elsewhere');
    expect([other.latest.position, (await store.find(key))!.version]).toEqual(['ab', 3]);
  });
});
