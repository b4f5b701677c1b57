import { tick } from 'svelte';
import { Task } from '../cancel.ts';
import { OwnAddress } from '../ownAddress.ts';
import type { Play } from '../play.svelte.ts';
import { steps } from '../steps.svelte.ts';
import { here } from '../where.ts';
import { Current } from './current.svelte.ts';
import { pace } from './pace.ts';
import type { Challenge } from './puzzles.ts';
import { Solver, type Listener } from './solver.svelte.ts';
import type WalkBoard from './WalkBoard.svelte';

/** One coming to the address: what is found there, is wanted only as long as nobody has gone on. */
export interface Visit {
  readonly signal: AbortSignal;
  /** The address, for one that says more. */
  write(place: string): void;
}

/** Where one is asked one thing after the other, puzzles or lessons: what is on the board follows the address. */
export class Desk<Kind extends Challenge> {
  flipped = $state(false);
  live: WalkBoard | undefined = $state();
  buttons: HTMLElement | undefined = $state();
  /** The address of the next; undefined where there is none. */
  readonly next: string | undefined = $derived.by(() => this.nextPlace());

  private readonly current = new Current<Kind>();
  readonly solver = $derived(this.current.solver);
  readonly board = $derived(this.solver?.walk.board);
  /** The player's own side is at the bottom. */
  readonly turned = $derived(this.flipped !== (this.solver?.walk.study?.start.turn === 'o'));

  private readonly following = new Task();
  /** Where whoever goes from one to the next goes: he stays at the board. */
  private goesOn = '';
  private stays = false;

  constructor(private readonly play: Play, private readonly nextPlace: () => string | undefined, private readonly follow: (visit: Visit) => Promise<void>) {}

  /** To be called when the page has come to the address, and whenever that is another. */
  come(): void {
    const signal = this.following.begin();
    const address = new OwnAddress();
    this.stays = this.goesOn === here();
    this.goesOn = '';
    void this.follow({ signal, write: (place) => address.write(place) });
  }

  /** Puts what is asked onto the board, once there is something to see of it; whether it was put there. */
  async take(challenge: Kind, { signal }: Visit, listener: Pick<Listener, 'onSlip' | 'onSolved'>): Promise<boolean> {
    const { stays } = this;
    if (!(await this.current.take(new Solver(this.play, challenge, { ...listener, pace }), () => !signal.aborted))) return false;
    this.flipped = false;
    await tick();
    if (stays) this.live?.takeFocus();
    return true;
  }

  clear(): void {
    this.current.clear();
  }

  leave(): void {
    this.following.cancel();
    this.solver?.stop();
  }

  goOn(): void {
    if (this.next === undefined) return;
    this.goesOn = this.next;
    steps.go(this.next);
  }

  flip(): void {
    this.flipped = !this.flipped;
  }

  tryAgain(): void {
    void this.backBy('tryAgain');
  }

  again(): void {
    void this.backBy('again');
  }

  /** Who answers by keyboard has nothing more to do on the board: the keyboard goes to what comes next. */
  async leaveBoard(): Promise<void> {
    await tick();
    if (document.activeElement?.closest('.walk-board')) this.buttons?.querySelector<HTMLElement>('.primary')?.focus();
  }

  /** What the letter keys and the arrows do. */
  keys(readRules: () => void, others: () => string): Record<string, () => void> {
    const look = (where: (ply: number) => number) => () => this.solver?.look(where(this.solver.walk.ply));
    return {
      ArrowLeft: look((ply) => ply - 1),
      ArrowRight: look((ply) => ply + 1),
      Home: look(() => 0),
      End: look(() => Infinity),
      Escape: () => (this.solver?.walk.halfMade || this.solver?.phase === 'ask' ? this.live?.clear() : this.tryAgain()),
      h: () => this.solver?.askHint(),
      s: () => void this.solver?.showSolution(),
      t: () => (this.solver?.over ? this.again() : this.tryAgain()),
      n: () => this.goOn(),
      f: () => this.flip(),
      p: () => this.solver?.pass(),
      a: () => this.solver && steps.go(this.solver.address()),
      r: readRules,
      z: () => void (others() && steps.go(others())),
    };
  }

  /** Back to the board, with the keyboard. */
  private async backBy(way: 'tryAgain' | 'again'): Promise<void> {
    await this.solver?.[way]();
    await tick();
    this.live?.takeFocus();
  }
}
