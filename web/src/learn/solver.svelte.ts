import { writeAddress } from '../analyse/address.ts';
import { expected, type Points } from '../analyse/points.ts';
import type { Move } from '../board';
import { after, Task } from '../cancel.ts';
import { leastInaccuracy } from '../limits.ts';
import type { Play } from '../play.svelte.ts';
import { troubleFrom, type Trouble } from '../trouble.ts';
import type { Challenge } from './puzzles.ts';
import { Walk } from './walk.svelte.ts';

/** `checking`: a wrong move is being answered. `shown`: the solution was asked for. */
export type Phase = 'opening' | 'ask' | 'checking' | 'wrong' | 'solved' | 'shown';

/** Of an analysis that answers a wrong move: seconds, and moves that are shown. */
const [thinks, longest] = [0.3, 5];

export interface Listener {
  /** The first wrong move, or the first help. */
  onSlip(): void;
  /** Clean is without either. */
  onSolved(clean: boolean): void;
  /** Milliseconds between moves that are played by themselves; 0 where nothing is to move unasked. */
  pace(): number;
}

/** How the opponent goes on after another move than the right one. */
interface Answer {
  line: readonly string[];
  /** The opponent has lost, for certain. */
  isLost: boolean;
  /** What is left to the player; undefined where nobody has looked. */
  worth?: Points;
  trouble?: Trouble;
}

/** One puzzle being solved: what is asked, what was tried, and what is shown of it. */
export class Solver<Kind extends Challenge = Challenge> {
  readonly walk: Walk;
  phase: Phase = $state('opening');
  /** How many of the player's moves have been found. */
  found = $state(0);
  /** The wrong move that is answered on the board. */
  tried = $state('');
  /** The right move that was found, where it is not that of the line. */
  other = $state('');
  /** The move that is answered was no mistake: of an unproved puzzle the engine may see more than its search did. */
  winsToo = $state(false);
  hinted = $state(false);
  /** Moves are being played by themselves. */
  running = $state(false);

  /** Moves may be looked through: there is nothing to give away. */
  readonly open = $derived(this.phase === 'wrong' || this.phase === 'solved' || this.phase === 'shown');
  readonly over = $derived(this.phase === 'solved' || this.phase === 'shown');
  /** Where the move that is asked for begins; a piece in hand and its cell where it comes from there. */
  readonly hint: readonly string[] = $derived.by(() => {
    const wanted = this.hinted && this.phase === 'ask' ? this.puzzle.line[2 * this.found] : undefined;
    const path = this.walk.moves.find((move) => move.text === wanted)?.path ?? [];
    return path.slice(0, path[0]?.startsWith('@') ? 2 : 1);
  });

  private slipped = false;
  /** What else is asked for makes it needless. */
  private readonly task = new Task();

  constructor(private readonly play: Pick<Play, 'boardOf' | 'client'>, readonly puzzle: Kind, private readonly listener: Listener) {
    this.walk = new Walk(play, puzzle.variant, puzzle.position);
  }

  async begin(): Promise<void> {
    if (await this.walk.go([])) this.phase = 'ask';
  }

  async answer(move: Move): Promise<void> {
    if (this.phase !== 'ask' || this.walk.waiting) return;
    const { line, find, also = [] } = this.puzzle;
    [this.hinted, this.tried] = [false, ''];
    if (this.found === 0 && also.includes(move.text) && move.text !== line[0]) return this.accept(move.text);
    if (move.text !== line[2 * this.found]) return this.refute(move.text);
    // What is not on the board, because the request failed, was not found.
    const found = this.found + 1;
    const isLast = found === find;
    if (!(await this.run(isLast ? line : line.slice(0, 2 * found), 2 * found - 1, isLast ? 2 * found - 1 : 2 * found))) return;
    this.found = found;
    if (!isLast) return;
    this.phase = 'solved';
    this.listener.onSolved(!this.slipped);
  }

  pass(): void {
    if (this.walk.mustPass) void this.answer(this.walk.moves[0]!);
  }

  askHint(): void {
    if (this.phase !== 'ask') return;
    this.slip();
    this.hinted = true;
  }

  /** From what has been found on; after a wrong move too. */
  async showSolution(): Promise<void> {
    if (this.over || this.phase === 'opening') return;
    this.slip();
    [this.phase, this.tried, this.winsToo] = ['shown', '', false];
    await this.run(this.puzzle.line, 2 * this.found);
  }

  /** Takes the wrong move back; its answer is not waited for. */
  async tryAgain(): Promise<void> {
    if (this.phase !== 'wrong') return;
    this.stop();
    if (await this.walk.go(this.asked())) this.phase = 'ask';
  }

  /** From the beginning, when all has been seen. */
  async again(): Promise<void> {
    if (!this.over) return;
    this.stop();
    [this.found, this.tried, this.other, this.slipped] = [0, '', '', true];
    if (await this.walk.go([])) this.phase = 'ask';
  }

