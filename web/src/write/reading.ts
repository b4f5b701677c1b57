/** A worker that reads texts, and counts in what it has read: whoever does not want to wait ends it. */
import type { BoardInfo, GameInfo, Words } from '../protocol.ts';
import { requestOf, startCore } from '../local/core.ts';

/** What a text declares, and how it looks. */
export interface Read {
  info: GameInfo;
  /** Why a game may end. */
  reasons: { name: string; words: Words }[];
  /** Of the variant that was asked for, or of the standard one where there is none such. */
  board: BoardInfo;
}

export type Task = { ask: 'check'; options: string } | { ask: 'perft'; game: string; depth: number } | { ask: 'laws'; game: string; games: number };
export interface Question {
  module: WebAssembly.Module;
  /** With its bases. */
  text: string;
  task: Task;
}
export interface Counted {
  depth: number;
  nodes: number;
  seconds: number;
}
export interface Lawful {
  /** The law that broke, and where. */
  broken?: string;
  games: number;
  plies: number;
}
/** The first thing that it says is that it is there: what it is asked is asked after that. */
export type Answer = { ready: true } | { heard: Counted | Lawful } | { answer: Read | null } | { error: string };

const say = (answer: Answer) => postMessage(answer);

async function check({ module, text }: Question, options: string): Promise<Read> {
  const { info, reasons } = (await startCore(module)).ask('check', text) as Omit<Read, 'board'>;
  const core = await startCore(module, text);
  const board = (game: string) => core.ask('board', requestOf({ game })) as BoardInfo;
  try {
    return { info, reasons, board: board(options ? `${info.game}:${options}` : info.game) };
  } catch {
    return { info, reasons, board: board(info.game) };
  }
}

/** From 1 on, so that one sees how it grows. */
async function count({ module, text }: Question, game: string, depth: number): Promise<void> {
  const core = await startCore(module, text);
  for (let plies = 1; plies <= depth; ++plies) {
    const begun = performance.now();
    const { nodes } = core.ask('perft', requestOf({ game, depth: plies })) as { nodes: number };
    say({ heard: { depth: plies, nodes, seconds: (performance.now() - begun) / 1000 } });
  }
}

/** One game after the other, so that one sees how far it has come. */
async function lawful({ module, text }: Question, game: string, games: number): Promise<void> {
  const core = await startCore(module, text);
  const all: Lawful = { games: 0, plies: 0 };
  for (let seed = 1; seed <= games && all.broken === undefined; ++seed) {
    const one = core.ask('laws', requestOf({ game, games: 1, seed })) as Lawful;
    Object.assign(all, one, { games: all.games + one.games, plies: all.plies + one.plies });
    say({ heard: { ...all } });
  }
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const { task } = data;
  try {
    if (task.ask === 'check') return say({ answer: await check(data, task.options) });
    await (task.ask === 'perft' ? count(data, task.game, task.depth) : lawful(data, task.game, task.games));
    say({ answer: null });
  } catch (error) {
    say({ error: (error as Error).message });
  }
};
say({ ready: true });
