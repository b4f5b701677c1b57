/** Whom one plays when one has not chosen: as the last time, and the first time somebody whom beginners beat. */
import { remembered } from './memory.ts';
import type { Players } from './protocol.ts';
import { isPlayers } from './shapes.ts';
import { sides } from './sides.ts';

const beginners: Players = { x: { kind: 'person' }, o: { kind: 'engine', level: 1 } };

/** As chosen last in a form. */
export const usualPlayers = (): Players => remembered('players', isPlayers) ?? beginners;

/** A person against the engine: the last such game's, where the last form had one. */
export function usualOpponent(): Players {
  const usual = usualPlayers();
  return sides.filter((side) => usual[side].kind === 'engine').length === 1 ? usual : beginners;
}
