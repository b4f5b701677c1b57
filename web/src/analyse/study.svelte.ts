import type { Move } from '../board';
import { after, isCancelled, Task } from '../cancel.ts';
import { isPassing } from '../client.ts';
import { OwnAddress } from '../ownAddress.ts';
import type { Play } from '../play.svelte.ts';
import { writeAddress, type Address } from './address.ts';
import { Engine } from './engine.svelte.ts';
import { Explorer } from './explorer.svelte.ts';
import { lastOf, newTree, type StudyNode } from './facts.ts';
import { helpersBy } from './helpers.ts';
import { Judge } from './judge.ts';
import { Loader } from './loader.ts';
import type { Drawing } from './marks.ts';
import { keepOwnMistakes } from './ownMistakes.ts';
import { takeApart, type Parts } from './position.ts';
import { Quiz } from './quiz.svelte.ts';
import { readRecord, writeRecord } from './record.ts';
import { Review, type Reviewed } from './review.svelte.ts';
import { Studio } from './studio.svelte.ts';
import { leaves, lineTo, mainLine, nodeAt, writePlace, writeTree } from './tree.ts';
import { Variations } from './variations.svelte.ts';

export type Mode = 'walk' | 'setup' | 'review' | 'draw';

/** Variations that are checked before the tree is shown; more are checked when they are looked at. */
const mostChecked = 20;
/** The address follows what is seen, so many milliseconds later. */
const addressPause = 250;

/** The analysis board: a tree of variations, what the engine says of it, and what is drawn on it. */
export class Study {
  readonly tree: Variations;
  readonly engine: Engine;
  readonly explorer: Explorer;
  readonly review: Review;
  readonly quiz: Quiz;
  readonly studio: Studio;

  mode: Mode = $state('walk');
  flipped = $state(false);
  halfMade: (() => void) | undefined = $state.raw();
  /** How many mistakes of one's own the review that has just ended found: they are asked again. */
  askedAgain = $state(0);
  setup: Parts | undefined = $state.raw();

  readonly moves: readonly Move[] = $derived.by(() => (this.mode === 'setup' || this.mode === 'draw' ? [] : (this.tree.facts.moves ?? [])));
  readonly mustPass = $derived(this.moves.length === 1 && this.moves[0]!.path.length === 0);

  private readonly loader: Loader;
  private readonly addressing = new Task();
  private readonly taking = new Task();

  /** `kept`: where the address of what is here is written; the browser's own, unless somebody else keeps it. */
  constructor(readonly play: Play, private readonly kept: Pick<OwnAddress, 'take' | 'write'> = new OwnAddress()) {
    const { client } = play;
    this.loader = new Loader(client);
    const judge = new Judge(client);
    this.tree = new Variations(this.loader, {
      onStep: () => this.refresh(),
      onChange: () => after(addressPause, this.addressing.begin(), () => this.writeAddress()),
    });
    this.engine = new Engine(client, this.tree);
    this.explorer = new Explorer(client, this.tree);
    this.review = new Review(this.tree, this.loader, judge, () => helpersBy(play.transport));
    this.quiz = new Quiz(this.tree, this.loader, judge, this.review);
    this.studio = new Studio(() => this.tree.changed());
  }

  // ---- Coming and going ----

  /** What the browser's address says; false where it was overtaken by another. */
  async open(address: Address): Promise<boolean> {
    this.kept.take();
    this.tree.trouble = undefined;
    this.stop();
    try {
      const root = newTree(address);
      await this.take(root, nodeAt(root, address.at ?? '0'));
    } catch (reason) {
      if (isCancelled(reason)) return false;
      this.tree.refuse(reason);
      // What is wrong may be in the moves alone.
      const wrong = isPassing(reason) ? reason : await this.take(newTree({ ...address, moves: '' })).catch((other: unknown) => other);
      if (wrong) return !isCancelled(wrong);
    }
    this.flipped = address.flipped ?? false;
    this.studio.take(address);
    this.mode = address.marks === undefined ? 'walk' : 'draw';
    return true;
  }

  /** The address of all that is here. */
  address(): string {
    const { root, at } = this.tree;
    return writeAddress({ ...this.contents(), moves: writeTree(root), at: writePlace(at), ...(this.mode === 'draw' ? this.studio.write() : {}) });
  }

  /** The tree, with what its comments said of positions when it was read: an address is shorter without. */
  contents(): Address {
    const { root, game } = this.tree;
    const position = root.facts?.origin?.position;
    const { ended } = lastOf(root).facts ?? {};
    const moves = writeTree(root, undefined, ({ facts }) => facts?.told ?? '');
    return { game, ...(position ? { position } : {}), moves, flipped: this.flipped, ...(ended ? { ended } : {}) };
  }

