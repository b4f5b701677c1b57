/** A worker that searches, for one family of games. It hears nothing while it does: who wants it to stop ends the worker. */
import { startCore } from './core.ts';
import { Mind, type Question } from './mind.ts';

const mind = new Mind(startCore, (reply) => postMessage(reply));

self.onmessage = ({ data }: MessageEvent<Question>) => mind.answer(data);
