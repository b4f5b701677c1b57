import { ConnectionLost, problemOf, type Socket } from './client.ts';
import { speech } from './language.svelte.ts';
import type { BoardInfo, GameInfo } from './protocol.ts';
import type { Transport } from './transport.ts';
import { OwnSentence } from './trouble.ts';
import { root } from './where.ts';

/** The server that the page came from. */
export function makeTransport(): Transport {
  return {
    isServer: true,
    games: () => get<GameInfo[]>('api/games'),
    board: (variant) => get<BoardInfo>(`api/board?game=${encodeURIComponent(variant)}`),
    diagram: async (query) => (await good(`api/diagram?${query}`)).text(),
    animation: async (query) => (await good(`api/v1/animation.svg?${query}`)).text(),
    gif: async (query) => (await good(`api/v1/animation.gif?${query}`)).blob(),
    connect() {
      const address = new URL(`${root}api/play?states=changes`, location.href);
      address.protocol = address.protocol.replace('http', 'ws');
      address.hash = '';
      return new WebSocket(address) as unknown as Socket;
    },
    another: makeTransport,
    async whyBarred() {
      const { status } = await ask(`api/play?origin=${encodeURIComponent(location.origin)}`);
      return status === 403 ? 'origin' : status === 426 ? 'upgrade' : undefined;
    },
  };
}

const get = async <Answer>(path: string): Promise<Answer> => (await good(path)).json();

async function good(path: string): Promise<Response> {
  const response = await ask(path);
  if (!response.ok) throw await reasonOf(response);
  return response;
}

/** What the server says against it; what stands before the server may say it in another way. */
async function reasonOf(response: Response): Promise<Error> {
  const { detail } = await response.json().catch(() => ({}));
  if (typeof detail !== 'string') return new OwnSentence(speech.t.badAnswer(response.status));
  const again = Number(response.headers.get('Retry-After')) || undefined;
  return problemOf({ error: detail, ...(again && { again }) });
}

function ask(path: string): Promise<Response> {
  return fetch(root + path).catch(() => {
    throw new ConnectionLost();
  });
}
