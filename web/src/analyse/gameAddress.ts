import type { Play } from '../play.svelte.ts';
import { endedByPlayers } from '../sides.ts';
import { writeAddress } from './address.ts';

/** The game on the table, at the position looked at, as an address of the analysis board; undefined where there is none. */
export function gameAddress({ game, board, ply, turned }: Play): string | undefined {
  if (!game) return undefined;
  const known = board?.start.position === game.start.position;
  return writeAddress({
    game: game.game,
    ...(known ? {} : { position: game.start.position }),
    moves: game.history.map((move) => move.text).join(' '),
    at: String(ply),
    flipped: turned,
    ...(game.result && endedByPlayers(game.result) ? { ended: game.result } : {}),
  });
}
