/** Whom one plays when one has not chosen: in the form as the last time, from the gallery somebody of one's own strength. */
import { remembered } from './memory.ts';
import type { Players, Side } from './protocol.ts';
import { levelOf } from './rating.ts';
import { isPlayers } from './shapes.ts';

const beginners: Players = { x: { kind: 'person' }, o: { kind: 'engine', level: 1 } };

/** As chosen last in a form. */
export const usualPlayers = (): Players => remembered('players', isPlayers) ?? beginners;

/** A person against the engine, at the level that is nearest to what he is worth in the game; with the colour of the last form. */
export function usualOpponent(game: string): Players {
  const usual = usualPlayers();
  const side: Side = usual.x.kind === 'engine' && usual.o.kind === 'person' ? 'x' : 'o';
  return { ...{ x: { kind: 'person' }, o: { kind: 'person' } }, [side]: { kind: 'engine', level: levelOf(game) } };
}
