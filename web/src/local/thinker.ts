/** A worker that searches, for one family of games. It hears nothing while it does: who wants it to stop ends the worker. */
import { startCore } from './core.ts';
import { Mind, type Question } from './mind.ts';

const mind = new Mind(startCore, (reply) => postMessage(reply), fetched);

self.onmessage = ({ data }: MessageEvent<Question>) => mind.answer(data);

/** Without its network, where that does not come, a game is judged by the plain evaluation. */
async function fetched(address: string): Promise<ArrayBuffer | undefined> {
  const response = await fetch(address).catch(() => undefined);
  return response?.ok ? response.arrayBuffer() : undefined;
}
