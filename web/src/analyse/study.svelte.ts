import type { Move, Shape } from '../board';
import { after, isCancelled, sleep, Task } from '../cancel.ts';
import { ConnectionLost } from '../client.ts';
import { mostMoves } from '../limits.ts';
import { remember, remembered } from '../memory.ts';
import { oneLine } from '../plain.ts';
import type { Play } from '../play.svelte.ts';
import type { BoardInfo, Lines, Look, Place, Result, Side, Solution } from '../protocol.ts';
import { isOneOf } from '../shapes.ts';
import { troubleFrom, type Trouble } from '../trouble.ts';
import { writeAddress, type Address, type Ending } from './address.ts';
import { readEval, withoutEval, writeEval } from './evals.ts';
import { nextLabel, readMarks, toggleMark, writeMarks, type Drawing, type Tool } from './marks.ts';
import { expected, forX, isAsGood, lost, verdict, type Judged, type Points, type Verdict } from './points.ts';
import { takeApart, writePosition, type Parts } from './position.ts';
import { keepReview, keptReview } from './reviews.ts';
import { words } from './texts.ts';
import { addMove, leaves, lineTo, mainLine, newNode, nodeAt, promote, readTree, remove, sibling, writePlace, writeTree, type Node } from './tree.ts';

/** What stands after a move, and how it came about. */
export interface Shown extends Look {
  position: string;
  next: Side;
  path: readonly string[];
  half?: string | undefined;
}

/** Where a tree begins. */
interface Origin {
  game: string;
  /** Undefined is the variant's first position. */
  position: string | undefined;
  /** The other tags of the record that it came from, as they stood there. */
  tags: readonly string[];
}

/** What is known of a position of the tree. */
export interface Facts {
  /** Of the root. */
  origin?: Origin;
  shown?: Shown;
  moves?: Move[];
  result?: Result | null;
  /** How the players ended the game here, where the rules did not. */
  ended?: Ending;
  lines?: Lines;
  /** The lines are all that was asked for: so many seconds, so many lines. */
  effort?: { seconds: number; lines: number };
  solution?: Solution;
  judged?: Judged;
}

export type StudyNode = Node<Facts>;
export type Mode = 'walk' | 'setup' | 'review' | 'draw';

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

export interface Quiz {
  mistake: Reviewed;
  state: 'ask' | 'thinking' | 'right' | 'good' | 'wrong';
  tried: string;
  lost: Points;
}

/** How long and how many lines the engine may be asked for. */
export const secondsOffered = [2, 5, 10] as const;
export const linesOffered = [1, 2, 3, 5] as const;

export const efforts = { quick: 0.15, steady: 0.5, deep: 2 } as const;
export type Effort = keyof typeof efforts;

/** Moves of a line that was found which become a variation. */
const longestLine = 64;
/** Variations that are checked before the tree is shown; more are checked when they are looked at. */
const mostChecked = 20;
/** A connection may ask a hundred times at once and five times a second for long; some of it is left for walking about. */
const [burst, pause] = [70, 210];
/** A review's time for a position goes into a first look at each, and a longer one where that leaves a doubt about a move. */
const [firstLook, secondLook] = [0.13, 0.4];
/** The least that may be asked for. */
const leastSeconds = 0.05;
/** What a move seems to give away where it is looked at again: half of what makes it a mistake. */
const doubt: Points = 0.04;
/** Walking by quickly asks for nothing. */
const lingering = 150;

const lastOf = (root: StudyNode): StudyNode => mainLine(root).at(-1) ?? root;

/** The words of a record's results. */
const outcomes = { x: '1-0', o: '0-1', draw: '1/2-1/2' } as const;

function newTree({ game, position, moves = '', ended }: Address, tags: readonly string[] = []): StudyNode {
  const root = readTree<Facts>(moves);
  root.facts = { origin: { game, position, tags } };
  if (ended) (lastOf(root).facts ??= {}).ended = ended;
  return root;
}

const lettersOf = (line: readonly StudyNode[]) => line.reduce((sum, { move }) => sum + move.length + 1, 0);

/** Keeps a review within what a connection may ask. */
class Pace {
  private left = burst;
  private since = performance.now();

  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    this.left = Math.min(burst, this.left + (now - this.since) / pause) - 1;
    this.since = now;
    if (this.left < 0) await sleep(-this.left * pause, signal);
  }
}

