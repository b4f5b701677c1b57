/** A worker that searches, for one family of games. It hears nothing while it does: who wants it to stop ends the worker. */
import { startCore, type Core } from './core.ts';

export interface Question {
  module: WebAssembly.Module;
  /** The address of the variant's network, where it has one. */
  network: string | undefined;
  request: string;
}

export type Reply = { lines: unknown } | { answer: unknown } | { error: string };

let core: Core | undefined;
const given = new Set<string>();

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  try {
    core ??= await startCore(data.module);
    await giveNetwork(core, data.network);
    // Each line when the next is there: the last is the answer.
    let lines: unknown;
    const hear = (next: unknown) => {
      if (lines) postMessage({ lines } satisfies Reply);
      lines = next;
    };
    postMessage({ answer: core.ask('think', data.request, hear) } satisfies Reply);
  } catch (error) {
    postMessage({ error: (error as Error).message } satisfies Reply);
  }
};

/** Without its network, where that does not come, a game is judged by the plain evaluation. */
async function giveNetwork(to: Core, address: string | undefined): Promise<void> {
  if (address === undefined || given.has(address)) return;
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) return;
  to.ask('network', new Uint8Array(await response.arrayBuffer()));
  given.add(address);
}
