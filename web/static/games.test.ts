/** The games of the page without a server: the rules' own modules, a store in memory, and an engine that says what the test wants. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { modulePath, openingsFiles } from '../engine.ts';
import { requestOf, startCore, type Core } from '../src/local/core.ts';
import { placeFields, type Limits, type Place } from '../src/local/engine.ts';
import { Games, type Thinker } from '../src/local/games.ts';
import { liveOf } from '../src/local/live.ts';
import { Openings } from '../src/local/openings.ts';
import { inMemory, readRecord, type Store } from '../src/local/store.ts';
import { isOvertaken } from '../src/overtaken.ts';
import type { Answers, BoardInfo, Explored, GameState, Hint, Lines, Players, Requests, RequestType, Score, ServerMessage, Study } from '../src/protocol.ts';

const moduleOf = async (file: string) => startCore(await WebAssembly.compile(readFileSync(modulePath(file))));
const cores: Record<string, Core> = { boop: await moduleOf('boop'), clobber: await moduleOf('clobber') };
const coreOf = async (variant: string): Promise<Core> => {
  const core = cores[variant.split(':')[0]!];
  if (!core) throw new Error(`variant: there is no game "${variant}"`);
  return core;
};
const openings = new Openings(
  { coreOf, board: async (game) => (await coreOf(game)).ask('board', requestOf({ game })) as BoardInfo },
  openingsFiles(),
  async (path) => readFileSync(path),
);
/** After three moves and a won game. */
const short = { game: 'clobber:size=2x2', moves: ['a2xb2', 'a1xb1', 'b2xb1'] };

const person = { kind: 'person' } as const;
const engine = { kind: 'engine', level: 3 } as const;
const people: Players = { x: person, o: person };
const againstEngine: Players = { x: person, o: engine };

interface Asked {
  place: Place;
  limits: Limits;
  /** After so many seconds of thinking. */
  answer(move?: string, score?: Score, seconds?: number): void;
  hear(move: string): void;
  fail(error: Error): void;
  stopped: boolean;
}

