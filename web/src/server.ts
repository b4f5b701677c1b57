import { ConnectionLost } from './client.ts';
import type { BoardInfo, GameInfo } from './protocol.ts';

export const loadGames = () => get<GameInfo[]>('api/games');

export const loadBoard = (variant: string) => get<BoardInfo>(`api/board?game=${encodeURIComponent(variant)}`);

async function get<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path).catch(() => {
    throw new ConnectionLost();
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
