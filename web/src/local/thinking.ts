import { requestOf } from './core.ts';
import type { Lines } from '../protocol.ts';
import { placeFields, type Engine } from './engine.ts';
import { networkFor } from './networks.ts';
import type { Thinker } from './games.ts';
import type { Question, Reply } from './mind.ts';

/** Thinks in a worker of its own, so that the one that talks to the page never waits. */
export function workerThinker(engine: Engine, networks: Record<string, string>): Thinker {
  let worker: Worker | undefined;
  let knows: WebAssembly.Module | undefined;
  let giveUp = () => {};

  const stop = () => {
    giveUp();
    giveUp = () => {};
  };
  const end = () => {
    worker?.terminate();
    worker = undefined;
  };

  return {
    stop,
    async think(place, limits, hear) {
      stop();
      let stopped = false;
      giveUp = () => (stopped = true);
      const [{ module, text }, board] = await Promise.all([engine.searchOf(place.game), engine.board(place.game)]);
      if (stopped) return undefined;
      if (knows !== module) end();
      knows = module;
      const asked = (worker ??= new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' }));
      return new Promise<Lines | undefined>((done, failed) => {
        giveUp = () => {
          end();
          done(undefined);
        };
        asked.onmessage = ({ data }: MessageEvent<Reply>) => {
          if ('lines' in data) return hear?.(data.lines as Lines);
          giveUp = () => {};
          if ('error' in data) failed(new Error(data.error));
          else done(data.answer as Lines);
        };
        asked.onerror = () => {
          end();
          failed(new Error('the engine failed'));
        };
        const network = networkFor(networks, board.network);
        const question: Question = { module, text, network, request: requestOf({ ...placeFields(place), ...limits }) };
        asked.postMessage(question);
      });
    },
  };
}