/** The analysis board: a tree of variations, what the engine says of it, and what is drawn on it. */
export class Study {
  board: BoardInfo | undefined = $state.raw();
  game = $state('');
  /** Where the tree begins; undefined is the variant's first position. */
  base: string | undefined = $state();
  root: StudyNode = $state.raw(newNode<Facts>());
  at: StudyNode = $state.raw(this.root);
  mode: Mode = $state('walk');
  trouble: Trouble | undefined = $state.raw();
  /** What a screen reader is told. */
  news = $state('');
  flipped = $state(false);
  halfMade: (() => void) | undefined = $state.raw();
  removed: { node: StudyNode; parent: StudyNode; place: number } | undefined = $state.raw();
  /** Grows whenever the board must be shown afresh although the position is the same. */
  refusals = $state(0);

  linesOn = $state(false);
  seconds: number = $state(remembered('analysis.seconds', isOneOf<number>(secondsOffered)) ?? 5);
  lineCount: number = $state(remembered('analysis.lines', isOneOf<number>(linesOffered)) ?? 3);
  thinking = $state(false);
  solving = $state(false);

  effort: Effort = $state('steady');
  progress: { done: number; of: number } | undefined = $state.raw();
  quiz: Quiz | undefined = $state.raw();

  setup: Parts | undefined = $state.raw();

  tool: Tool = $state('arrow');
  marks: readonly Shape[] = $state.raw([]);
  arrowFrom: string | undefined = $state();
  label = $state('A');
  caption = $state('');
  style: 'screen' | 'print' = $state('screen');
  coordinates = $state(true);

  /** Grows with every change in the tree, which is not watched itself. */
  private changes = $state(0);
  private lastStep = -Infinity;
  private readonly pace = new Pace();
  private readonly walking = new Task();
  private readonly reviewing = new Task();
  private readonly answering = new Task();
  private readonly thought = new Task();
  /** Before a thought. */
  private readonly lingering = new Task();
  private readonly solution = new Task();
  private readonly addressing = new Task();

  constructor(readonly play: Play) {}

  // ---- What is seen ----

  /** To be read where something of the tree is shown, so that it follows changes. */
  get tree(): StudyNode {
    void this.changes;
    return this.root;
  }

  readonly facts: Facts = $derived.by(() => (void this.changes, { ...this.at.facts }));
  readonly shown: Shown | undefined = $derived(this.facts.shown);
  readonly moves: readonly Move[] = $derived(this.mode === 'setup' || this.mode === 'draw' ? [] : (this.facts.moves ?? []));
  readonly mustPass = $derived(this.moves.length === 1 && this.moves[0]!.path.length === 0);
  readonly turn: Side = $derived(this.shown?.next ?? 'x');

  /** The reviewed moves of the main line, in order; not those of which one side is unknown. */
  readonly reviewed: Reviewed[] = $derived.by(() => {
    void this.changes;
    return mainLine(this.root).flatMap((node, i): Reviewed[] => {
      const [before, after] = [node.parent!.facts?.judged, node.facts?.judged];
      const turn = node.parent!.facts?.shown?.next;
      if (!before || !after || !turn) return [];
      const given = lost(before, after);
      const isBest = before.line[0] === node.move;
      return [{ node, ply: i + 1, turn, lost: isBest ? 0 : given, verdict: verdict(given, isBest), before, after }];
    });
  });
  readonly mistakes = $derived(this.reviewed.filter((move) => move.verdict));

  /** x's expected points after each move of the main line, the first position's first. */
  readonly graph: (Points | undefined)[] = $derived.by(() => {
    void this.changes;
    return [this.root, ...mainLine(this.root)].map(({ facts }) =>
      facts?.judged && facts.shown ? forX(expected(facts.judged.score), facts.shown.next) : undefined,
    );
  });

  plyOf(node: StudyNode): number {
    return lineTo(node).length;
  }

  /** "3." or "3..." */
  number(ply: number, begins: boolean): string {
    const turns = ply + (this.root.facts?.shown?.next === 'o' ? 1 : 0);
    const count = Math.floor(turns / 2) + 1;
    return turns % 2 === 0 ? `${count}.` : begins ? `${count}...` : '';
  }

  // ---- Opening ----

