import { Task } from '../cancel.ts';
import { leastEngineSeconds, reviewDoubt, reviewFirstLook, reviewSecondLook } from '../limits.ts';
import type { Side } from '../protocol.ts';
import { readEval, withoutEval } from './evals.ts';
import { lastOf, mainNodes, type StudyNode } from './facts.ts';
import type { Judge } from './judge.ts';
import { keepReview, keptReview, type Course } from './keptReviews.ts';
import type { Loader } from './loader.ts';
import { expected, forX, lost, verdict, type Judged, type Points, type Verdict } from './points.ts';
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

  constructor(private readonly tree: Variations, private readonly loader: Loader, private readonly judge: Judge) {}

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

  get seconds(): number {
    return efforts[this.effort];
  }

  /** Whether it came to its end. */
  async begin(): Promise<boolean> {
    const signal = this.task.begin();
    const { root } = this.tree;
    const nodes = mainNodes(root);
    const secondsFor = (share: number) => Math.max(leastEngineSeconds, share * this.seconds);
    // A first look at each position, and a longer one where that leaves a doubt about a move.
    const [first, second] = [secondsFor(reviewFirstLook), secondsFor(reviewSecondLook)];
    let [done, of] = [0, nodes.length];
    this.progress = { done, of };
    const look = async (node: StudyNode, seconds: number) => {
      (node.facts ??= {}).judged = await this.judge.position(node, seconds, signal);
      this.progress = { done: ++done, of };
      this.keep();
    };
    try {
      await this.loader.load(lastOf(root));
      signal.throwIfAborted();
      for (const node of nodes) delete node.facts?.judged;
      // The last one first: what is found out there is known when those before it are looked at.
      for (const node of nodes.toReversed()) await look(node, first);
      const doubtful = nodes.filter((node, i) => this.isDoubtful(node) || this.isDoubtful(nodes[i + 1]));
      of += doubtful.length;
      for (const node of doubtful.toReversed()) await look(node, second);
      for (const node of nodes) if (await this.confirm(node, second, signal)) this.keep();
    } catch (reason) {
      if (signal.aborted) return false;
      this.tree.refuse(reason);
    }
    this.progress = undefined;
    this.tree.changed();
    return true;
  }

  stop(): void {
    this.task.cancel();
    this.progress = undefined;
  }

  /** What a record says of the positions, and what this browser has kept of them, is taken for what was found there. */
  recall(): void {
    const nodes = mainNodes(this.tree.root);
    for (const node of nodes) {
      const judged = node.facts?.shown && readEval(node.comment, node.facts.shown.next);
      if (!judged) continue;
      node.facts!.judged = judged;
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
  private async confirm(node: StudyNode, seconds: number, signal: AbortSignal): Promise<boolean> {
    const { parent, facts } = node;
    const before = parent?.facts?.judged;
    const [best] = before?.line ?? [];
    if (!parent || !before || best === undefined || !verdict(lost(before, facts!.judged!), best === node.move)) return false;
    parent.facts!.judged = { ...before, best: await this.judge.move(parent, best, seconds, signal) };
    return true;
  }
}
