import { ConnectionLost, type Socket } from './client.ts';
import type { BoardInfo, GameInfo } from './protocol.ts';
import type { Transport } from './transport.ts';

/** The server that the page came from. */
export function serverTransport(): Transport {
  return {
    meets: true,
    games: () => get<GameInfo[]>('api/games'),
    board: (variant) => get<BoardInfo>(`api/board?game=${encodeURIComponent(variant)}`),
    connect() {
      const address = new URL('api/play', location.href);
      address.protocol = address.protocol.replace('http', 'ws');
      address.hash = '';
      return new WebSocket(address) as unknown as Socket;
    },
  };
}

async function get<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path).catch(() => {
    throw new ConnectionLost();
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