  async open(address: Address): Promise<void> {
    this.trouble = undefined;
    this.stop();
    try {
      const root = newTree(address);
      await this.take(root, nodeAt(root, address.at ?? '0'));
    } catch (reason) {
      this.refuse(reason);
      // What is wrong may be in the moves alone.
      const start = newTree({ ...address, moves: '' });
      if (!(await this.take(start, start).then(() => true, () => false))) return;
    }
    this.flipped = address.flipped ?? false;
    this.marks = readMarks(address.marks ?? '');
    [this.caption, this.style, this.coordinates] = [address.caption ?? '', address.style ?? 'screen', address.coordinates ?? true];
    this.mode = address.marks === undefined ? 'walk' : 'draw';
  }

  /** The address of all that is here. */
  address(): string {
    void this.changes;
    const drawing = this.mode === 'draw';
    const { ended } = lastOf(this.root).facts ?? {};
    return writeAddress({
      game: this.game,
      ...(this.base ? { position: this.base } : {}),
      moves: writeTree(this.root),
      at: writePlace(this.at),
      flipped: this.flipped,
      ...(ended ? { ended } : {}),
      ...(drawing ? { marks: writeMarks(this.marks), caption: this.caption, style: this.style, coordinates: this.coordinates } : {}),
    });
  }

  /** The whole as a record, which every command that reads records reads. */
  record(): string {
    void this.changes;
    const others = this.root.facts?.origin?.tags ?? [];
    const { result, ended } = lastOf(this.root).facts ?? {};
    const outcome = outcomes[(result ?? ended)?.winner as Side] ?? '*';
    const termination = !result && ended?.reason ? [`[Termination "${ended.reason}"]`] : [];
    const tags = [`[Game "${this.game}"]`, ...(this.base ? [`[Start "${this.base}"]`] : []), ...others, ...termination];
    const moves = writeTree(this.root, (ply, begins) => this.number(ply, begins), ({ facts }) => (
      facts?.judged && facts.shown ? writeEval(facts.judged, facts.shown.next) : ''
    ));
    return ['%tgn 1', ...tags, `[Result "${outcome}"]`, '', [moves, outcome].filter(Boolean).join(' '), ''].join('\n');
  }

  /** A record, moves from the first position, or a position. Throws what is wrong; then nothing has changed. */
  async import(text: string): Promise<void> {
    const tags = [...text.matchAll(/^\[(?!Game |Start |Result |Termination )\w+ ".*"\]/gm)].map(([tag]) => oneLine(tag));
    const root = newTree(this.readImport(text.trim()), tags);
    await this.take(root, root);
    this.mode = 'walk';
  }

  private readImport(text: string): Address {
    const tag = (name: string) => new RegExp(`^\\[${name} "((?:[^"\\\\]|\\\\.)*)"\\]`, 'm').exec(text)?.[1]?.replace(/\\(.)/g, '$1');
    if (text.startsWith('%tgn')) {
      const game = tag('Game');
      if (!game) throw new Error('record: the tag [Game "…"] is missing');
      const start = tag('Start');
      const moves = text.replace(/^%tgn.*$/m, '').replace(/^\[.*\]\s*$/gm, '');
      const winner = (Object.keys(outcomes) as Ending['winner'][]).find((each) => outcomes[each] === tag('Result'));
      const reason = /^\w+$/.exec(tag('Termination') ?? '')?.[0] ?? '';
      const ended = winner && { ended: { winner, reason } };
      return { game, ...(start && start !== 'startpos' ? { position: start } : {}), moves, ...ended };
    }
    // A position has the side to move as its second word.
    if (/^\S*[/\d]\S* [xo]( \S+)*$/.test(text)) return { game: this.game, position: text };
    return { game: this.game, moves: text };
  }

  /** Another tree; the old one stays where something in the new one is wrong. */
  private async take(root: StudyNode, at: StudyNode): Promise<void> {
    const { game, position } = root.facts!.origin!;
    const board = await this.play.boardOf(game);
    for (const leaf of leaves(root).slice(0, mostChecked)) await this.load(root, leaf);
    await this.load(root, at);
    this.walking.cancel();
    this.stopReview();
    this.leaveQuiz();
    [this.board, this.game, this.base, this.root, this.at] = [board, game, position, root, at];
    this.removed = undefined;
    this.readEvals();
    this.recallReview();
    this.changed();
    this.refreshEngine();
  }