function thinker(asked: Asked[]): Thinker {
  return {
    think: (place, limits, hear) =>
      new Promise((done, failed) => {
        const lines = (move: string, score: Score = { cp: 7 }, seconds = 0): Lines => ({ depth: 1, nodes: 1, seconds, lines: [{ score, moves: [move] }], done: false });
        const answer: Asked['answer'] = (move, score, seconds) => done(move === undefined ? undefined : { ...lines(move, score, seconds), done: true });
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
      live: liveOf({ coreOf }),
      study: async (place) => (await coreOf(place.game)).ask('study', requestOf(placeFields(place))) as Study,
      explore: (place, limits) => openings.explore(place, limits),
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
  return playedIn('boop', players, ...moves);
}
async function playedIn(game: string, players: Players, ...moves: string[]): Promise<string> {
  const { key } = await desk.ask('new', { game, ...players });
  for (const [ply, move] of moves.entries()) await desk.ask('move', { key, ply, move });
  return key;
}
/** A game that is over. */
const ended = () => playedIn(short.game, people, ...short.moves);
const texts = ({ history }: GameState) => history.map(({ text }) => text);

describe('a game', () => {
  it('is begun with a key of its own', async () => {
    const one = await desk.ask('new', { game: 'boop', ...people });
    await desk.ask('move', { key: one.key, ply: 0, move: 'a1' });
    const { position } = desk.latest;
    const other = await desk.ask('new', { game: 'boop', position, ...people });
    expect(one.key).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(other.key).not.toBe(one.key);
    expect([one.version, other.version, other.position, one.thinking]).toEqual([1, 1, position, false]);
    expect([one.moves.length, other.moves.length]).toEqual([36, 35]);
  });

  it('is refused where the rules refuse it', async () => {
    await expect(desk.ask('new', { game: 'other', ...people })).rejects.toThrow('variant: there is no game "other"');
    await expect(desk.ask('open', { key: 'nobody' })).rejects.toThrow('key: "nobody" is no game here');
  });

  it('is found again as it was', async () => {
    const key = await played(people, 'a1', 'f6');
    const again = await new Desk(store).ask('open', { key });
    expect(again).toEqual(desk.latest);
    expect(again.history.map(({ text }) => text)).toEqual(['a1', 'f6']);
  });
});

describe('a move', () => {
  it('is recorded as it is spelled', async () => {
    const key = await played(people, 'A1');
    expect(desk.latest.history.map(({ text }) => text)).toEqual(['a1']);
    expect((await store.find(key))!.moves).toEqual(['a1']);
  });

  it('that is recorded already is answered, not played twice', async () => {
    const key = await played(people, 'a1', 'f6');
    const again = await desk.ask('move', { key, ply: 0, move: 'A1' });
    expect([again.version, again.history.length]).toEqual([3, 2]);
    await expect(desk.ask('move', { key, ply: 0, move: 'f6' })).rejects.toThrow('another move than "f6" was made at ply 0');
    await expect(desk.ask('move', { key, ply: 5, move: 'f6' })).rejects.toThrow('ply is 5, but 2 moves have been made');
  });

  it('that is wrong changes nothing', async () => {
    const key = await played(people, 'a1');
    await expect(desk.ask('move', { key, ply: 1, move: 'z' })).rejects.toThrow(/^move: "z" /);
    expect((await desk.ask('open', { key })).version).toBe(2);
  });

  it('comes too late when the game is over', async () => {
    const key = await ended();
    expect(desk.latest.result).toMatchObject({ winner: 'x', reason: 'stuck' });
    await expect(desk.ask('move', { key, ply: 3, move: 'a1' })).rejects.toThrow('move: the game is over: stuck');
  });
});

describe('the engine', () => {
  it('moves where it is its turn', async () => {
    const key = await played(againstEngine, 'a1');
    expect([desk.latest.thinking, desk.latest.moves]).toEqual([true, []]);
    expect(desk.asked[0]!.place).toEqual({ game: 'boop', position: desk.latest.start.position, moves: ['a1'] });
    expect(desk.asked[0]!.limits).toMatchObject({ level: 3 });
    await expect(desk.ask('move', { key, ply: 1, move: 'f6' })).rejects.toThrow('move: the engine is to move');
    desk.asked[0]!.answer('f6');
    await settled();
    expect([desk.latest.thinking, texts(desk.latest), desk.latest.version]).toEqual([false, ['a1', 'f6'], 3]);
    expect((await store.find(key))!.moves).toEqual(['a1', 'f6']);
  });

  it('has the time that its player says', async () => {
    await played({ x: { kind: 'engine', seconds: 0.25 }, o: person });
    expect(desk.asked[0]!.limits).toMatchObject({ seconds: 0.25 });
  });

  it('is not heard after the position has changed', async () => {
    const key = await played(againstEngine, 'a1');
    await desk.ask('undo', { key });
    expect(desk.asked[0]!.stopped).toBe(true);
    desk.asked[0]!.answer('f6');
    await settled();
    expect(texts(desk.latest)).toEqual([]);
  });

  it('goes on when a game is opened where it is its turn', async () => {
    const key = await played(againstEngine, 'a1');
    const other = new Desk(store);
    await other.ask('open', { key });
    other.asked[0]!.answer('f6');
    await settled();
    expect(texts(other.latest)).toEqual(['a1', 'f6']);
  });

  it('stops when another game is looked at', async () => {
    await played(againstEngine, 'a1');
    await played(people);
    expect(desk.asked[0]!.stopped).toBe(true);
  });
});

describe('undo', () => {
  it('goes back to where a person was last to move', async () => {
    const key = await played(againstEngine, 'a1');
    desk.asked[0]!.answer('f6');
    await settled();
    expect(texts(await desk.ask('undo', { key }))).toEqual([]);
    await expect(desk.ask('undo', { key })).rejects.toThrow('undo: there is no earlier position where a person is to move');
  });

  it('takes one move back between people', async () => {
    const key = await played(people, 'a1', 'f6');
    expect(texts(await desk.ask('undo', { key }))).toEqual(['a1']);
  });

  it('takes back a resignation like a move', async () => {
    const key = await played(people, 'a1');
    const resigned = await desk.ask('resign', { key, player: 'o' });
    expect([resigned.result, resigned.moves]).toEqual([{ winner: 'x', reason: 'resigned' }, []]);
    await expect(desk.ask('resign', { key, player: 'x' })).rejects.toThrow('resign: the game is over: resigned');
    const back = await desk.ask('undo', { key });
    expect([back.result, texts(back), back.version]).toEqual([null, ['a1'], 4]);
  });
});

it('what it does not know is refused in one line', async () => {
  await expect(desk.ask('sing' as RequestType, { key: 'k' } as never)).rejects.toThrow(/^message\.t: "sing" is not one of new, open, sit, move, /);
});

it('nobody resigns for the engine', async () => {
  const key = await played(againstEngine);
  await expect(desk.ask('resign', { key, player: 'o' })).rejects.toThrow('resign: o is not played by a person');
});

it('players may change', async () => {
  const key = await played(people, 'a1');
  const changed = await desk.ask('players', { key, ...againstEngine });
  expect([changed.o, changed.thinking]).toEqual([engine, true]);
  expect(desk.asked).toHaveLength(1);
});

describe('a hint', () => {
  const hint = (key: string) => desk.ask('hint', { key }) as Promise<unknown>;

  it('is what the engine thinks in half a second', async () => {
    const key = await played(people, 'a1');
    void desk.games.receive(JSON.stringify({ t: 'hint', id: 99, d: { key } }));
    await settled();
    expect(desk.asked[0]!.limits).toMatchObject({ seconds: 0.5 });
    await expect(hint(key)).rejects.toThrow('hint: the one before has not been answered yet');
    desk.asked[0]!.answer('f6');
    await settled();
    const answer = desk.heard.find(({ id }) => id === 99)!;
    expect([answer.t, answer.d as Hint]).toEqual(['hint', { ply: 1, move: { text: 'f6', path: ['@o', 'f6'] }, score: { cp: 7 } }]);
  });

  it('comes to nothing where the game goes on', async () => {
    const key = await played(people);
    void desk.games.receive(JSON.stringify({ t: 'hint', id: 99, d: { key } }));
    await desk.ask('move', { key, ply: 0, move: 'a1' });
    await settled();
    expect(desk.heard.find(({ id }) => id === 99)!.d).toEqual({ error: 'hint: the game went on before there was one' });
  });

  it('is given to nobody who is not to move', async () => {
    await expect(hint(await played(againstEngine, 'a1'))).rejects.toThrow('hint: the engine is to move');
    await expect(hint(await ended())).rejects.toThrow('hint: the game is over');
  });
});

describe('a list of games', () => {
  it('says how each stands, and leaves out those that are not here', async () => {
    const going = await played(people, 'a1'), over = await ended();
    await desk.ask('glance', { keys: [over, 'nobody', going] });
    const { games } = desk.heard.at(-1)!.d as Answers['glance'];
    expect(games.map(({ key, result }) => [key, !!result])).toEqual([[over, true], [going, false]]);
    await desk.ask('undo', { key: over });
    await desk.ask('glance', { keys: [over] });
    expect((desk.heard.at(-1)!.d as Answers['glance']).games[0]!.result).toBeNull();
  });
});

it('games by link take a server', async () => {
  await expect(desk.ask('new', { game: 'boop', ...people, seat: 'x' })).rejects.toThrow('new: seat: a game by link takes a server');
  await expect(desk.ask('sit', { key: await played(people), seat: 's'.repeat(22) })).rejects.toThrow('sit: a seat is taken at a server');
});

describe('a draw', () => {
  it('two at one screen agree on, and take back like a move', async () => {
    const key = await played(people, 'a1');
    const drawn = await desk.ask('offer', { key, what: 'draw' });
    expect([drawn.result, drawn.offers, drawn.moves, drawn.version]).toEqual([{ winner: 'draw', reason: 'agreed' }, [], [], 3]);
    expect(await new Desk(store).ask('open', { key })).toEqual(drawn);
    const back = await desk.ask('undo', { key });
    expect([back.result, texts(back)]).toEqual([null, ['a1']]);
  });

  it('is answered by the engine, which takes none before the game has shape', async () => {
    const key = await played(againstEngine);
    const offered = await desk.ask('offer', { key, what: 'draw' });
    expect(offered.offers).toEqual([{ what: 'draw', by: 'x', declined: false }]);
    expect(desk.asked.at(-1)!.limits).toMatchObject({ seconds: 0.3 });
    desk.asked.at(-1)!.answer('a1', { cp: 100 });
    await settled();
    expect(desk.latest.offers).toEqual([{ what: 'draw', by: 'x', declined: true }]);
    await expect(desk.ask('offer', { key, what: 'draw' })).rejects.toThrow('offer: the draw was declined; it can be offered again after a move');
    expect((await new Desk(store).ask('open', { key })).offers).toEqual(desk.latest.offers);
  });

  it('that is offered is answered before a hint is thought of', async () => {
    const key = await played(againstEngine);
    await desk.ask('offer', { key, what: 'draw' });
    void desk.games.receive(JSON.stringify({ t: 'hint', id: 98, d: { key } }));
    await settled();
    expect(desk.asked.map(({ limits, stopped }) => [limits.seconds, stopped])).toEqual([[0.3, false]]);
    desk.asked[0]!.answer('a1');
    await settled();
    expect(desk.asked.map(({ limits }) => limits.seconds)).toEqual([0.3, 0.5]);
    desk.asked[1]!.answer('a1');
    await settled();
    expect(desk.heard.find(({ id }) => id === 98)!.d).toMatchObject({ ply: 0, move: { text: 'a1' } });
  });

  it.each([['accept', 'draw'], ['decline', 'draw'], ['offer', 'takeback'], ['offer', 'rematch']] as const)('is all there is to agree on: no %s of a %s', async (how, what) => {
    await expect(desk.ask(how, { key: await played(people, 'a1'), what })).rejects.toThrow('offer: with this key only a draw is offered');
  });
});

/** As the page kept games before src/play was a part of it. */
describe('a game that an older page kept', () => {
  const older = (change: object) => readRecord({
    key: 'k'.repeat(22), version: 7, game: 'boop', start: desk.latest.start.position, players: againstEngine, moves: ['a1', 'f6', 'f1', 'a6'],
    resigned: null, result: null, ...change,
  })!;
  beforeEach(() => played(people));
  const open = async (change: object) => {
    const record = older(change);
    await store.insert(record);
    return desk.ask('open', { key: record.key });
  };

  it('goes on', async () => {
    const state = await open({});
    expect([state.version, texts(state), state.x, state.o, state.clock]).toEqual([7, ['a1', 'f6', 'f1', 'a6'], person, engine, null]);
    expect((await desk.ask('move', { key: state.key, ply: 4, move: 'c3' })).thinking).toBe(true);
    expect((await store.find(state.key))!.version).toBe(8);
  });

  it.each([{ seconds: 300, increment: 3 }, { days: 3 }])('has its clock: %j', async (control) => {
    const since = Date.now() - 1000;
    const { clock } = await open({ clock: { control, x: 250_000, o: 200_000, since } });
    expect(clock).toMatchObject({ ...control, o: 200_000, running: 'x' });
    expect(clock!.x).toBeGreaterThan(240_000);
    expect(clock!.x).toBeLessThanOrEqual(249_000);
  });

  it('is over as it was', async () => {
    const lost = { winner: 'o', reason: 'resigned' };
    expect((await open({ resigned: 'x', result: lost })).result).toEqual(lost);
    desk = new Desk((store = inMemory()));
    await played(people);
    const late = { winner: 'x', reason: 'time' };
    const { result, key } = await open({ late: 'o', result: late, clock: { control: { seconds: 60, increment: 0 }, x: 1000, o: 0 } });
    expect(result).toEqual(late);
    await expect(desk.ask('undo', { key })).rejects.toThrow('undo: a loss on time cannot be taken back');
  });

  it('and cannot be played is refused in one line', async () => {
    await expect(open({ moves: ['a1', 'a1'] })).rejects.toThrow(/^key: the record of this game can no longer be played: move: "a1" /);
    await store.insert({ ...older({ clock: { control: {} } }), key: 'other' });
    await expect(desk.ask('open', { key: 'other' })).rejects.toThrow('key: the record of this game can no longer be played: clock.seconds: ');
  });
});

describe('an analysis', () => {
  it('tells of a position that belongs to no game', async () => {
    await desk.ask('study', { game: 'boop', moves: 'a1 f6', from: 1 });
    const study = desk.heard.at(-1)!.d as Study;
    expect([study.from, study.history.map(({ text }) => text), study.moves.length]).toEqual([1, ['f6'], 34]);
  });

  it('says its lines as they are found; what was found until it was stopped is its answer', async () => {
    void desk.games.receive(JSON.stringify({ t: 'analyse', id: 70, d: { game: 'boop', seconds: 2, lines: 3 } }));
    await settled();
    expect(desk.analysed[0]).toMatchObject({ limits: { seconds: 2, lines: 3 }, place: { moves: [] } });
    desk.analysed[0]!.hear('f6');
    await desk.ask('stop', {});
    await settled();
    const lines = desk.heard.filter(({ id }) => id === 70).map(({ d }) => d as Lines);
    expect(lines.map(({ done, lines: [best] }) => [done, best!.moves])).toEqual([[false, ['f6']], [true, ['f6']]]);
    expect(lines[1]!.depths).toEqual([{ depth: 1, score: { cp: 7 } }]);
  });

  it('leaves the engine to the game', async () => {
    await played(againstEngine, 'a1');
    void desk.games.receive(JSON.stringify({ t: 'analyse', id: 71, d: { game: 'boop', seconds: 2, lines: 1 } }));
    await settled();
    expect(desk.asked.at(-1)!.stopped).toBe(false);
  });
});

describe('a solution', () => {
  async function solved(answer: (asked: Asked) => void) {
    void desk.games.receive(JSON.stringify({ t: 'solve', id: 80, d: { game: 'boop', moves: 'a1', seconds: 10 } }));
    await settled();
    expect(desk.analysed.at(-1)).toMatchObject({ limits: { seconds: 10, lines: 1 }, place: { moves: ['a1'] } });
    answer(desk.analysed.at(-1)!);
    await settled();
    const { t, d } = desk.heard.find(({ id }) => id === 80)!;
    return [t, d];
  }

  it.each([[{ win: 5 }, 'win'], [{ loss: 4 }, 'loss'], [{ draw: 0 }, 'draw']] as const)('is what was proved: %j', async (score, value) => {
    expect(await solved((asked) => asked.answer('f6', score))).toEqual(['solution', { value, best: 'f6', nodes: 1, seconds: 0 }]);
  });

  it('is none where it is an estimate, or was stopped', async () => {
    expect(await solved((asked) => asked.answer('f6', { cp: 900 }))).toEqual(['solution', { value: null, nodes: 1, seconds: 0 }]);
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
    const { key } = await desk.ask('new', { game: 'boop', ...players, clock });
    for (const [ply, move] of moves.entries()) await desk.ask('move', { key, ply, move });
    return key;
  }

  it('runs from the third move on, and ends the game of whoever is late', async () => {
    const key = await timed(people, 'a1');
    expect(desk.latest.clock).toEqual({ ...clock, x: 60_000, o: 60_000, running: null });
    await desk.ask('move', { key, ply: 1, move: 'f6' });
    await pass(10_000);
    await desk.ask('move', { key, ply: 2, move: 'f1' });
    expect(desk.latest.clock).toEqual({ ...clock, x: 52_000, o: 60_000, running: 'o' });
    await pass(59_999);
    expect(desk.latest.result).toBeNull();
    await pass(1);
    expect([desk.latest.result, desk.latest.clock!.o, desk.latest.clock!.running]).toEqual([{ winner: 'x', reason: 'time' }, 0, null]);
    await expect(desk.ask('undo', { key })).rejects.toThrow('undo: a loss on time cannot be taken back');
    await expect(desk.ask('move', { key, ply: 3, move: 'a6' })).rejects.toThrow('move: the game is over: time');
  });

  it('runs on while the page is closed', async () => {
    const key = await timed(people, 'a1', 'f6');
    vi.setSystemTime(Date.now() + 20_000);
    expect((await new Desk(store).ask('open', { key })).clock!.x).toBe(40_000);
    vi.setSystemTime(Date.now() + 41_000);
    expect((await new Desk(store).ask('open', { key })).result).toEqual({ winner: 'o', reason: 'time' });
    expect((await store.find(key))!.result).toEqual({ winner: 'o', reason: 'time' });
  });

  it('runs out also where the clock of the world was set back', async () => {
    await timed(people, 'a1', 'f6');
    await pass(10_000);
    vi.setSystemTime(Date.now() - 30_000);
    await pass(79_999);
    expect(desk.latest.result).toBeNull();
    await pass(1);
    expect(desk.latest.result).toEqual({ winner: 'o', reason: 'time' });
  });

  it('set back by a month does not ring again and again', async () => {
    await timed(people, 'a1', 'f6');
    vi.setSystemTime(Date.now() - 40 * 86_400_000);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await pass(70_000);
    expect(timers.mock.calls.length).toBeLessThan(5);
    timers.mockRestore();
  });

  it('runs out once that can be kept', async () => {
    await timed(people, 'a1', 'f6');
    const update = vi.spyOn(store, 'update').mockRejectedValue(new Error('no room'));
    await pass(62_500);
    expect([desk.latest.result, update.mock.calls.length]).toEqual([null, 3]);
    update.mockRestore();
    await pass(1000);
    expect(desk.latest.result).toEqual({ winner: 'o', reason: 'time' });
  });

  it('stands when the game is over', async () => {
    const key = await timed(people, 'a1', 'f6');
    await pass(5000);
    await desk.ask('resign', { key, player: 'x' });
    await pass(100_000);
    expect([desk.latest.result!.reason, desk.latest.clock]).toEqual(['resigned', { ...clock, x: 55_000, o: 60_000, running: null }]);
  });

  it('is shared out by the engine, whose thinking ends its game too, and nothing else', async () => {
    const fast: Players = { x: person, o: { kind: 'engine', seconds: 10 } };
    const key = await timed(fast, 'a1');
    desk.asked.at(-1)!.answer('f6');
    await pass(0);
    await desk.ask('move', { key, ply: 2, move: 'f1' });
    expect(desk.asked.at(-1)!.limits).toMatchObject({ seconds: 60 / 25 + 1.5 });
    await pass(100_000);
    expect([desk.latest.result, desk.latest.clock!.o]).toEqual([null, 60_000]);
    desk.asked.at(-1)!.answer('f2', undefined, 61);
    await pass(0);
    expect(desk.latest.result).toEqual({ winner: 'x', reason: 'time' });
    await timed(againstEngine, 'a1');
    expect(desk.asked.at(-1)!.limits).toMatchObject({ level: 3, seconds: 3.9 });
  });

  it('keeps for the engine what src/search/clock.hpp says: 20 ms', async () => {
    await desk.ask('new', { game: 'boop', x: engine, o: person, clock: { seconds: 1, increment: 180 } });
    expect(desk.asked.at(-1)!.limits).toMatchObject({ seconds: 0.78 });
  });

  it('that is none is refused', async () => {
    await expect(desk.ask('new', { game: 'boop', ...people, clock: { seconds: 0, increment: 0 } })).rejects.toThrow('d.clock.seconds: a whole number');
  });
});

describe('what goes wrong', () => {
  afterEach(() => void vi.useRealTimers());

  it("when the engine's move is kept is told, and it is asked again", async () => {
    vi.useFakeTimers();
    let isFull = false;
    const full = (record: Parameters<Store['update']>[0]) =>
      isFull ? Promise.reject(new Error('the disk is full')) : store.update(record);
    desk = new Desk({ ...store, update: full });
    await played(againstEngine, 'a1');
    const [before, asked] = [desk.latest, desk.asked.length];
    isFull = true;
    desk.asked.at(-1)!.answer('b2');
    await vi.advanceTimersByTimeAsync(900);
    expect(desk.heard.at(-1)).toEqual({ t: 'error', d: { error: 'the disk is full' } });
    expect([desk.latest, desk.asked.length]).toEqual([before, asked]);
    await vi.advanceTimersByTimeAsync(200);
    desk.asked.at(-1)!.answer('b2');
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.heard.filter(({ t }) => t === 'error')).toHaveLength(1);
    isFull = false;
    await vi.advanceTimersByTimeAsync(2100);
    desk.asked.at(-1)!.answer('b2');
    await vi.advanceTimersByTimeAsync(0);
    expect(texts(desk.latest)).toEqual(['a1', 'b2']);
  });

  it('when a hint is thought of is told', async () => {
    const key = await played(people, 'a1');
    const hint = desk.games.receive(JSON.stringify({ t: 'hint', id: 99, d: { key } }));
    await hint;
    await settled();
    desk.asked.at(-1)!.fail(new Error('the engine failed'));
    await settled();
    expect(desk.heard.at(-1)).toEqual({ t: 'error', id: 99, d: { error: 'the engine failed' } });
  });

  it('in the engine is told, and the game waits', async () => {
    const key = await played(againstEngine, 'a1');
    desk.asked.at(-1)!.fail(new Error('the engine failed'));
    await settled();
    expect(desk.heard.at(-1)).toEqual({ t: 'error', d: { error: 'the engine failed' } });
    expect((await desk.ask('undo', { key })).history).toEqual([]);
  });

  it('on the way back is answered again: who has resigned has', async () => {
    const key = await played(people, 'a1');
    const { version } = await desk.ask('resign', { key, player: 'x' });
    expect((await desk.ask('resign', { key, player: 'x' })).version).toBe(version);
  });
});

describe('two tabs', () => {
  it('show the same game', async () => {
    const key = await played(people, 'a1');
    const other = new Desk(store);
    await other.ask('open', { key });
    await desk.ask('move', { key, ply: 1, move: 'f6' });
    expect(desk.told).toContain(key);
    await other.games.hear(key);
    expect(texts(other.latest)).toEqual(['a1', 'f6']);
  });

  it('do not overwrite each other', async () => {
    const key = await played(people, 'a1');
    const other = new Desk(store);
    await other.ask('open', { key });
    await desk.ask('move', { key, ply: 1, move: 'f6' });
    const refusal = await other.ask('move', { key, ply: 1, move: 'f1' }).catch((reason: Error) => reason as Error);
    expect([refusal, isOvertaken(refusal as Error)]).toEqual([new Error('the game was changed elsewhere'), true]); // the page shows the other move in its place
    expect([texts(other.latest), (await store.find(key))!.version]).toEqual([['a1', 'f6'], 3]);
  });
});

describe('the explorer', () => {
  const explore = (asked: Requests['explorer']) => desk.ask('explorer', asked) as unknown as Promise<Explored>;
  const total = ({ x, draws, o, unknown }: { x: number; draws: number; o: number; unknown: number }) => x + draws + o + unknown;

  it('answers by the openings, whichever way the board is turned', async () => {
    const first = await explore({ game: 'clobber:size=8x8' });
    expect(first.source!.games).toBeGreaterThan(1000);
    expect(first.source!.made).toMatch(/^tavoliere selfplay clobber:size=8x8 --nodes \d+/);
    expect(total(first)).toBe(first.source!.games);
    const [best] = first.moves;
    expect(best!.alike.length).toBeGreaterThan(0);
    for (const move of [best!.move, ...best!.alike]) {
      const after = await explore({ game: 'clobber:size=8x8', moves: move, top_games: 15 });
      expect([after.x, after.draws, after.o]).toEqual([best!.x, best!.draws, best!.o]);
      for (const { ply, moves, winner } of after.top_games) {
        const there = await explore({ game: 'clobber:size=8x8', moves: moves.slice(0, ply).join(' ') });
        expect([there.x, there.o, ['x', 'o'].includes(winner!)]).toEqual([after.x, after.o, true]);
      }
    }
  });

  it('shows no more than is wanted, and says where a variant has none', async () => {
    const some = await explore({ game: 'clobber:size=8x8', most_moves: 3, top_games: 0 });
    expect([some.moves.length, some.top_games.length]).toEqual([3, 0]);
    await expect(explore({ game: 'clobber:size=8x8', moves: 'zz' })).rejects.toThrow('zz');
    await expect(explore({ game: 'clobber:size=2x2' })).rejects.toThrow('explorer: there are no openings of clobber:size=2x2 here');
  });
});
