import type { Explored, GameGlance, GameState, Hint, Lines, Requests, RequestType, ServerMessage, Solution, Study } from '../protocol.ts';
import { newKey } from '../shelf.ts';
import { ModuleFailed } from './core.ts';
import type { Limits, Place } from './engine.ts';
import type { ExplorerLimits } from './openings.ts';
import type { GameRecord, Store } from './store.ts';

/** Thinks about one place at a time. */
export interface Thinker {
  /** Nothing where stop() ended it. */
  think(place: Place, limits: Limits, hear?: (lines: Lines) => void): Promise<Lines | undefined>;
  stop(): void;
}

/** A game as the module tells it (apps/wasm/live.cpp). */
export interface Told {
  /** To be kept, where its version is a new one. */
  record: Omit<GameRecord, 'key'>;
  state: GameState;
  /** When the player to move will have lost on time. */
  deadline: number | null;
  /** What the engine is to think of now. */
  think: Limits | null;
}

/** What the module makes of a game; each throws what is said against it. A message is one of the protocol, as it came. */
export interface Live {
  begin(key: string, game: string, message: string, now: number): Promise<Told>;
  look(record: GameRecord, now: number): Promise<Told>;
  change(record: GameRecord, message: string, now: number): Promise<Told>;
  thought(record: GameRecord, thought: Lines, now: number): Promise<Told>;
  hintLimits(record: GameRecord): Promise<Limits>;
  hint(record: GameRecord, thought: Lines): Promise<Hint>;
}

export interface Surroundings {
  live: Live;
  store: Store;
  study(place: Place): Promise<Study>;
  explore(place: Place, limits: ExplorerLimits): Promise<Explored>;
  thinker: Thinker;
  /** Thinks about what no game is about, beside the other. */
  analyst: Thinker;
  send(message: ServerMessage): void;
  /** A game was changed here: other tabs may show it too. */
  changed(key: string): void;
}

const solverMegabytes = 128;
const pauseOfAlarms = 1000;
/** Before the engine is asked again for what failed. */
const [pauseOfEngine, longestPause] = [1000, 30_000];
/** A timer of more than 24 days would ring at once. */
const longestAlarm = 86_400_000;
const nothing: Lines = { depth: 0, nodes: 0, seconds: 0, lines: [], done: true };

