import { after, Task } from '../cancel.ts';
import type { Client } from '../client.ts';
import { mostEngineSeconds, mostLines } from '../limits.ts';
import { remember, remembered } from '../memory.ts';
import type { Lines } from '../protocol.ts';
import { isOneOf } from '../shapes.ts';
import type { StudyNode } from './facts.ts';
import { placeOf } from './loader.ts';
import type { Variations } from './variations.svelte.ts';

/** How long and how many lines the engine may be asked for. */
export const secondsOffered = [2, 5, mostEngineSeconds] as const;
export const linesOffered = [1, 2, 3, mostLines] as const;

/** Walking by quickly asks for nothing. */
const lingering = 150;
const solvingSeconds = mostEngineSeconds;

/** The engine beside the board: its best lines, and exact answers. */
export class Engine {
  /** Whether its lines are wanted. */
  on = $state(false);
  seconds: number = $state(remembered('analysis.seconds', isOneOf<number>(secondsOffered)) ?? 5);
  lineCount: number = $state(remembered('analysis.lines', isOneOf<number>(linesOffered)) ?? 3);
  thinking = $state(false);
  solving = $state(false);

  private readonly pausing = new Task();
  private readonly thought = new Task();
  private readonly solution = new Task();

  constructor(private readonly client: Pick<Client, 'request'>, private readonly tree: Variations) {}

  readonly canSolve = $derived.by(() => !this.solving && !this.tree.facts.result);

  toggle(): void {
    this.on = !this.on;
    this.refresh();
  }

  turnOff(): void {
    this.on = false;
    this.refresh();
  }

  changeEffort(seconds: number, lines: number): void {
    [this.seconds, this.lineCount] = [seconds, lines];
    remember('analysis.seconds', seconds);
    remember('analysis.lines', lines);
    this.refresh();
  }

  /** Asks what is wanted here and not known yet; what has been found stays. Before a tree is there nothing is asked. */
  refresh(): void {
    this.pausing.cancel();
    const { at } = this.tree;
    const { facts } = at;
    const { effort, result } = facts ?? {};
    const isKnown = effort && effort.seconds >= this.seconds && effort.lines >= this.lineCount;
    if (this.on && facts && !isKnown && !result) after(lingering, this.pausing.begin(), () => this.think(at));
    else if (this.thinking) this.rest();
  }

  async solve(): Promise<void> {
    const node = this.tree.at;
    const signal = this.solution.begin();
    this.thought.cancel();
    [this.thinking, this.solving, this.tree.trouble] = [false, true, undefined];
    try {
      const solution = await this.client.request('solve', { ...placeOf(node), seconds: solvingSeconds });
      if (!signal.aborted) (node.facts ??= {}).solution = solution;
    } catch (reason) {
      if (!signal.aborted) this.tree.refuse(reason);
    }
    if (signal.aborted) return;
    this.solving = false;
    this.tree.changed();
    this.refresh();
  }

  /** Whatever it is doing, for whomever. */
  stop(): void {
    this.on = this.solving = false;
    this.pausing.cancel();
    this.solution.cancel();
    this.rest();
  }

  private rest(): void {
    this.thought.cancel();
    this.thinking = false;
    this.client.request('stop', {}).catch(() => {});
  }

  private async think(node: StudyNode): Promise<void> {
    const signal = this.thought.begin();
    const effort = { seconds: this.seconds, lines: this.lineCount };
    const hear = (lines: Lines) => {
      if (lines.lines.length > 0) (node.facts ??= {}).lines = lines;
      this.tree.learned();
    };
    this.thinking = true;
    try {
      hear(await this.client.request('analyse', { ...placeOf(node), ...effort }, { onLines: hear }));
      // Another thought may have ended this one early.
      if (!signal.aborted) node.facts!.effort = effort;
    } catch (reason) {
      if (!signal.aborted) this.tree.refuse(reason);
    }
    if (!signal.aborted) this.thinking = false;
    this.tree.learned();
  }
}
