import { ConnectionLost } from './client.ts';
import type { BoardInfo, GameInfo } from './protocol.ts';

export const loadGames = () => get<GameInfo[]>('api/games');

export const loadBoard = (variant: string) => get<BoardInfo>(`api/board?game=${encodeURIComponent(variant)}`);

/** The SVG that the program draws for a query. */
export async function loadDiagram(query: string): Promise<string> {
  const response = await ask(`api/diagram?${query}`);
  if (!response.ok) throw new Error((await response.json()).error);
  return response.text();
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
