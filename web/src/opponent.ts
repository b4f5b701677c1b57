/** Whom one plays when one has not chosen, and whom a form offers. */
import { remembered } from './memory.ts';
import type { Player, Players, Side } from './protocol.ts';
import { levelOf } from './rating.ts';
import { isEither, isObject, isOneOf, isPlayer, isPlayers, type Check } from './shapes.ts';
import type { Variant } from './variant.ts';

/** In a form one may also choose an engine that is as strong as oneself, however strong that is when the game begins. */
export type Choice = Player | { kind: 'equal' };
export type Choices = Record<Side, Choice>;

const isChoice: Check<Choice> = isEither(isPlayer, isObject<{ kind: 'equal' }>({ kind: isOneOf(['equal']) }));
const isChoices = isObject<Choices>({ x: isChoice, o: isChoice });

/** As chosen last in the form of a game. */
export const usualChoices = (): Choices => remembered('choices', isChoices) ?? { x: { kind: 'person' }, o: { kind: 'equal' } };

/** Who they are in a variant, whose game has its full name: the reader is known by the standard games. */
export function playersOf({ x, o }: Choices, { game }: Pick<Variant, 'game'>): Players {
  const player = (choice: Choice): Player => (choice.kind === 'equal' ? { kind: 'engine', level: levelOf(game) } : choice);
  return { x: player(x), o: player(o) };
}

/** Of a written game, as chosen last: what the reader is worth in it nobody knows. */
export const usualPlayers = (): Players => remembered('players', isPlayers) ?? { x: { kind: 'person' }, o: { kind: 'engine', level: 1 } };

/** A person against the engine, at the level that is nearest to what he is worth in the game; with the colour of the last form. */
export function usualOpponent(game: string): Players {
  const usual = usualChoices();
  const side: Side = usual.x.kind !== 'person' && usual.o.kind === 'person' ? 'x' : 'o';
  return playersOf({ x: { kind: 'person' }, o: { kind: 'person' }, [side]: { kind: 'equal' } }, { game });
}