  /** How a wrong first move would have been answered, once there is nothing to give away. */
  async showWrong(move: string): Promise<void> {
    const answer = this.puzzle.wrong?.[move];
    if (!this.over || !answer) return;
    this.tried = move;
    await this.run([move, ...answer], 0, 1);
  }

  async showLine(): Promise<void> {
    if (!this.over) return;
    this.tried = '';
    await this.run(this.puzzle.line, 0);
  }

  look(ply: number): void {
    if (!this.open) return;
    this.stop();
    this.walk.look(ply);
  }

  /** Plays what is shown to its end by itself, from the beginning where it stands at the end; or stops that. */
  toggle(): void {
    if (!this.open) return;
    if (this.running) return this.stop();
    if (this.walk.atEnd) this.walk.look(this.over ? 0 : this.asked().length + 1);
    this.runOn(this.listener.pace() || slowly, this.task.begin());
  }

  stop(): void {
    this.task.cancel();
    this.running = false;
  }

  /** The position on the analysis board, with the line where there is nothing to give away. */
  address(): string {
    const { variant: game, position, line } = this.puzzle;
    return writeAddress({ game, position, moves: this.over ? this.other || line.join(' ') : '', at: '0' });
  }

  /** What has been played before what is asked. */
  private asked(): string[] {
    return this.puzzle.line.slice(0, 2 * this.found);
  }

  private slip(): void {
    if (!this.slipped) this.listener.onSlip();
    this.slipped = true;
  }

  /** Another first move that is right ends the puzzle. */
  private async accept(move: string): Promise<void> {
    if (!(await this.walk.go([move]))) return;
    [this.phase, this.other, this.tried] = ['solved', move, ''];
    this.listener.onSolved(!this.slipped);
  }

  private async refute(move: string): Promise<void> {
    const signal = this.task.begin();
    const moves = [...this.asked(), move];
    this.tried = move;
    this.winsToo = false;
    this.phase = 'checking';
    const there = await this.walk.go(moves);
    if (!there) return void (!signal.aborted && (this.phase = 'ask'));
    if (signal.aborted) return this.slip();
    const answer = await this.findAnswer(moves, move);
    if (this.isAsGood(answer)) return signal.aborted ? undefined : this.accept(move);
    const winsToo = this.puzzle.goal === 'win' && this.puzzle.proof === 'search' && answer.isLost;
    // Also where it was not waited for.
    if (!winsToo) this.slip();
    if (signal.aborted) return;
    if (answer.trouble) this.walk.trouble = answer.trouble;
    [this.phase, this.winsToo] = ['wrong', winsToo];
    if (answer.line.length > 0) await this.run([...moves, ...answer.line], moves.length, moves.length + 1);
  }

  private isAsGood({ worth: left }: Answer): boolean {
    const { worth } = this.puzzle;
    return this.found === 0 && worth !== undefined && left !== undefined && worth - left < leastInaccuracy;
  }

  private async findAnswer(moves: readonly string[], move: string): Promise<Answer> {
    const known = this.found === 0 ? this.puzzle.wrong?.[move] : undefined;
    if (known) return { line: known, isLost: false };
    const { result, study } = this.walk;
    if (!result) return this.think(moves);
    const isLost = result.winner === study!.start.turn;
    return { line: [], isLost, worth: isLost ? 1 : result.winner === 'draw' ? 0.5 : 0 };
  }

  /** The best answer that the engine finds in a moment. */
  private async think(moves: readonly string[]): Promise<Answer> {
    const { variant: game, position } = this.puzzle;
    try {
      const { lines } = await this.play.client.request('analyse', { game, position, moves: moves.join(' '), seconds: thinks, lines: 1 });
      const [best] = lines;
      if (!best) return { line: [], isLost: false };
      return { line: best.moves.slice(0, longest), isLost: 'loss' in best.score, worth: 1 - expected(best.score) };
    } catch (reason) {
      return { line: [], isLost: false, trouble: troubleFrom(reason) };
    }
  }

  /**
   * Plays moves from one on by themselves; where nothing is to move unasked they stand at another at once. Whether the board
   * got there.
   */
  private async run(moves: readonly string[], from: number, still = from): Promise<boolean> {
    this.stop();
    const signal = this.task.begin();
    const pace = this.listener.pace();
    const there = await this.walk.go(moves, pace > 0 ? from : still);
    if (there && !signal.aborted && pace > 0) this.runOn(pace, signal);
    return there;
  }

  private runOn(pace: number, signal: AbortSignal): void {
    this.running = !this.walk.atEnd;
    if (!this.running) return;
    after(pace, signal, () => {
      this.walk.look(this.walk.ply + 1);
      this.runOn(pace, signal);
    });
  }
}

/** The pace of what was asked for where nothing moves unasked. */
const slowly = 1200;
