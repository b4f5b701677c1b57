import type { GameState } from '../protocol.ts';
import type { Sound } from './sounds.ts';

/** What there is to hear when a game has come from one state to another; nothing of another game, or of a move taken back. */
export function heard(before: GameState | undefined, now: GameState, isMyTurn: boolean): Sound | undefined {
  if (before?.key !== now.key) return undefined;
  if (now.result && !before.result) return 'end';
  if (now.history.length <= before.history.length) return undefined;
  return isMyTurn ? 'turn' : 'move';
}
