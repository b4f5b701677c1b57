/** The engine as a package: games, positions as values, and the search. What it runs on, browser.ts or node.ts tells it. */
import { ModuleFailed, requestOf, type Ask, type Core } from '../local/core.ts';
import { Engine, placeFields, type Limits as SearchLimits } from '../local/engine.ts';
import type { Question, Reply } from '../local/mind.ts';
import { networkFor } from '../local/networks.ts';
import type { BoardInfo, GameInfo, Hand, Lines, Result, Side, Study } from '../protocol.ts';
import type { Move, Point, Via } from '../board/types.ts';
import { families, networks } from './families.js';

/** @internal A worker that searches. It hears nothing while it does, and is ended to stop it. */
export interface Thread {
  ask(question: Question, hear: (reply: Reply) => void, failed: () => void): void;
  end(): void;
}

/** @internal */
export interface System {
  /** The file at an address; throws where it is not to be had. */
  read(address: string): Promise<BufferSource>;
  startThread(): Thread;
}

/** Where a search ends, and how it is made. */
export interface Limits {
  seconds?: number;
  /** In plies. */
  depth?: number;
  nodes?: number;
  /** As people play, 1 to 8: so many nodes, and chance in which move is best. */
  level?: number;
  /** How many of the best moves are told, each with its line. */
  lines?: number;
  /** Megabytes of the table of positions. */
  hash?: number;
  /** Of the chance that levels have. */
  seed?: number;
}
const limitNames = ['seconds', 'depth', 'nodes', 'level', 'lines', 'hash', 'seed'] as const satisfies (keyof Limits & keyof SearchLimits)[];

export interface AnalyseOptions extends Limits {
  /** Ends the search, whose promise is then rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Hears of every depth that has been searched. */
  onReport?: ((lines: Lines) => void) | undefined;
}

export interface DiagramOptions {
  /** Marks drawn on it, as in "arrow:a1-c3 cross:b2 dot:c3 circle:d4 label:e5=A". */
  marks?: string;
  /** A line of text below the picture. */
  caption?: string;
  /** In colours, or in black and white. */
  style?: 'screen' | 'print' | 'wood';
  coordinates?: boolean;
  /** The board from the other side. */
  turned?: boolean;
}
const diagramNames = ['marks', 'caption', 'style', 'coordinates', 'turned'] as const satisfies (keyof DiagramOptions)[];

export interface From {
  /** Where the game begins, as positions are written; the variant's own start where it is left out. */
  position?: string | undefined;
  /** What was played from there. */
  moves?: readonly string[] | undefined;
}

/** A position, with the moves that led there. It never changes: a move makes another one. */
export class Position {
  /** As positions are written. */
  readonly position: string;
  readonly turn: Side;
  /** A letter for each cell, in the order of the board's. */
  readonly cells: string;
  readonly hands: readonly Hand[];
  /** Lines that bind the player to move. */
  readonly guides: readonly (readonly [Point, Point])[];
  /** The cells of figures that decide the game. */
  readonly figures: readonly string[];
  /** The legal moves, each with the cells that a hand touches. None where the game is over. */
  readonly moves: readonly Move[];
  readonly result: Result | null;
  /** What was played from where the game began. */
  readonly played: readonly string[];
  /** The cells of the last move. */
  readonly last: readonly string[];
  /** How it came from the position before, for boards that show it. */
  readonly via: Via | undefined;
  readonly #game: Game;
  readonly #from: string;

  /** @internal */
  constructor(game: Game, from: string, played: readonly string[], study: Study) {
    const move = study.history.at(-1);
    const look = move ?? study.start;
    this.position = study.position;
    this.turn = move?.next ?? study.start.turn;
    this.cells = look.cells;
    this.hands = look.hands;
    this.guides = look.guides ?? [];
    this.figures = look.figures ?? [];
    this.moves = study.moves;
    this.result = study.result;
    this.played = move ? [...played.slice(0, -1), move.text] : [];
    this.last = move?.path ?? [];
    this.via = move && { path: move.path, half: move.half };
    this.#game = game;
    this.#from = from;
  }

  /** The position after a move, one of `moves` or its text; throws where it is not legal. */
  play(move: Move | string): Position {
    return this.#game.at({ position: this.#from, moves: [...this.played, typeof move === 'string' ? move : move.text] });
  }

  /** The position before the last move; itself where there was none. */
  back(): Position {
    return this.#game.at({ position: this.#from, moves: this.played.slice(0, -1) });
  }

  /** The engine's best moves, searched by a worker: rejected with what is wrong where that is something. */
  analyse(options: AnalyseOptions): Promise<Lines> {
    return this.#game.analyse({ position: this.#from, moves: this.played }, options);
  }

  /** A picture of the position, an SVG. */
  diagram(options: DiagramOptions = {}): string {
    known('diagram', 'option', options, diagramNames);
    const word = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
    const fields = given(options).map(([name, value]) => [name, word(value)]);
    return this.#game.ask('diagram', { position: this.#from, moves: this.played }, Object.fromEntries(fields)) as string;
  }
}