  /** What a record says of the positions of its main line is taken for what was found there. */
  private readEvals(): void {
    for (const node of this.judgeable()) {
      const judged = node.facts?.shown && readEval(node.comment, node.facts.shown.next);
      if (!judged) continue;
      node.facts!.judged = judged;
      node.comment = withoutEval(node.comment);
    }
  }

  // ---- Walking ----

  /** Who walks quickly is told what may be played only where he lingers. */
  async show(node: StudyNode): Promise<'shown' | 'overtaken' | 'refused'> {
    const signal = this.walking.begin();
    const hurries = performance.now() - this.lastStep < pause;
    this.lastStep = performance.now();
    this.trouble = undefined;
    if (node.facts?.shown) {
      this.settleOn(node);
      if (node.facts.moves) return 'shown';
    }
    try {
      if (hurries && node.facts?.shown) await sleep(lingering, signal);
      await this.load(this.root, node);
    } catch (reason) {
      this.refuse(reason);
      return isCancelled(reason) ? 'overtaken' : 'refused';
    }
    if (signal.aborted) return 'overtaken';
    this.settleOn(node);
    return 'shown';
  }

  private settleOn(node: StudyNode): void {
    this.at = node;
    this.changed();
    this.refreshEngine();
  }

  back(): void {
    if (this.at.parent) void this.show(this.at.parent);
  }

  forward(): void {
    if (this.at.children[0]) void this.show(this.at.children[0]);
  }

  toStart(): void {
    void this.show(this.root);
  }

  toEnd(): void {
    void this.show(mainLine(this.at).at(-1) ?? this.at);
  }

  beside(step: 1 | -1): void {
    const other = sibling(this.at, step);
    if (other) void this.show(other);
  }

  async playMove(move: Move): Promise<void> {
    if (this.quiz && this.at === this.quiz.mistake.node.parent) return this.answer(move.text);
    await this.playLine([move.text]);
  }

  pass(): void {
    if (this.mustPass) void this.playMove(this.moves[0]!);
  }

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
    added.parent!.children.splice(added.parent!.children.indexOf(added), 1);
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

  flip(): void {
    this.flipped = !this.flipped;
    this.changed();
  }

  // ---- The engine ----

  toggleLines(): void {
    this.linesOn = !this.linesOn;
    if (this.linesOn) this.stopReview();
    this.refreshEngine();
  }

  changeEffort(seconds: number, lines: number): void {
    [this.seconds, this.lineCount] = [seconds, lines];
    remember('analysis.seconds', seconds);
    remember('analysis.lines', lines);
    this.refreshEngine();
  }

  /** Asks what is wanted here and not known yet; what has been found stays. */
  private refreshEngine(): void {
    this.lingering.cancel();
    const { facts } = this.at;
    const { effort } = facts ?? {};
    const known = effort && effort.seconds >= this.seconds && effort.lines >= this.lineCount;
    if (!this.linesOn || known || facts?.result) return this.rest();
    after(lingering, this.lingering.begin(), () => this.think(this.at));
  }

  private rest(): void {
    if (!this.thinking) return;
    this.thought.cancel();
    this.thinking = false;
    this.play.client.request('stop', {}).catch(() => {});
  }

  private async think(node: StudyNode): Promise<void> {
    const signal = this.thought.begin();
    const effort = { seconds: this.seconds, lines: this.lineCount };
    const hear = (lines: Lines) => {
      if (lines.lines.length > 0) (node.facts ??= {}).lines = lines;
      this.changes++;
    };
    this.thinking = true;
    try {
      hear(await this.play.client.request('analyse', { ...this.placeOf(node), ...effort }, { onLines: hear }));
      // Another thought may have ended this one early.
      if (!signal.aborted) node.facts!.effort = effort;
    } catch (reason) {
      if (!signal.aborted) this.refuse(reason);
    }
    if (!signal.aborted) this.thinking = false;
    this.changes++;
  }

  async solve(): Promise<void> {
    const node = this.at;
    if (this.solving || node.facts?.result || !node.facts) return;
    this.stopReview();
    this.thought.cancel();
    this.thinking = false;
    this.solving = true;
    this.trouble = undefined;
    const signal = this.solution.begin();
    try {
      const solution = await this.play.client.request('solve', { ...this.placeOf(node), seconds: 10 });
      if (!signal.aborted) node.facts.solution = solution;
    } catch (reason) {
      if (!signal.aborted) this.refuse(reason);
    }
    if (signal.aborted) return;
    this.solving = false;
    this.changed();
    this.refreshEngine();
  }

