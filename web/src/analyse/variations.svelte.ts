import { isCancelled, sleep, Task } from '../cancel.ts';
import type { BoardInfo, Side } from '../protocol.ts';
import { troubleFrom, type Trouble } from '../trouble.ts';
import type { Facts, Shown, StudyNode } from './facts.ts';
import type { Loader } from './loader.ts';
import { words } from './texts.ts';
import { addMove, mainLine, newNode, promote, remove, sibling } from './tree.ts';

/** Who walks as quickly, in milliseconds from step to step, asks for nothing until he has lingered so long. */
const [hurry, lingering] = [210, 150];

export interface Listener {
  /** The board stands at a node, which may be the one where it stood. */
  onStep(): void;
  onChange(): void;
}

/** The tree of variations, and where in it the board stands. */
export class Variations {
  board: BoardInfo | undefined = $state.raw();
  at: StudyNode = $state.raw(newNode<Facts>());
  trouble: Trouble | undefined = $state.raw();
  /** What a screen reader is told. */
  news = $state('');
  removed: { node: StudyNode; parent: StudyNode; place: number } | undefined = $state.raw();
  /** Grows whenever the board must be shown afresh although the position is the same. */
  refusals = $state(0);

  private top: StudyNode = $state.raw(this.at);
  /** Grows with every change in the tree, which is not watched itself. */
  private changes = $state(0);
  private readonly walking = new Task();
  private lastStep = -Infinity;

  constructor(private readonly loader: Loader, private readonly listener: Listener) {}

  /** Whoever reads it follows all changes in the tree. */
  get root(): StudyNode {
    void this.changes;
    return this.top;
  }

  readonly game = $derived(this.top.facts?.origin?.game ?? '');
  readonly facts: Facts = $derived.by(() => (void this.changes, { ...this.at.facts }));
  readonly shown: Shown | undefined = $derived(this.facts.shown);
  readonly turn: Side = $derived(this.shown?.next ?? 'x');

  /** "3." or "3..." */
  number(ply: number, begins: boolean): string {
    const turns = ply + (this.top.facts?.shown?.next === 'o' ? 1 : 0);
    const count = Math.floor(turns / 2) + 1;
    return turns % 2 === 0 ? `${count}.` : begins ? `${count}...` : '';
  }

  /** Another tree takes its place. */
  replace(board: BoardInfo, root: StudyNode, at: StudyNode): void {
    this.walking.cancel();
    [this.board, this.top, this.at, this.removed] = [board, root, at, undefined];
  }

  close(): void {
    this.walking.cancel();
  }

  /** More is known of the tree. */
  learned(): void {
    this.changes++;
  }

  changed(): void {
    this.changes++;
    this.listener.onChange();
  }

  refuse(reason: unknown): void {
    if (isCancelled(reason)) return;
    this.trouble = troubleFrom(reason);
    this.refusals++;
  }

  // ---- Walking ----

  /** Who walks quickly is told what may be played only where he lingers. */
  async show(node: StudyNode): Promise<'shown' | 'overtaken' | 'refused'> {
    const signal = this.walking.begin();
    const hurries = performance.now() - this.lastStep < hurry;
    this.lastStep = performance.now();
    this.trouble = undefined;
    const isKnown = node.facts?.shown !== undefined;
    if (isKnown) {
      this.settleOn(node);
      if (node.facts?.moves) return 'shown';
    }
    try {
      if (isKnown && hurries) await sleep(lingering, signal);
      await this.loader.load(node);
    } catch (reason) {
      if (!signal.aborted) this.refuse(reason);
      return isCancelled(reason) ? 'overtaken' : 'refused';
    }
    if (signal.aborted) return 'overtaken';
    this.settleOn(node);
    return 'shown';
  }

  private settleOn(node: StudyNode): void {
    this.at = node;
    this.changed();
    this.listener.onStep();
  }

  back(): void {
    if (this.at.parent) void this.show(this.at.parent);
  }

  forward(): void {
    if (this.at.children[0]) void this.show(this.at.children[0]);
  }

  toStart(): void {
    void this.show(this.top);
  }

  toEnd(): void {
    void this.show(mainLine(this.at).at(-1) ?? this.at);
  }

  beside(step: 1 | -1): void {
    const other = sibling(this.at, step);
    if (other) void this.show(other);
  }

  // ---- Changing ----

  /** Adds moves to the tree, and shows the last. */
  async playLine(moves: readonly string[]): Promise<void> {
    let added: StudyNode | undefined;
    const end = moves.reduce((node, move) => {
      const known = node.children.length;
      const next = addMove(node, move);
      if (node.children.length > known) added ??= next;
      return next;
    }, this.at);
    // Overtaken by another step, it stays, and the board is where it was; only what is refused goes.
    const outcome = await this.show(end);
    if (outcome === 'overtaken') this.refusals++;
    if (outcome !== 'refused' || !added) return;
    remove(added);
    this.changed();
  }

  promote(): void {
    if (promote(this.at)) this.news = words().promoted;
    this.changed();
  }

  remove(): void {
    const node = this.at;
    if (!node.parent) return;
    this.removed = { node, parent: node.parent, place: node.parent.children.indexOf(node) };
    this.news = words().removed(node.move);
    void this.show(remove(node));
  }

  /** What was deleted last comes back where it was. */
  restore(): void {
    if (!this.removed) return;
    const { node, parent, place } = this.removed;
    this.removed = undefined;
    parent.children.splice(place, 0, node);
    void this.show(node);
  }

  setComment(text: string): void {
    this.at.comment = text.trim();
    this.changed();
  }
}