/** A variant's rules, and what searches it. */
export class Game {
  readonly variant: string;
  /** The cells, their outlines and names, what stands on them at first, the colours' names. */
  readonly board: BoardInfo;
  /** Where it begins, or was asked to. */
  readonly start: Position;
  readonly #system: System;
  readonly #engine: Engine;
  readonly #core: Core;
  /** Those that have answered: the next search has its module and network there already. */
  #idle: Thread[] = [];
  /** How each worker is ended, and what it was asked answered with the reason. */
  readonly #ends = new Map<Thread, (why: unknown) => void>();

  /** @internal */
  constructor(system: System, engine: Engine, core: Core, variant: string, from: From) {
    this.#system = system;
    this.#engine = engine;
    this.#core = core;
    this.variant = variant;
    this.board = core.ask('board', requestOf({ game: variant })) as BoardInfo;
    this.start = this.at(from);
  }

  /** The position after moves from the start, or from a position; throws where there is none such. */
  at({ position = 'startpos', moves = [] }: From = {}): Position {
    const study = this.ask('study', { position, moves }, { from: Math.max(moves.length - 1, 0) }) as Study;
    return new Position(this, position, moves, study);
  }

  /** Ends the workers, and rejects what they were asked. The rules go on, and a search after it has a new worker. */
  close(): void {
    for (const end of [...this.#ends.values()]) end(new Error('analyse: the game was closed'));
    this.#idle = [];
  }

  /** @internal */
  ask(name: Ask, { position = 'startpos', moves = [] }: From, fields: Record<string, string | number>): unknown {
    try {
      return this.#core.ask(name, requestOf({ ...placeFields({ game: this.variant, position, moves }), ...fields }));
    } catch (error) {
      // What it keeps may be anything: whoever loads the game again gets a new one.
      if (error instanceof ModuleFailed) this.#engine.forget(this.variant);
      throw error;
    }
  }

  /** @internal */
  async analyse({ position = 'startpos', moves = [] }: From, { signal, onReport, ...limits }: AnalyseOptions): Promise<Lines> {
    known('analyse', 'limit', limits, limitNames);
    const set = given(limits);
    if (!signal && !set.some(([name]) => ['seconds', 'depth', 'nodes', 'level'].includes(name)))
      throw new Error('analyse: there is nothing to end it: seconds, depth, nodes, level or a signal');
    signal?.throwIfAborted();
    const question: Question = {
      ...(await this.#engine.searchOf(this.variant)),
      network: networkFor(networks, this.board.network),
      request: requestOf({ ...placeFields({ game: this.variant, position, moves }), ...Object.fromEntries(set) }),
    };
    signal?.throwIfAborted();
    return this.#search(question, signal, onReport);
  }

  #search(question: Question, signal: AbortSignal | undefined, onReport: ((lines: Lines) => void) | undefined): Promise<Lines> {
    const thread = this.#idle.pop() ?? this.#system.startThread();
    return new Promise((done, failed) => {
      const over = () => signal?.removeEventListener('abort', abort);
      const end = (why: unknown) => {
        over();
        thread.end();
        this.#ends.delete(thread);
        failed(why);
      };
      const abort = () => end(signal!.reason);
      signal?.addEventListener('abort', abort);
      this.#ends.set(thread, end);
      thread.ask(
        question,
        (reply) => {
          // Said before it was ended, and heard after.
          if (this.#ends.get(thread) !== end) return;
          if ('lines' in reply) return onReport?.(reply.lines as Lines);
          over();
          this.#idle.push(thread);
          if ('error' in reply) failed(new Error(reply.error));
          else done(reply.answer as Lines);
        },
        () => end(new Error('the engine failed')),
      );
    });
  }
}

/** @internal The rules of a variant, loaded. */
export async function openGame(system: System, variant: string, from: From = {}): Promise<Game> {
  const engine = engineOf(system);
  return new Game(system, engine, await engine.coreOf(variant), variant, from);
}

/** Every game, with its options and the variants that people play, in English and Italian. */
export const games = (): GameInfo[] => structuredClone(families.flatMap((family) => family.games));

const engines = new Map<System, Engine>();
function engineOf(system: System): Engine {
  const engine = engines.get(system) ?? new Engine(families, async (address) => WebAssembly.compile(await system.read(address)));
  engines.set(system, engine);
  return engine;
}

const given = <T>(options: Record<string, T> | object): [string, T][] => Object.entries(options).filter(([, value]) => value !== undefined);

function known(where: string, what: string, options: object, names: readonly string[]): void {
  const strange = Object.keys(options).find((name) => !names.includes(name));
  if (strange !== undefined) throw new Error(`${where}: there is no ${what} "${strange}"; there are ${names.join(', ')}`);
}