/** The games of one page, as the server keeps them (apps/server/games.cpp). Requests are carried out one after the other. */
export class Games {
  /** The one that the page follows. */
  private told: Told | undefined;
  private line: Promise<unknown> = Promise.resolve();
  private awaitsHint = false;
  private engineActs: Promise<void> = Promise.resolve();
  private alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly around: Surroundings) {}

  receive(text: string): Promise<void> {
    return this.inTurn(async () => {
      const { t, id, d } = JSON.parse(text) as { t: RequestType; id: number; d: never };
      try {
        if (!Object.hasOwn(this.handlers, t)) throw new Error(`message.t: "${t}" is not one of ${Object.keys(this.handlers).join(', ')}`);
        await this.handlers[t](d, id, text);
      } catch (error) {
        // What has failed within must be started anew, and the request is not made again.
        if (error instanceof ModuleFailed) throw error;
        this.refuse(error as Error, id);
      }
    });
  }

  /** Another tab changed a game. */
  hear(key: string): Promise<void> {
    return this.inTurn(async () => {
      if (key === this.told?.state.key) await this.reload(key);
    });
  }

  private readonly change = async ({ key }: { key: string }, id: number, text: string): Promise<void> => {
    const now = Date.now();
    const before = await this.follow(key, now);
    const next = await this.around.live.change(recordOf(before), text, now);
    if (next.record.version === before.record.version) this.answer(next, id);
    else await this.keep(next, id);
  };

  private readonly handlers: { [Type in RequestType]: (d: Requests[Type], id: number, text: string) => Promise<void> } = {
    new: async ({ game }, id, text) => {
      const told = await this.around.live.begin(newKey(), game, text, Date.now());
      await this.around.store.insert(recordOf(told));
      this.replace(told, id);
    },
    open: async ({ key }, id) => this.answer(await this.follow(key, Date.now()), id),
    sit: async () => {
      throw new Error('sit: a seat is taken at a server, and this page has none');
    },
    move: this.change,
    undo: this.change,
    resign: this.change,
    players: this.change,
    hint: async ({ key }, id) => {
      const told = await this.follow(key, Date.now());
      const limits = await this.around.live.hintLimits(recordOf(told));
      if (this.awaitsHint) throw new Error('hint: the one before has not been answered yet');
      this.awaitsHint = true;
      void this.hint(told, limits, id);
    },
    offer: this.change,
    accept: this.change,
    decline: this.change,
    glance: async ({ keys }, id) => {
      const found = await Promise.all(keys.map((key) => this.around.store.find(key)));
      const games = found.flatMap((record) => (record ? [glanceAt(record)] : []));
      this.around.send({ t: 'glance', id, d: { games } });
    },
    ping: async (_, id) => this.around.send({ t: 'pong', id, d: {} }),
    study: async ({ from = 0, ...place }, id) => {
      const study = await this.around.study(placeOf(place));
      this.around.send({ t: 'study', id, d: { ...study, from, history: study.history.slice(from) } });
    },
    analyse: async ({ seconds, lines, ...place }, id) => void this.analyse(placeOf(place), { seconds, lines }, id),
    solve: async ({ seconds, ...place }, id) => void this.solve(placeOf(place), seconds, id),
    explorer: async ({ most_moves, top_games, ...place }, id) => {
      const d = await this.around.explore(placeOf(place), { most_moves, top_games });
      this.around.send({ t: 'explored', id, d });
    },
    stop: async (_, id) => {
      this.around.analyst.stop();
      this.around.send({ t: 'stopped', id, d: {} });
    },
  };

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.line.then(work);
    this.line = done.catch(() => {});
    return done;
  }

  /** From now on the page follows that game, and the engine plays where it is its turn. Nobody's time is up there. */
  private async follow(key: string, now: number): Promise<Told> {
    const known = this.told?.state.key === key ? this.told : undefined;
    const seen = await this.look(known ? recordOf(known) : await this.find(key), now);
    if (!known && this.told !== seen) this.setDown(seen);
    return seen;
  }

  private async find(key: string): Promise<GameRecord> {
    const record = await this.around.store.find(key);
    if (!record) throw new Error(`key: "${key}" is no game here`);
    return record;
  }

  /** Where somebody's time is up the game is over, and kept so. */
  private async look(record: GameRecord, now: number): Promise<Told> {
    const seen = await this.around.live.look(record, now);
    if (seen.record.version !== record.version) await this.keep(seen);
    return seen;
  }

  /** Keeps a change, then lets the page know: what could not be kept did not happen. */
  private async keep(next: Told, id?: number): Promise<void> {
    if (!(await this.around.store.update(recordOf(next)))) {
      await this.reload(next.state.key);
      throw new Error('the game was changed elsewhere');
    }
    this.replace(next, id);
    this.around.changed(next.state.key);
  }

  private async reload(key: string): Promise<void> {
    const kept = await this.find(key);
    if (this.told?.state.key === key && this.told.record.version >= kept.version) return;
    const seen = await this.look(kept, Date.now());
    if (this.told !== seen) this.replace(seen);
  }

  private replace(told: Told, id?: number): void {
    this.answer(told, id);
    this.setDown(told);
  }

  private answer({ state }: Told, id?: number): void {
    this.around.send({ t: 'state', ...(id !== undefined && { id }), d: state });
  }

  /** Without `id` nobody asked for it. */
  private refuse(error: Error, id?: number): void {
    this.around.send({ t: 'error', ...(id !== undefined && { id }), d: { error: error.message } });
  }

  private setDown(told: Told): void {
    this.around.thinker.stop();
    this.told = told;
    this.setAlarm(told);
    if (told.think) this.engineActs = this.letEngineAct(told, told.think);
  }

  private lookAtClock(told: Told): Promise<void> {
    return this.inTurn(async () => {
      if (this.told !== told) return;
      // Where another tab was faster, its word counts.
      await this.follow(told.state.key, Date.now()).catch((error: Error) => {
        if (error instanceof ModuleFailed) throw error;
      });
      // The world's clock may have been set back, and the loss may not have been kept.
      if (this.told === told) this.setAlarm(told, pauseOfAlarms);
    });
  }

  private setAlarm(told: Told, least = 0): void {
    clearTimeout(this.alarm);
    if (told.deadline === null) return;
    const wait = Math.min(Math.max(least, told.deadline - Date.now()), longestAlarm);
    this.alarm = setTimeout(() => void this.lookAtClock(told), wait);
  }

  /** Its move, or its answer to an offer. What fails is told, and tried again after longer and longer pauses while the game stands so. */
  private async letEngineAct(told: Told, limits: Limits, pause = pauseOfEngine): Promise<void> {
    try {
      const thought = await this.around.thinker.think(placeOfGame(told), limits);
      if (thought) await this.inTurn(() => this.keepThought(told, thought));
    } catch (error) {
      if (error instanceof ModuleFailed) throw error;
      // Another tab may have been faster: then its word counts.
      if (this.told !== told) return;
      if (pause === pauseOfEngine) this.refuse(error as Error);
      setTimeout(() => {
        if (this.told === told) this.engineActs = this.letEngineAct(told, limits, Math.min(2 * pause, longestPause));
      }, pause);
    }
  }

  private async keepThought(told: Told, thought: Lines): Promise<void> {
    if (this.told === told) await this.keep(await this.around.live.thought(recordOf(told), thought, Date.now()));
  }

  /** What was found until it was stopped counts. */
  private async analyse(place: Place, limits: Limits, id: number): Promise<void> {
    const heard: Lines[] = [];
    const hear = (lines: Lines) => {
      heard.push(lines);
      this.around.send({ t: 'lines', id, d: lines });
    };
    try {
      const found = await this.around.analyst.think(place, limits, hear);
      const depths = heard.flatMap(({ depth, lines: [best] }) => (best ? [{ depth, score: best.score }] : []));
      const last = heard.at(-1) ?? nothing;
      this.around.send({ t: 'lines', id, d: found ?? { ...last, depths, done: true } });
    } catch (error) {
      this.refuse(error as Error, id);
    }
  }

  /** Thinking is all there is here: what it proves is exact, and what it does not prove is not known. */
  private async solve(place: Place, seconds: number, id: number): Promise<void> {
    try {
      const found = await this.around.analyst.think(place, { seconds, lines: 1, hash: solverMegabytes });
      this.around.send({ t: 'solution', id, d: solutionOf(found) });
    } catch (error) {
      this.refuse(error as Error, id);
    }
  }

  /** After what the engine has to say in the game: it does one thing at a time. */
  private async hint(told: Told, limits: Limits, id: number): Promise<void> {
    await this.engineActs;
    const { state, record } = this.told!;
    const isNow = state.key === told.state.key && !record.result && String(record.moves) === String(told.record.moves);
    try {
      const thought = isNow ? await this.around.thinker.think(placeOfGame(told), limits) : undefined;
      this.around.send({ t: 'hint', id, d: await this.around.live.hint(recordOf(told), thought ?? nothing) });
    } catch (error) {
      if (error instanceof ModuleFailed) throw error;
      this.refuse(error as Error, id);
    } finally {
      this.awaitsHint = false;
    }
  }
}

function solutionOf(found: Lines | undefined): Solution {
  const { nodes = 0, seconds = 0, lines: [best] = [] } = found ?? {};
  const value = best && (['win', 'draw', 'loss'] as const).find((each) => each in best.score);
  if (!value) return { value: null, nodes, seconds };
  const move = best.moves[0];
  // How many turns it takes at most is no exact number of them.
  return { value, ...(move !== undefined && { best: move }), nodes, seconds };
}

const recordOf = ({ state, record }: Told): GameRecord => ({ key: state.key, ...record });
const placeOfGame = ({ record: { game, start, moves } }: Told): Place => ({ game, position: start, moves });

const placeOf = ({ game, position = 'startpos', moves = '' }: Requests['study']): Place =>
  ({ game, position, moves: moves ? moves.split(' ') : [] });

// All its games are played at this screen: nobody is waited for.
const glanceAt = ({ key, game, version, players, result, start, moves }: GameRecord): GameGlance => ({
  key, game, seats: 'xo', players, turn: '', result, version, start, moves: moves.join(' '),
});
