import type { Move } from './board';
import { Task } from './cancel.ts';
import type { GameState, Place, Side, Study } from './protocol.ts';

/** The same position with the other side to move: a position's second word says whose turn it is. */
const turnedOver = (position: string, side: Side) => position.replace(/^(\S+ )[xo]/, `$1${side}`);

/** A move that is entered while it is the other's turn, and made as soon as that is over, if it is legal then. */
export class Ahead {
  /** What may be entered: what one could play if it were one's turn now. */
  moves: readonly Move[] = $state.raw([]);
  chosen: Move | undefined = $state.raw();
  /** They are on their way. */
  isAsking = $state(false);
  /** The one that could not be made, until the game goes on. */
  dropped = $state('');

  private readonly asking = new Task();

  constructor(private readonly study: (place: Place) => Promise<Study>) {}

  choose(move: Move): void {
    [this.chosen, this.dropped] = [move, ''];
  }

  drop(): void {
    this.chosen = undefined;
  }

  /** Another state has come onto the table; the move that is to be made now. */
  follow(before: GameState | undefined, state: GameState, seat: Side | undefined): Move | undefined {
    const goesOn = state.key === before?.key;
    if (goesOn && state.position === before.position && !state.result) return undefined;
    const { chosen } = this;
    [this.moves, this.chosen, this.dropped, this.isAsking] = [[], undefined, '', false];
    const signal = this.asking.begin();
    if (!seat || state.result) return undefined;
    if (state.turn !== seat) return void this.look({ game: state.game, position: turnedOver(state.position, seat) }, signal);
    // After the one move that was awaited, and not where moves were taken back.
    const grown = goesOn ? state.history.length - before.history.length : 0;
    if (!chosen || grown <= 0) return undefined;
    const legal = grown === 1 ? state.moves.find(({ text }) => text === chosen.text) : undefined;
    if (!legal) this.dropped = chosen.text;
    return legal;
  }

  /** Where there is no such position, or too much is asked for, nothing can be entered. */
  private async look(place: Place, signal: AbortSignal): Promise<void> {
    this.isAsking = true;
    const moves = await this.study(place).then((study) => study.moves, () => []);
    if (signal.aborted) return;
    [this.moves, this.isAsking] = [moves.filter(({ path }) => path.length > 0), false];
  }
}
