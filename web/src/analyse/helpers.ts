/** Several positions are looked at at once: by whoever answers the page, and by helpers beside him. */
import { Client } from '../client.ts';
import type { Transport } from '../transport.ts';
import { Judge } from './judge.ts';

/** A server shares its processors out fairly, whoever asks. */
const mostHelpers = 3;

export interface Helper {
  judge: Judge;
  /** Answered when he is there, which he may never be. */
  ready: Promise<void>;
  /** Fails when he is gone for good. */
  lost: Promise<never>;
  leave(): void;
}

/** As many as there is room for, until they are told to leave. */
export function helpersBy(transport: Transport): Helper[] {
  const room = transport.isServer ? mostHelpers : navigator.hardwareConcurrency - 1;
  return Array.from({ length: Math.max(0, Math.min(mostHelpers, room)) }, () => helperBy(transport.another()));
}

function helperBy(transport: Transport): Helper {
  let come = () => {};
  let go = (_: Error) => {};
  const ready = new Promise<void>((done) => (come = done));
  const lost = new Promise<never>((_, failed) => (go = failed));
  lost.catch(() => {});
  const client = new Client(() => transport.connect(), {
    onState() {},
    onPresent() {},
    onConnection(connected) {
      if (connected) return come();
      client.close(); // it does not come back
      go(new Error('a helper was lost'));
    },
  });
  return { judge: new Judge(client), ready, lost, leave: () => void ready.then(() => client.close()) };
}

/**
 * Does the same with each, in this order, several at once. What a helper fails at the first does, and his failure ends it all; so does
 * the signal.
 */
export async function withEach<Each>(all: readonly Each[], first: Judge, helpers: readonly Helper[], signal: AbortSignal, act: (each: Each, judge: Judge) => Promise<void>): Promise<void> {
  const left = [...all];
  const underWay = new Set<Promise<boolean>>();
  const help = async ({ judge, ready, lost }: Helper) => {
    await Promise.race([ready, lost]);
    for (let helps = true; helps && left.length > 0 && !signal.aborted; ) {
      const each = left.shift()!;
      const acting = Promise.race([act(each, judge), lost]).then(() => true, () => (left.push(each), false));
      underWay.add(acting);
      helps = await acting;
      underWay.delete(acting);
    }
  };
  for (const helper of helpers) help(helper).catch(() => {});
  try {
    while (left.length > 0 || underWay.size > 0) {
      if (left.length > 0) await act(left.shift()!, first);
      else await Promise.race(underWay);
      signal.throwIfAborted();
    }
  } finally {
    left.length = 0;
  }
}
