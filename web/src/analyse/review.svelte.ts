import { Task } from '../cancel.ts';
import { leastEngineSeconds, reviewDoubt, reviewFirstLook, reviewSecondLook } from '../limits.ts';
import type { Side } from '../protocol.ts';
import { evalsIn, readEval, withoutEval } from './evals.ts';
import { lastOf, mainNodes, type StudyNode } from './facts.ts';
import { withEach, type Helper } from './helpers.ts';
import type { Judge } from './judge.ts';
import { keepReview, keptReview, type Course } from './keptReviews.ts';
import type { Loader } from './loader.ts';
import { areExact, expected, forX, lost, verdict, type Judged, type Points, type Verdict } from './points.ts';
import { mainLine } from './tree.ts';
import type { Variations } from './variations.svelte.ts';

/** A move of the main line, with what it gave away. */
export interface Reviewed {
  node: StudyNode;
  ply: number;
  turn: Side;
  lost: Points;
  verdict: Verdict | undefined;
  before: Judged;
  after: Judged;
}

/** Seconds for a position. */
export const efforts = { quick: 0.15, steady: 0.5, deep: 2 } as const;
export type Effort = keyof typeof efforts;

/** What the moves of the main line gave away. */
export class Review {
  effort: Effort = $state('steady');
  progress: { done: number; of: number } | undefined = $state.raw();

  private readonly task = new Task();
  /** It was stopped, and not begun again. */
  private stopped = $state(false);
  /** What was looked at for longer, or measured against the best move, in the review that goes on. */
  private readonly closely = new WeakSet<StudyNode>();
  private readonly measured = new WeakSet<StudyNode>();

  constructor(private readonly tree: Variations, private readonly loader: Loader, private readonly judge: Judge, private readonly helpers: () => readonly Helper[]) {}

  /** The moves, in order; not those of which one side is unknown. */
  readonly moves: Reviewed[] = $derived.by(() =>
    mainLine(this.tree.root).flatMap((node, i): Reviewed[] => {
      const [before, after] = [node.parent!.facts?.judged, node.facts?.judged];
      const turn = node.parent!.facts?.shown?.next;
      if (!before || !after || !turn) return [];
      const given = lost(before, after);
      const isBest = before.line[0] === node.move;
      return [{ node, ply: i + 1, turn, lost: isBest ? 0 : given, verdict: verdict(given, isBest), before, after }];
    }),
  );
  readonly mistakes = $derived(this.moves.filter((move) => move.verdict));

  /** x's expected points after each move, the first position's first. */
  readonly graph: (Points | undefined)[] = $derived.by(() =>
    mainNodes(this.tree.root).map(({ facts }) =>
      facts?.judged && facts.shown ? forX(expected(facts.judged.score), facts.shown.next) : undefined,
    ),
  );

  /** A review was begun, and something of it is left to do. */
  readonly canGoOn = $derived.by(() => this.moves.length > 0 && (this.stopped || this.graph.includes(undefined)));

  get seconds(): number {
    return efforts[this.effort];
  }

