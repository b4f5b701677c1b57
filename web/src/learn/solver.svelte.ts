import { writeAddress } from '../analyse/address.ts';
import type { Move } from '../board';
import type { Play } from '../play.svelte.ts';
import { troubleFrom } from '../trouble.ts';
import type { Puzzle } from './puzzles.ts';
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

/** One puzzle being solved: what is asked, what was tried, and what is shown of it. */
export class Solver {
  readonly walk: Walk;
  phase: Phase = $state('opening');
  /** How many of the player's moves have been found. */
  found = $state(0);
  /** The wrong move that is answered on the board. */
  tried = $state('');
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
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Grows with everything that makes what was under way needless. */
  private turn = 0;

  constructor(private readonly play: Pick<Play, 'boardOf' | 'client'>, readonly puzzle: Puzzle, private readonly listener: Listener) {
    this.walk = new Walk(play, puzzle.variant, puzzle.position);
  }

  async begin(): Promise<void> {
    if (await this.walk.go([])) this.phase = 'ask';
  }

  async answer(move: Move): Promise<void> {
    if (this.phase !== 'ask') return;
    const { line, find } = this.puzzle;
    [this.hinted, this.tried] = [false, ''];
    if (move.text !== line[2 * this.found]) return this.refute(move.text);
    this.found++;
    if (this.found < find) return this.run(line.slice(0, 2 * this.found), 2 * this.found - 1, 2 * this.found);
    this.phase = 'solved';
    this.listener.onSolved(!this.slipped);
    await this.run(line, 2 * this.found - 1);
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
    [this.phase, this.tried] = ['shown', ''];
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
    [this.found, this.tried, this.slipped] = [0, '', true];
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
    this.runOn(this.listener.pace() || slowly);
  }

  stop(): void {
    this.turn++;
    clearTimeout(this.timer);
    this.running = false;
  }

  /** The position on the analysis board, with the line where there is nothing to give away. */
  address(): string {
    const { variant: game, position, line } = this.puzzle;
    return writeAddress({ game, position, moves: this.over ? line.join(' ') : '', at: '0' });
  }

  /** What has been played before what is asked. */
  private asked(): string[] {
    return this.puzzle.line.slice(0, 2 * this.found);
  }

  private slip(): void {
    if (!this.slipped) this.listener.onSlip();
    this.slipped = true;
  }

  private async refute(move: string): Promise<void> {
    const mine = ++this.turn;
    const moves = [...this.asked(), move];
    this.slip();
    this.tried = move;
    this.phase = 'checking';
    const there = await this.walk.go(moves);
    if (mine !== this.turn) return;
    if (!there) return void (this.phase = 'ask');
    const known = this.found === 0 ? this.puzzle.wrong?.[move] : undefined;
    const answer = known ?? (this.walk.result ? [] : await this.think(moves));
    if (mine !== this.turn) return;
    this.phase = 'wrong';
    if (answer.length > 0) await this.run([...moves, ...answer], moves.length, moves.length + 1);
  }

  /** The best answer that the engine finds in a moment. */
  private async think(moves: readonly string[]): Promise<string[]> {
    const { variant: game, position } = this.puzzle;
    try {
      const { lines } = await this.play.client.request('analyse', { game, position, moves: moves.join(' '), seconds: thinks, lines: 1 });
      return lines[0]?.moves.slice(0, longest) ?? [];
    } catch (reason) {
      this.walk.trouble = troubleFrom(reason);
      return [];
    }
  }

  /** Plays moves from one on by themselves; where nothing is to move unasked they stand at another at once. */
  private async run(moves: readonly string[], from: number, still = from): Promise<void> {
    this.stop();
    const mine = this.turn;
    const pace = this.listener.pace();
    if ((await this.walk.go(moves, pace > 0 ? from : still)) && mine === this.turn && pace > 0) this.runOn(pace);
  }

  private runOn(pace: number): void {
    this.running = !this.walk.atEnd;
    if (!this.running) return;
    this.timer = setTimeout(() => {
      this.walk.look(this.walk.ply + 1);
      this.runOn(pace);
    }, pace);
  }
}

/** The pace of what was asked for where nothing moves unasked. */
const slowly = 1200;
