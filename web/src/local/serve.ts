/** What a worker does that answers the page in a server's place. */
import { readHere } from '../engine/fetched.ts';
import type { BoardInfo, GameInfo, ServerMessage } from '../protocol.ts';
import { ModuleFailed } from './core.ts';
import type { Engine } from './engine.ts';
import { Games } from './games.ts';
import { liveOf } from './live.ts';
import { Openings } from './openings.ts';
import { openStore } from './store.ts';
import { workerThinker } from './thinking.ts';

/** What the page asks: a message of the protocol, or what it would get from a server by HTTP. */
export type ToWorker = { message: string } | { id: number; games: true } | { id: number; board: string } | { id: number; diagram: string } | { id: number; animation: string };
export type FromWorker =
  | { message: string }
  | { id: number; answer: GameInfo[] | BoardInfo | string }
  | { id: number; error: string }
  /** Something went wrong that nobody asked for: start again. */
  | { failed: string };

const say = (what: FromWorker) => postMessage(what);

/** Answers whatever the page says to this worker from now on, by what the engine knows. */
export function serve(engine: Engine, networks: Record<string, string>, openings: Record<string, string>): void {
  self.addEventListener('unhandledrejection', ({ reason }) => say({ failed: String(reason) }));

  const explorer = new Openings(engine, openings, async (address) => new Uint8Array(await readHere(address)));
  const otherTabs = new BroadcastChannel('tavoliere');

  const games = openStore().then((store) => new Games({
    live: liveOf(engine),
    study: (place) => engine.study(place),
    explore: (place, limits) => explorer.explore(place, limits),
    store,
    thinker: workerThinker(engine, networks),
    analyst: workerThinker(engine, networks),
    send: (message: ServerMessage) => say({ message: JSON.stringify(message) }),
    changed: (key) => otherTabs.postMessage(key),
  }));

  otherTabs.onmessage = async ({ data }: MessageEvent<string>) => (await games).hear(data);

  function answerTo(asked: Exclude<ToWorker, { message: string }>) {
    if ('board' in asked) return engine.board(asked.board);
    if ('diagram' in asked) return engine.picture('diagram', asked.diagram);
    return 'animation' in asked ? engine.picture('animation', asked.animation) : engine.games();
  }

  self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
    if ('message' in data) return (await games).receive(data.message);
    const { id } = data;
    try {
      say({ id, answer: await answerTo(data) });
    } catch (error) {
      say({ id, error: (error as Error).message });
      if (error instanceof ModuleFailed) throw error; // it must be started anew
    }
  };
}
