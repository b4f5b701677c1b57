/** The engine's package in Node. */
import { Worker } from 'node:worker_threads';
import type { Reply } from '../local/mind.ts';
import { readHere } from './files.ts';
import { openGame, type From, type Game, type System, type Thread } from './game.ts';

export * from './exports.ts';

const node: System = { read: readHere, startThread };

/** The rules of a variant, as in "ataxx" or "ataxx:size=5x5,misere"; rejected with one line that says what is wrong with it. */
export const loadGame = (variant: string, from: From = {}): Promise<Game> => openGame(node, variant, from);

/** Only one that is searching keeps the process alive. */
function startThread(): Thread {
  const worker = new Worker(new URL('./nodeWorker.js', import.meta.url));
  worker.unref();
  return {
    ask(question, hear, failed) {
      worker.ref();
      worker.removeAllListeners();
      worker.on('message', (reply: Reply) => {
        if (!('lines' in reply)) worker.unref();
        hear(reply);
      });
      worker.on('error', failed);
      worker.postMessage(question);
    },
    end: () => void worker.terminate(),
  };
}
