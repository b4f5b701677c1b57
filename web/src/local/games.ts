import type { Answers, GameGlance, Lines, Requests, RequestType, ServerMessage, Solution, Study } from '../protocol.ts';
import { newKey } from '../shelf.ts';
import { checkControl, shareOfClock } from './clock.ts';
import type { Limits, Place } from './engine.ts';
import { Match, type Rules } from './match.ts';
import type { GameRecord, Store } from './store.ts';

/** Thinks about one place at a time. */
export interface Thinker {
  /** Nothing where stop() ended it. */
  think(place: Place, limits: Limits, hear?: (lines: Lines) => void): Promise<Lines | undefined>;
  stop(): void;
}

export interface Surroundings {
  rules: Rules;
  store: Store;
  study(place: Place): Promise<Study>;
  thinker: Thinker;
  /** Thinks about what no game is about, beside the other. */
  analyst: Thinker;
  send(message: ServerMessage): void;
  /** A game was changed here: other tabs may show it too. */
  changed(key: string): void;
}

const hintSeconds = 0.5;
const solverMegabytes = 128;
const pauseOfAlarms = 1000;
/** A timer of more than 24 days would ring at once. */
const longestAlarm = 86_400_000;

/** The games as the server keeps them (apps/server/games.cpp), for one page. Requests are carried out one after the other. */
export class Games {
  private match: Match | undefined;
  private line: Promise<unknown> = Promise.resolve();
  private awaitsHint = false;
  private alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly around: Surroundings) {}

  receive(text: string): Promise<void> {
    return this.inTurn(async () => {
      const { t, id, d } = JSON.parse(text) as { t: RequestType; id: number; d: never };
      try {
        if (!Object.hasOwn(this.handlers, t)) throw new Error(`message.t: "${t}" is not one of ${Object.keys(this.handlers).join(', ')}`);
        await this.handlers[t](d, id);
      } catch (error) {
        // What has failed within must be started anew, and the request is not made again.
        if (error instanceof WebAssembly.RuntimeError) throw error;
        this.around.send({ t: 'error', id, d: { error: (error as Error).message } });
      }
    });
  }

  /** Another tab changed a game. */
  hear(key: string): Promise<void> {
    return this.inTurn(async () => {
      if (key === this.match?.record.key) await this.reload();
    });
  }

  private readonly handlers: { [Type in RequestType]: (d: Requests[Type], id: number) => Promise<void> } = {
    new: async ({ game, position, x, o, clock, seat }, id) => {
      if (seat) return noServer();
      const control = clock && checkControl(clock);
      const match = await Match.start(this.around.rules, newKey(), game, position ?? 'startpos', { x, o }, control);
      await this.around.store.insert(match.record);
      this.replace(match, id);
    },
    open: async ({ key }, id) => this.answer(await this.follow(key), id),
    move: async ({ key, ply, move }, id) => {
      const match = await this.follow(key);
      if (ply > match.ply) throw new Error(`move: d.ply is ${ply}, but ${match.ply} moves have been made`);
      if (ply < match.ply) {
        if (await match.hasPlayed(this.around.rules, ply, move)) return this.answer(match, id);
        throw new Error(`move: another move than "${move}" was made at ply ${ply}`);
      }
      if (match.engineIsToMove) throw new Error('move: the engine is to move');
      await this.change(await match.play(this.around.rules, move, Date.now()), id);
    },
    undo: async ({ key }, id) => this.change(await (await this.follow(key)).undo(this.around.rules, Date.now()), id),
    resign: async ({ key, player }, id) => {
      const match = await this.follow(key);
      if (match.record.resigned === player) return this.answer(match, id);
      await this.change(match.resign(player, Date.now()), id);
    },
    players: async ({ key, x, o }, id) => this.change((await this.follow(key)).seat({ x, o }, Date.now()), id),
    hint: async ({ key }, id) => {
      const match = await this.follow(key);
      if (match.result) throw new Error('hint: the game is over');
      if (match.engineIsToMove) throw new Error('hint: the engine is to move');
      if (this.awaitsHint) throw new Error('hint: the one before has not been answered yet');
      this.awaitsHint = true;
      void this.hint(match, id);
    },
    glance: async ({ keys }, id) => {
      const found = await Promise.all(keys.map((key) => this.around.store.find(key)));
      const games = found.flatMap((record) => (record ? [glanceAt(record)] : []));
      this.around.send({ t: 'glance', id, d: { games } });
    },
    study: async ({ from = 0, ...place }, id) => {
      const study = await this.around.study(placeOf(place));
      this.around.send({ t: 'study', id, d: { ...study, from, history: study.history.slice(from) } });
    },
    analyse: async ({ seconds, lines, ...place }, id) => void this.analyse(placeOf(place), { milliseconds: Math.round(1000 * seconds), lines }, id),
    stop: async (_, id) => {
      this.around.analyst.stop();
      this.around.send({ t: 'stopped', id, d: {} });
    },
    solve: async ({ seconds, ...place }, id) => void this.solve(placeOf(place), 1000 * seconds, id),
    ping: async (_, id) => this.around.send({ t: 'pong', id, d: {} }),
    sit: noServer,
    offer: noServer,
    accept: noServer,
    decline: noServer,
  };

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.line.then(work);
    this.line = done.catch(() => {});
    return done;
  }

  /** From now on the page follows that game, and the engine plays where it is its turn. */
  private async follow(key: string): Promise<Match> {
    if (this.match?.record.key !== key) this.setDown(await this.load(key));
    if (this.match!.isTimeUp(Date.now())) await this.change(this.match!.loseOnTime(Date.now()));
    return this.match!;
  }

  private async load(key: string): Promise<Match> {
    const record = await this.around.store.find(key);
    if (!record) throw new Error(`key: "${key}" is no game here`);
    return Match.replay(this.around.rules, record);
  }

  /** Keeps a change, then lets the page know: what could not be kept did not happen. */
  private async change(next: Match, id?: number): Promise<void> {
    if (!(await this.around.store.update(next.record))) {
      await this.reload();
      throw new Error('the game was changed elsewhere');
    }
    this.replace(next, id);
    this.around.changed(next.record.key);
  }

  private async reload(): Promise<void> {
    const kept = await this.load(this.match!.record.key);
    if (kept.record.version > this.match!.record.version) this.replace(kept);
  }

  private replace(match: Match, id?: number): void {
    this.around.send({ t: 'state', ...(id !== undefined && { id }), d: match.state(Date.now()) });
    this.setDown(match);
  }

  private answer(match: Match, id: number): void {
    this.around.send({ t: 'state', id, d: match.state(Date.now()) });
  }

  private setDown(match: Match): void {
    this.around.thinker.stop();
    this.match = match;
    this.setAlarm(match);
    if (match.engineIsToMove) void this.engineMoves(match);
  }

  private lookAtClock(match: Match): Promise<void> {
    return this.inTurn(async () => {
      if (this.match !== match) return;
      // Where another tab was faster, its word counts.
      await this.follow(match.record.key).catch(() => {});
      // The world's clock may have been set back, and the loss may not have been kept.
      if (this.match === match) this.setAlarm(match, pauseOfAlarms);
    });
  }

  private setAlarm(match: Match, least = 0): void {
    clearTimeout(this.alarm);
    if (match.deadline === undefined) return;
    const wait = Math.min(Math.max(least, match.deadline - Date.now()), longestAlarm);
    this.alarm = setTimeout(() => void this.lookAtClock(match), wait);
  }

  private async engineMoves(match: Match): Promise<void> {
    const player = match.record.players[match.turn];
    const { clock } = match.record;
    const share = clock && shareOfClock(clock, match.turn, Date.now());
    const own = 'seconds' in player ? Math.round(1000 * player.seconds) : undefined;
    const milliseconds = own === undefined || share === undefined ? (own ?? share) : Math.min(own, share);
    const limits: Limits = {
      ...('level' in player && { level: player.level }),
      ...(milliseconds !== undefined && { milliseconds }),
      seed: random(999_999_999), // a level plays otherwise every time
    };
    const thought = await this.around.thinker.think(match.place, limits).catch((error: Error) => this.tellFailure(error));
    const move = thought?.lines[0]?.moves[0];
    if (move === undefined) return;
    await this.inTurn(async () => {
      // Another tab may have been faster: then its word counts.
      if (this.match !== match) return;
      const now = await this.follow(match.record.key).catch(() => undefined); // its time may be up
      if (now === match) await this.change(await match.play(this.around.rules, move, Date.now())).catch(() => {});
    });
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
      const last = heard.at(-1) ?? { depth: 0, nodes: 0, seconds: 0, lines: [] };
      this.around.send({ t: 'lines', id, d: found ?? { ...last, depths, done: true } });
    } catch (error) {
      this.around.send({ t: 'error', id, d: { error: (error as Error).message } });
    }
  }

  /** Thinking is all there is here: what it proves is exact, and what it does not prove is not known. */
  private async solve(place: Place, milliseconds: number, id: number): Promise<void> {
    try {
      const found = await this.around.analyst.think(place, { milliseconds: Math.round(milliseconds), lines: 1, hash: solverMegabytes });
      this.around.send({ t: 'solution', id, d: solutionOf(found) });
    } catch (error) {
      this.around.send({ t: 'error', id, d: { error: (error as Error).message } });
    }
  }

  /** Nobody asked for it: the game waits, and goes on when it is opened again. */
  private tellFailure(error: Error): undefined {
    this.around.send({ t: 'error', d: { error: error.message } });
  }

  private async hint(match: Match, id: number): Promise<void> {
    const thought = await this.around.thinker.think(match.place, { milliseconds: 1000 * hintSeconds }).catch(() => undefined);
    this.awaitsHint = false;
    const best = thought?.lines[0];
    const move = match.moves.find(({ text }) => text === best?.moves[0]);
    if (!best || !move) return this.around.send({ t: 'error', id, d: { error: 'hint: the game went on before there was one' } });
    const d: Answers['hint'] = { ply: match.ply, move: { text: move.text, path: move.path }, score: best.score };
    this.around.send({ t: 'hint', id, d });
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

/** What the page does not offer where `transport.isServer` is false. */
async function noServer(): Promise<never> {
  throw new Error('this page has no server, which that would take');
}

const placeOf = ({ game, position = 'startpos', moves = '' }: Requests['study']): Place =>
  ({ game, position, moves: moves ? moves.split(' ') : [] });

// All its games are played at this screen: nobody is waited for.
const glanceAt = ({ key, game, version, players, result }: GameRecord): GameGlance => ({ key, game, seats: 'xo', players, turn: '', result, version });

const random = (below: number): number => crypto.getRandomValues(new Uint32Array(1))[0]! % below;