  stop(): void {
    this.linesOn = this.solving = false;
    this.solution.cancel();
    this.stopReview();
    this.thinking = true;
    this.rest();
  }

  // ---- Review ----

  /** The positions that a review looks at. */
  private judgeable(): StudyNode[] {
    return [this.root, ...mainLine(this.root)];
  }

  private course() {
    return { game: this.game, position: this.base, moves: mainLine(this.root).map(({ move }) => move) };
  }

  /** A review that was begun and left keeps nothing where more was known before. */
  private keepReview(): void {
    const judged = this.judgeable().map(({ facts }) => facts?.judged);
    const count = (all: readonly unknown[]) => all.filter(Boolean).length;
    if (count(keptReview(this.course())?.judged ?? []) > count(judged)) return;
    keepReview(this.course(), { effort: this.effort, judged });
  }

  private recallReview(): void {
    const kept = keptReview(this.course());
    if (!kept) return;
    if (Object.hasOwn(efforts, kept.effort)) this.effort = kept.effort as Effort;
    this.judgeable().forEach((node, i) => {
      if (kept.judged[i]) (node.facts ??= {}).judged = kept.judged[i];
    });
  }

  async review(): Promise<void> {
    const signal = this.reviewing.begin();
    this.leaveQuiz();
    this.linesOn = false;
    this.refreshEngine();
    const nodes = this.judgeable();
    const seconds = efforts[this.effort];
    let [done, of] = [0, nodes.length];
    this.progress = { done, of };
    const look = async (node: StudyNode, share: number) => {
      const judged = await this.judge(node, Math.max(leastSeconds, share * seconds), signal);
      (node.facts ??= {}).judged = judged;
      this.progress = { done: ++done, of };
      this.keepReview();
      this.changes++;
    };
    try {
      await this.load(this.root, nodes.at(-1)!);
      signal.throwIfAborted();
      for (const node of nodes) delete node.facts?.judged;
      // The last one first: what is found out there is known when those before it are looked at.
      for (const node of nodes.toReversed()) await look(node, firstLook);
      const doubtful = nodes.filter((node, i) => this.isDoubtful(node) || this.isDoubtful(nodes[i + 1]));
      of += doubtful.length;
      for (const node of doubtful.toReversed()) await look(node, secondLook);
      for (const node of nodes) {
        if (!(await this.confirm(node, Math.max(leastSeconds, secondLook * seconds), signal))) continue;
        this.keepReview();
        this.changes++;
      }
    } catch (reason) {
      if (signal.aborted) return;
      this.refuse(reason);
    }
    this.progress = undefined;
    this.changed();
  }

  /** Whether a first look finds that the move may have given something away. */
  private isDoubtful(node: StudyNode | undefined): boolean {
    const [before, after] = [node?.parent?.facts?.judged, node?.facts?.judged];
    return !!before && !!after && before.line[0] !== node!.move && lost(before, after) >= doubt;
  }

  /** What looks like a mistake is measured against the best move, looked at as closely: an estimate may have been wrong. */
  private async confirm(node: StudyNode, seconds: number, signal: AbortSignal): Promise<boolean> {
    const { parent, facts } = node;
    const before = parent?.facts?.judged;
    const [best] = before?.line ?? [];
    if (!parent || !before || best === undefined || !verdict(lost(before, facts!.judged!), best === node.move)) return false;
    const place = this.placeOf(parent);
    const found = await this.judgeAfter({ ...place, moves: [place.moves, best].filter(Boolean).join(' ') }, seconds, signal);
    parent.facts!.judged = { ...before, best: found };
    return true;
  }

  stopReview(): void {
    this.reviewing.cancel();
    this.progress = undefined;
  }

  private async judge(node: StudyNode, seconds: number, signal: AbortSignal): Promise<Judged> {
    const { result, shown } = node.facts ?? {};
    if (result) {
      const score = result.winner === 'draw' ? { draw: 0 } : result.winner === shown!.next ? { win: 0 } : { loss: 0 };
      return { score, depths: [], line: [] };
    }
    return this.judgePlace(this.placeOf(node), seconds, signal);
  }

