import { writeAddress } from '../analyse/address.ts';
import type { Move } from '../board';
import { Task } from '../cancel.ts';
import { mostMoves } from '../limits.ts';
import type { Play } from '../play.svelte.ts';
import type { BoardInfo, Look, Place, Played, Side, Study } from '../protocol.ts';
import { troubleFrom, type Trouble } from '../trouble.ts';

/** What is looked at. */
export interface Sight extends Look {
  position: string;
  next: Side;
  path: readonly string[];
}

/** A line of moves from a position, belonging to no game: what stands after each, and what may be played at its end. */
export class Walk {
  board: BoardInfo | undefined = $state.raw();
  study: Study | undefined = $state.raw();
  /** Moves before what is looked at. */
  ply = $state(0);
  waiting = $state(false);
  trouble: Trouble | undefined = $state.raw();
  /** Grows whenever the board must be shown afresh although the position is the same. */
  refusals = $state(0);
  halfMade: (() => void) | undefined = $state.raw();

  readonly history: readonly Played[] = $derived(this.study?.history ?? []);
  readonly atEnd = $derived(this.ply === this.history.length);
  readonly moves: readonly Move[] = $derived(this.atEnd && !this.waiting ? (this.study?.moves ?? []) : []);
  readonly mustPass = $derived(this.moves.length === 1 && this.moves[0]!.path.length === 0);
  readonly result = $derived(this.atEnd ? (this.study?.result ?? null) : null);
  readonly won = $derived(!!this.result && this.result.winner !== 'draw');
  readonly shown: Sight | undefined = $derived.by(() => {
    const played = this.history[this.ply - 1];
    if (played) return played;
    return this.study && { ...this.study.start, next: this.study.start.turn, path: [] };
  });

  private readonly task = new Task();

  constructor(readonly play: Pick<Play, 'boardOf' | 'client'>, readonly game: string, readonly start: string) {}

  get texts(): string[] {
    return this.history.map((move) => move.text);
  }

  /** Another line, looked at after so many moves. Whether it is there now: it may be refused, or overtaken by another. */
  async go(moves: readonly string[], ply = moves.length): Promise<boolean> {
    const signal = this.task.begin();
    this.waiting = true;
    this.trouble = undefined;
    try {
      const [board, study] = await Promise.all([this.play.boardOf(this.game), this.learn(moves)]);
      if (!signal.aborted) [this.board, this.study, this.ply] = [board, study, ply];
    } catch (reason) {
      if (signal.aborted) return false;
      this.trouble = troubleFrom(reason);
      this.refusals++;
      return false;
    } finally {
      if (!signal.aborted) this.waiting = false;
    }
    return !signal.aborted;
  }

  /** One more move, at the end. */
  add(move: string): Promise<boolean> {
    return this.go([...this.texts, move]);
  }

  /** The same on the analysis board. */
  address(flipped = false): string {
    const position = this.start === 'startpos' ? {} : { position: this.start };
    return writeAddress({ game: this.game, ...position, moves: this.texts.join(' '), at: String(this.ply), flipped });
  }

  look(ply: number): void {
    this.ply = Math.max(0, Math.min(ply, this.history.length));
  }

  private async learn(moves: readonly string[]): Promise<Study> {
    const known = this.history;
    let skipped = 0;
    let letters = moves.join(' ').length;
    while (letters > mostMoves && known[skipped]?.text === moves[skipped]) letters -= moves[skipped++]!.length + 1;
    const position = skipped > 0 ? known[skipped - 1]!.position : this.start;
    const place: Place = { game: this.game, position, moves: moves.slice(skipped).join(' ') };
    const study = await this.play.client.request('study', place);
    return skipped === 0 ? study : { ...study, start: this.study!.start, history: [...known.slice(0, skipped), ...study.history] };
  }
}
