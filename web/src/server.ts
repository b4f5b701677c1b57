import { ConnectionLost, type Socket } from './client.ts';
import type { BoardInfo, GameInfo } from './protocol.ts';
import type { Transport } from './transport.ts';

/** The server that the page came from. */
export function makeTransport(): Transport {
  return {
    isServer: true,
    games: () => get<GameInfo[]>('api/games'),
    board: (variant) => get<BoardInfo>(`api/board?game=${encodeURIComponent(variant)}`),
    async diagram(query) {
      const response = await ask(`api/diagram?${query}`);
      if (!response.ok) throw new Error((await response.json()).error);
      return response.text();
    },
    connect() {
      const address = new URL('api/play', location.href);
      address.protocol = address.protocol.replace('http', 'ws');
      address.hash = '';
      return new WebSocket(address) as unknown as Socket;
    },
  };
}

async function get<Answer>(path: string): Promise<Answer> {
  const response = await ask(path);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

function ask(path: string): Promise<Response> {
  return fetch(path).catch(() => {
    throw new ConnectionLost();
  });
}
