import type { Socket } from '../client.ts';
import type { BoardInfo, GameInfo } from '../protocol.ts';
import type { Transport } from '../transport.ts';
import { askToPersist } from './offline.ts';
import type { FromWorker, ToWorker } from './serve.ts';

interface Waiting {
  resolve(answer: never): void;
  reject(error: Error): void;
}

/** As a server closes a WebSocket when it could not do what it was asked. */
const internalError = 1011;

/**
 * A worker in the server's place. Where it fails the page connects again, to a new one that finds the games as they were kept. `isHelper`:
 * it ends with its connection.
 */
export function makeTransport(start: () => Worker, isHelper = false): Transport {
  let worker: Worker | undefined;
  let socket: Socket | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  function running(): Worker {
    if (worker) return worker;
    worker = start();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
    worker.onerror = () => fail('the page could not start its engine');
    return worker;
  }

  function hear(data: FromWorker): void {
    if ('failed' in data) return fail(data.failed, internalError);
    if ('message' in data) return socket?.onmessage?.({ data: data.message });
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asked?.reject(new Error(data.error));
    else asked?.resolve(data.answer as never);
  }

  function end(why: string): void {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error(why));
    waiting.clear();
  }

  function fail(why: string, code?: number): void {
    end(why);
    socket?.onclose?.(code === undefined ? undefined : { code });
  }

  const ask = <Answer>(what: { games: true } | { board: string } | { diagram: string } | { animation: string }): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      running().postMessage({ id, ...what } satisfies ToWorker);
    });

  return {
    isServer: false,
    games: () => ask<GameInfo[]>({ games: true }),
    board: (board) => ask<BoardInfo>({ board }),
    diagram: (diagram) => ask<string>({ diagram }),
    animation: (animation) => ask<string>({ animation }),
    another: () => makeTransport(start, true),
    keep: () => void askToPersist().catch(() => {}),
    connect() {
      const made: Socket = {
        send: (message) => running().postMessage({ message } satisfies ToWorker),
        close() {
          socket = undefined;
          if (isHelper) end('the page ended its engine');
          made.onclose?.();
        },
        onopen: null,
        onmessage: null,
        onclose: null,
      };
      socket = made;
      queueMicrotask(() => made.onopen?.());
      return made;
    },
  };
}