  /** Whether it came to its end. `goesOn`: what was found already stays. */
  async begin(goesOn = false): Promise<boolean> {
    const signal = this.task.begin();
    const { root } = this.tree;
    const nodes = mainNodes(root);
    // From the end on, where what is found is exact the soonest.
    const fromEnd = nodes.toReversed();
    const secondsFor = (share: number) => Math.max(leastEngineSeconds, share * this.seconds);
    // A first look at each position, and a longer one where that leaves a doubt about a move.
    const [first, second] = [secondsFor(reviewFirstLook), secondsFor(reviewSecondLook)];
    this.progress = { done: 0, of: nodes.length };
    this.stopped = false;
    const helpers = this.helpers();
    const each = (some: readonly StudyNode[], act: (node: StudyNode, judge: Judge) => Promise<void>) => withEach(some, this.judge, helpers, signal, act);
    const look = async (node: StudyNode, judge: Judge, seconds: number) => {
      (node.facts ??= {}).judged = await judge.position(node, seconds, signal);
      this.step(1);
      this.keep();
    };
    try {
      await this.loader.load(lastOf(root));
      signal.throwIfAborted();
      if (!goesOn) for (const node of nodes) this.forget(node);
      const unknown = fromEnd.filter(({ facts }) => !facts?.judged);
      this.step(nodes.length - unknown.length);
      await each(unknown, (node, judge) => look(node, judge, first));
      const doubtful = fromEnd.filter((node, i) => (this.isDoubtful(node) || this.isDoubtful(fromEnd[i - 1])) && !this.closely.has(node));
      this.step(0, doubtful.length);
      await each(doubtful, async (node, judge) => {
        await look(node, judge, second);
        this.closely.add(node);
      });
      await each(nodes, (node, judge) => this.confirm(node, judge, second, signal));
    } catch (reason) {
      if (signal.aborted) return false;
      this.stopped = true;
      this.tree.refuse(reason);
    } finally {
      for (const helper of helpers) helper.leave();
    }
    this.progress = undefined;
    this.tree.changed();
    return true;
  }

  private step(done: number, more = 0): void {
    if (this.progress) this.progress = { done: this.progress.done + done, of: this.progress.of + more };
  }

  private forget(node: StudyNode): void {
    delete node.facts?.judged;
    this.closely.delete(node);
    this.measured.delete(node);
  }

  stop(): void {
    this.stopped ||= this.progress !== undefined;
    this.task.cancel();
    this.progress = undefined;
  }

  /** What a record says of the positions, and what this browser has kept of them, is taken for what was found there. */
  recall(): void {
    this.stopped = false;
    const nodes = mainNodes(this.tree.root);
    for (const node of nodes) {
      const judged = node.facts?.shown && readEval(node.comment, node.facts.shown.next);
      if (!judged) continue;
      Object.assign(node.facts!, { judged, told: evalsIn(node.comment) });
      node.comment = withoutEval(node.comment);
    }
    const kept = keptReview(this.course());
    if (!kept) return;
    if (Object.hasOwn(efforts, kept.effort)) this.effort = kept.effort as Effort;
    nodes.forEach((node, i) => {
      if (kept.judged[i]) (node.facts ??= {}).judged = kept.judged[i];
    });
  }

  course(): Course {
    const { root } = this.tree;
    const { game, position } = root.facts!.origin!;
    return { game, position, moves: mainLine(root).map(({ move }) => move) };
  }

  /** A review that was begun and left keeps nothing where more was known before. */
  private keep(): void {
    this.tree.learned();
    const judged = mainNodes(this.tree.root).map(({ facts }) => facts?.judged);
    const count = (all: readonly unknown[]) => all.filter(Boolean).length;
    if (count(keptReview(this.course())?.judged ?? []) > count(judged)) return;
    keepReview(this.course(), { effort: this.effort, judged });
  }

  /** Whether a first look finds that the move may have given something away. */
  private isDoubtful(node: StudyNode | undefined): boolean {
    const [before, after] = [node?.parent?.facts?.judged, node?.facts?.judged];
    return !!before && !!after && before.line[0] !== node!.move && lost(before, after) >= reviewDoubt;
  }

  /** What looks like a mistake is measured against the best move, looked at as closely: an estimate may have been wrong. */
  private async confirm(node: StudyNode, judge: Judge, seconds: number, signal: AbortSignal): Promise<void> {
    const { parent, facts } = node;
    const [before, after] = [parent?.facts?.judged, facts!.judged!];
    const [best] = before?.line ?? [];
    if (!parent || !before || this.measured.has(node) || best === undefined || areExact(before, after)) return;
    if (!verdict(lost(before, after), best === node.move)) return;
    parent.facts!.judged = { ...before, best: await judge.move(parent, best, seconds, signal) };
    this.measured.add(node);
    this.keep();
  }
}
