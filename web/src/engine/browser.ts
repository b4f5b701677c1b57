/** The engine's package in a browser: in a page or in a worker. */
import type { Question, Reply } from '../local/mind.ts';
import { openGame, type From, type Game, type System, type Thread } from './game.ts';
import { readHere } from './fetched.ts';

export * from './exports.ts';

const browser: System = { read: readHere, startThread };

/** The rules of a variant, as in "ataxx" or "ataxx:size=5x5,misere"; rejected with one line that says what is wrong with it. */
export const loadGame = (variant: string, from: From = {}): Promise<Game> => openGame(browser, variant, from);

function startThread(): Thread {
  // Bundlers find the worker by these very words.
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  return {
    ask(question: Question, hear, failed) {
      worker.onmessage = ({ data }: MessageEvent<Reply>) => hear(data);
      worker.onerror = failed;
      worker.postMessage(question);
    },
    end: () => worker.terminate(),
  };
}