  private async judgePlace(place: Place, seconds: number, signal: AbortSignal): Promise<Judged> {
    await this.pace.turn(signal);
    signal.throwIfAborted();
    const found = await this.play.client.request('analyse', { ...place, seconds, lines: 1 });
    signal.throwIfAborted(); // what was asked for instead may have cut it short
    const [best] = found.lines;
    if (!best) throw new DOMException('nothing was found', 'AbortError'); // it was stopped at once
    return { score: best.score, depths: found.depths ?? [], line: best.moves };
  }

  // ---- Finding a better move ----

  async ask(mistake: Reviewed): Promise<void> {
    this.mode = 'review';
    this.stopReview();
    if ((await this.show(mistake.node.parent!)) === 'shown') this.quiz = { mistake, state: 'ask', tried: '', lost: 0 };
  }

  private async answer(move: string): Promise<void> {
    const { mistake } = this.quiz!;
    const { before } = mistake;
    const signal = this.answering.begin();
    this.quiz = { mistake, state: 'thinking', tried: move, lost: 0 };
    if (move === before.line[0]) {
      this.quiz = { mistake, state: 'right', tried: move, lost: 0 };
      return this.playLine([move]);
    }
    try {
      const place = this.placeOf(mistake.node.parent!);
      const moves = [place.moves, move].filter(Boolean).join(' ');
      const after = await this.judgeAfter({ ...place, moves }, efforts[this.effort], signal);
      const given = lost(before, after);
      const good = isAsGood(given);
      this.quiz = { mistake, state: good ? 'good' : 'wrong', tried: move, lost: given };
      if (good) return this.playLine([move]);
    } catch (reason) {
      if (!signal.aborted) this.quiz = { mistake, state: 'ask', tried: '', lost: 0 };
      this.refuse(reason);
    }
    this.refusals++;
  }

  leaveQuiz(): void {
    this.answering.cancel();
    this.quiz = undefined;
  }

  private async judgeAfter(place: Place, seconds: number, signal: AbortSignal): Promise<Judged> {
    await this.pace.turn(signal);
    const study = await this.play.client.request('study', place);
    if (!study.result) return this.judgePlace(place, seconds, signal);
    const next = study.history.at(-1)!.next;
    const { winner } = study.result;
    return { score: winner === 'draw' ? { draw: 0 } : winner === next ? { win: 0 } : { loss: 0 }, depths: [], line: [] };
  }

  /** The better line becomes a variation, and is shown. */
  async showBetter(mistake: Reviewed): Promise<void> {
    this.leaveQuiz();
    const from = mistake.node.parent!;
    if ((await this.show(from)) !== 'shown') return;
    const line = await this.playable(from, mistake.before.line);
    if (this.at !== from) return; // somebody has gone on meanwhile
    line.reduce(addMove<Facts>, from);
    const first = from.children.find((child) => child.move === line[0]);
    if (first) await this.show(first);
  }

  /** A line as far as it may be played, as its moves are spelled: a record may say anything. */
  private async playable(node: StudyNode, line: readonly string[]): Promise<string[]> {
    const place = this.placeOf(node);
    const from = place.moves ? place.moves.split(' ').length : 0;
    let found: string[] = [];
    let [least, most] = [1, Math.min(line.length, longestLine)];
    // All of it first, which is nearly always right.
    for (let count = most; least <= most; count = (least + most) >> 1) {
      const moves = [place.moves, ...line.slice(0, count)].filter(Boolean).join(' ');
      try {
        const { history } = await this.play.client.request('study', { ...place, moves, from });
        found = history.map(({ text }) => text);
        least = count + 1;
      } catch (reason) {
        if (count === 1 || reason instanceof ConnectionLost) {
          if (this.at === node) this.refuse(reason);
          return found;
        }
        most = count - 1;
      }
    }
    return found;
  }

  // ---- Setting up ----

  beginSetup(): void {
    const { shown } = this;
    if (!shown) return;
    this.linesOn = false;
    this.refreshEngine();
    this.setup = takeApart(shown.position, shown.cells);
    this.mode = 'setup';
  }

  /** What a position made by hand leads to; throws what is wrong with it. */
  async check(position: string) {
    return this.play.client.request('study', { game: this.game, position });
  }

  async analyseFrom(position: string): Promise<void> {
    const root = newTree({ game: this.game, position });
    await this.take(root, root);
    this.mode = 'walk';
    this.setup = undefined;
    this.changed();
  }

  textOf(parts: Parts): string {
    return writePosition(this.board!, parts);
  }

  // ---- Drawing ----

  beginDrawing(): void {
    this.linesOn = false;
    this.refreshEngine();
    this.mode = 'draw';
    this.changed();
  }