  /** `isBack`: the browser has gone back to a step of this screen, whose address may be an older one. */
  writeAddress(isBack = false): void {
    this.addressing.cancel();
    if (isBack) this.kept.take();
    this.kept.write(this.address());
  }

  /** The main line, or the one that leads through what is seen, as it is drawn move by move. */
  film() {
    const { root, game, at } = this.tree;
    const moves = [...lineTo(at), ...mainLine(at)].map(({ move }) => move).join(' ');
    return { game, position: root.facts?.origin?.position ?? 'startpos', moves, marks: '', caption: '', style: 'wood' as const, coordinates: true, turned: this.flipped };
  }

  record(): string {
    return writeRecord(this.tree.root, (ply, begins) => this.tree.number(ply, begins));
  }

  /** A record, moves from the first position, or a position. Throws what is wrong; then nothing has changed. */
  async import(text: string): Promise<void> {
    await this.take(readRecord(text.trim(), this.tree.game));
    this.mode = 'walk';
  }

  /** Another tree; the old one stays where something in the new one is wrong, or another is taken meanwhile. */
  private async take(root: StudyNode, at = root): Promise<void> {
    const signal = this.taking.begin();
    const board = await this.play.boardOf(root.facts!.origin!.game);
    for (const node of [...leaves(root).slice(0, mostChecked), at]) {
      signal.throwIfAborted();
      await this.loader.load(node);
    }
    signal.throwIfAborted();
    this.review.stop();
    this.quiz.leave();
    this.askedAgain = 0;
    this.tree.replace(board, root, at);
    this.review.recall();
    this.tree.changed();
    this.refresh();
  }

  private refresh(): void {
    this.engine.refresh();
    this.explorer.refresh();
  }

  private stop(): void {
    this.review.stop();
    this.engine.stop();
    this.explorer.stop();
  }

  close(): void {
    this.addressing.cancel();
    this.taking.cancel();
    this.tree.close();
    this.quiz.leave();
    this.stop();
  }

  // ---- One thing at a time ----

  async playMove(move: Move): Promise<void> {
    await (this.quiz.isAt(this.tree.at) ? this.quiz.answer(move.text) : this.tree.playLine([move.text]));
  }

  pass(): void {
    if (this.mustPass) void this.playMove(this.moves[0]!);
  }

  flip(): void {
    this.flipped = !this.flipped;
    this.tree.changed();
  }

  toggleLines(): void {
    if (!this.engine.on) this.review.stop();
    this.engine.toggle();
  }

  async solve(): Promise<void> {
    if (!this.engine.canSolve || !this.tree.shown) return;
    this.review.stop();
    await this.engine.solve();
  }

  /** `goesOn`: what was found already stays. */
  async beginReview(goesOn = false): Promise<void> {
    this.quiz.leave();
    this.engine.turnOff();
    this.askedAgain = 0;
    if (!(await this.review.begin(goesOn))) return;
    const { board } = this.tree;
    const course = this.review.course();
    const whole = { ...course, position: course.position ?? board?.start.position };
    // Without an answer nothing is kept, and nothing is missing.
    this.askedAgain = await keepOwnMistakes(() => this.play.glance(), whole, this.review.moves).catch(() => 0);
  }

  async ask(mistake: Reviewed): Promise<void> {
    this.mode = 'review';
    this.review.stop();
    await this.quiz.ask(mistake);
  }

  // ---- Tools ----

  beginSetup(): void {
    const { shown } = this.tree;
    if (!shown) return;
    this.engine.turnOff();
    this.setup = takeApart(shown.position, shown.cells);
    this.mode = 'setup';
  }

  /** What a position made by hand leads to; throws what is wrong with it. */
  async check(position: string) {
    return this.play.client.request('study', { game: this.tree.game, position });
  }

  async analyseFrom(position: string): Promise<void> {
    await this.take(newTree({ game: this.tree.game, position }));
    this.mode = 'walk';
    this.setup = undefined;
    this.tree.changed();
  }

  beginDrawing(): void {
    this.engine.turnOff();
    this.mode = 'draw';
    this.tree.changed();
  }

  drawing(): Drawing {
    return { game: this.tree.game, position: this.tree.shown?.position ?? 'startpos', ...this.studio.write(), turned: this.flipped };
  }

  /** What a text of the studio draws: its game, its position, its marks. Throws what is wrong. */
  async takeDrawing({ game, position: start, moves = '', turned, ...drawn }: Drawing): Promise<void> {
    const signal = this.taking.begin();
    const { position } = await this.play.client.request('study', { game, position: start, moves });
    signal.throwIfAborted();
    await this.open({ game, position, flipped: turned, ...drawn });
  }

  /** Back to walking about in the tree. */
  leave(): void {
    this.setup = undefined;
    this.mode = 'walk';
    this.quiz.leave();
    this.tree.changed();
  }
}