  /** One cell, or the two ends of a stroke. */
  drawAt(cells: readonly string[]): void {
    const [at, to] = cells as [string, string | undefined];
    if (to) this.mark({ kind: 'arrow', at, to });
    else if (this.tool === 'label') this.mark({ kind: 'label', at, text: this.label.replace(/\s/g, '') || '?' });
    else if (this.tool !== 'arrow') this.mark({ kind: this.tool, at });
    else if (this.arrowFrom === undefined) this.arrowFrom = at;
    else if (this.arrowFrom === at) this.arrowFrom = undefined;
    else this.mark({ kind: 'arrow', at: this.arrowFrom, to: at });
  }

  setMarks(marks: readonly Shape[]): void {
    this.marks = marks;
    this.arrowFrom = undefined;
    this.changed();
  }

  drawing(): Drawing {
    const { game, caption, style, coordinates, flipped } = this;
    return { game, position: this.shown?.position ?? 'startpos', marks: writeMarks(this.marks), caption, style, coordinates, turned: flipped };
  }

  /** What a text of the studio draws: its game, its position, its marks. Throws what is wrong. */
  async takeDrawing(drawing: Drawing): Promise<void> {
    const { game, position, moves = '', marks, caption, style, coordinates, turned } = drawing;
    const study = await this.play.client.request('study', { game, position, moves });
    const base = study.position;
    const address: Address = { game, position: base, flipped: turned, marks, caption, style, coordinates };
    await this.open(address);
  }

  private mark(mark: Shape): void {
    this.setMarks(toggleMark(this.marks, mark));
    if (mark.kind === 'label' && /^[A-Z]$/.test(this.label)) this.label = nextLabel(this.marks);
  }

  /** The address follows what is seen, a moment later. */
  changed(): void {
    this.changes++;
    after(250, this.addressing.begin(), () => this.writeAddress());
  }

  writeAddress(): void {
    this.addressing.cancel();
    history.replaceState(history.state, '', this.address());
  }

  close(): void {
    for (const task of [this.addressing, this.lingering, this.walking, this.answering]) task.cancel();
    this.stop();
  }

  // ---- Asking ----

  private refuse(reason: unknown): void {
    if (isCancelled(reason)) return;
    this.trouble = troubleFrom(reason);
    this.refusals++;
  }

  /** The moves to a node, from as early a position as a message holds. */
  private placeOf(node: StudyNode): Place {
    const line = lineTo(node);
    const skipped = this.skippedIn(line);
    const { game, position: start } = (line[0]?.parent ?? node).facts!.origin!;
    const position = skipped > 0 ? line[skipped - 1]!.facts!.shown!.position : start;
    const moves = line.slice(skipped).map((each) => each.move).join(' ');
    return { game, ...(position ? { position } : {}), ...(moves ? { moves } : {}) };
  }

  private skippedIn(line: readonly StudyNode[]): number {
    let skipped = 0;
    let length = lettersOf(line);
    while (length > mostMoves && line[skipped]!.facts?.shown) length -= lettersOf([line[skipped++]!]);
    return skipped;
  }

  /** Learns what stands on the way to a node, and what may be played there. */
  private async load(root: StudyNode, node: StudyNode): Promise<void> {
    if (node.facts?.moves) return;
    const line = lineTo(node);
    const skipped = this.skippedIn(line);
    const rest = line.slice(skipped);
    if (rest.length > 1 && lettersOf(rest) > mostMoves) {
      // More than a message holds is learned in parts.
      const end = rest.findIndex((_, i) => lettersOf(rest.slice(0, i + 1)) > mostMoves);
      await this.load(root, rest[Math.max(0, end - 1)]!);
      return this.load(root, node);
    }
    const unknown = line.findIndex((each) => !each.facts?.shown);
    const first = unknown < 0 ? line.length : unknown;
    const study = await this.play.client.request('study', { ...this.placeOf(node), from: Math.max(0, first - skipped) });
    if (skipped === 0) (root.facts ??= {}).shown ??= { ...study.start, next: study.start.turn, path: [] };
    study.history.forEach((played, i) => {
      const step = line[first + i]!;
      step.move = played.text;
      (step.facts ??= {}).shown = played;
    });
    const facts = (node.facts ??= {});
    facts.moves = study.moves;
    facts.result = study.result;
  }
}
