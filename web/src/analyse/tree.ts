/** A tree of variations: a record's moves with comments in braces and variations in parentheses. */
import { oneLine } from '../plain.ts';
import { withoutEval } from './evals.ts';

export interface Node<Facts = unknown> {
  /** Empty at the root. */
  move: string;
  comment: string;
  parent: Node<Facts> | undefined;
  /** The first is the main line. */
  children: Node<Facts>[];
  /** What is known of the position after the move. */
  facts: Facts | undefined;
}

export function newNode<Facts>(parent?: Node<Facts>, move = ''): Node<Facts> {
  return { move, comment: '', parent, children: [], facts: undefined };
}

/** The move's node: the one that is there, or a new one behind the others. */
export function addMove<Facts>(parent: Node<Facts>, move: string): Node<Facts> {
  const known = parent.children.find((child) => child.move === move);
  if (known) return known;
  const added = newNode(parent, move);
  parent.children.push(added);
  return added;
}

/** From the first move to this one. */
export function lineTo<Facts>(node: Node<Facts>): Node<Facts>[] {
  const line: Node<Facts>[] = [];
  for (let at = node; at.parent; at = at.parent) line.unshift(at);
  return line;
}

/** The line of first children from here on, this node not among them. */
export function mainLine<Facts>(node: Node<Facts>): Node<Facts>[] {
  const line: Node<Facts>[] = [];
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

/** The variation that this node belongs to comes before the line that it leaves; false where it is the main line. */
export function promote<Facts>(node: Node<Facts>): boolean {
  for (let at = node; at.parent; at = at.parent) {
    const { children } = at.parent;
    const place = children.indexOf(at);
    if (place === 0) continue;
    children.splice(place, 1);
    children.splice(place - 1, 0, at);
    return true;
  }
  return false;
}

/** Takes the move and all that follows it away; gives the position before it. */
export function remove<Facts>(node: Node<Facts>): Node<Facts> {
  const { parent } = node;
  if (!parent) return node;
  parent.children.splice(parent.children.indexOf(node), 1);
  return parent;
}

/** The next or previous move at the same place. */
export function sibling<Facts>(node: Node<Facts>, step: 1 | -1): Node<Facts> | undefined {
  const all = node.parent?.children ?? [];
  return all[all.indexOf(node) + step];
}

/** The main line's first. A game may have 20,000 plies, deeper than functions may call themselves. */
export function leaves<Facts>(node: Node<Facts>): Node<Facts>[] {
  const found: Node<Facts>[] = [];
  const left = [node];
  for (let at = left.pop(); at; at = left.pop()) {
    if (at.children.length === 0) found.push(at);
    for (const child of at.children.toReversed()) left.push(child);
  }
  return found;
}

// ---- As text ----

/** How a move is numbered: "1." before the first player's, "1..." before the second's where a line begins with it. */
export type Numbering = (ply: number, begins: boolean) => string;

/** What a comment begins with beside what somebody wrote. */
export type Remarks<Facts> = (node: Node<Facts>) => string;

/** "a2 {why} a7-a5 (a7-a6 b2) a2-a4" */
export function writeTree<Facts>(root: Node<Facts>, number: Numbering = () => '', remark: Remarks<Facts> = () => ''): string {
  return new Writer(number, remark).write(root);
}

/** A line that is being written: the moves from `at`, of which so many are written already. */
interface Line<Facts> {
  at: Node<Facts>;
  ply: number;
  /** Whether the next move is numbered again. */
  begins: boolean;
  place: number;
  words: string[];
}

class Writer<Facts> {
  constructor(private readonly number: Numbering, private readonly remark: Remarks<Facts>) {}

  write(root: Node<Facts>): string {
    const words: string[] = [];
    this.comment(root, words);
    this.children(root, lineTo(root).length, true, words);
    return words.join(' ');
  }

  /** Variations may stand in one another as deep as a game is long: what is being written lies on a stack of our own. */
  private children(node: Node<Facts>, ply: number, begins: boolean, words: string[]): void {
    const open: Line<Facts>[] = [{ at: node, ply, begins, place: 0, words }];
    for (let line = open.at(-1); line; line = open.at(-1)) {
      const { children } = line.at;
      const child = children[line.place++];
      if (!child && children.length === 0) {
        open.pop();
        open.at(-1)?.words.push(`(${line.words.join(' ')})`);
      } else if (!child) {
        Object.assign(line, { at: children[0], ply: line.ply + 1, begins: line.begins || children.length > 1, place: 0 });
      } else if (line.place === 1) {
        line.begins = this.move(child, line.ply, line.begins, line.words);
      } else {
        const inside: string[] = [];
        const interrupted = this.move(child, line.ply, true, inside);
        open.push({ at: child, ply: line.ply + 1, begins: interrupted, place: 0, words: inside });
      }
    }
  }

  /** Whether there is a comment behind it. */
  private move(node: Node<Facts>, ply: number, begins: boolean, words: string[]): boolean {
    const numbered = this.number(ply, begins);
    if (numbered) words.push(numbered);
    words.push(node.move);
    return this.comment(node, words);
  }

  private comment(node: Node<Facts>, words: string[]): boolean {
    const remark = this.remark(node);
    // What a record said of it before gives way to what is said now.
    const comment = remark ? [remark, withoutEval(node.comment)].filter(Boolean).join(' ') : node.comment;
    if (comment) words.push(`{${oneLine(comment).replaceAll('}', ')').replace(/\s+/g, ' ')}}`);
    return comment !== '';
  }
}

/** Comments, parentheses, and what stands between them. */
const tokensOf = (text: string): string[] => text.match(/\{[^}]*(?:\}|$)|[()]|[^\s{}()]+|\}/g) ?? [];

/** Throws an error of one line where the text is none of ours. Whether the moves are legal is not asked. */
export function readTree<Facts>(text: string): Node<Facts> {
  const root = newNode<Facts>();
  let at = root;
  const open: Node<Facts>[] = [];
  let ahead = ''; // what is said of a variation before its first move
  let begins = false;
  let hasEnded = false;
  for (const token of tokensOf(text)) {
    if (token === '}') throw new Error('moves: } closes what was not opened');
    if (token.startsWith('{')) {
      if (!token.endsWith('}')) throw new Error('moves: a comment does not end with }');
      const comment = token.slice(1, -1).trim();
      if (begins) ahead = together(ahead, comment);
      else at.comment = together(at.comment, comment);
    } else if (token === '(') {
      if (!at.parent || begins) throw new Error('moves: a variation stands before the first move');
      open.push(at);
      at = at.parent;
      begins = true;
    } else if (token === ')') {
      const before = open.pop();
      if (!before) throw new Error('moves: ) closes what was not opened');
      at = before;
      // A variation without moves is nothing; what was said there is said of what it would have replaced.
      at.comment = together(at.comment, ahead);
      [ahead, begins] = ['', false];
    } else {
      hasEnded ||= open.length === 0 && isResult(token);
      const move = isResult(token) ? '' : bare(token);
      if (!move) continue;
      if (hasEnded && open.length === 0) throw new Error(`moves: "${move}" stands after the result`);
      at = addMove(at, move);
      at.comment = together(at.comment, ahead);
      [ahead, begins] = ['', false];
    }
  }
  if (open.length > 0) throw new Error('moves: a variation does not end with )');
  return root;
}

const together = (...comments: string[]): string => comments.filter(Boolean).join(' ');

const isResult = (word: string): boolean => /^(1-0|0-1|1\/2-1\/2|\*)$/.test(bare(word));

/** What the text says how the game has ended, as often as it does; what a variation says is not that. */
export function resultsIn(text: string): string[] {
  let depth = 0;
  return tokensOf(text).flatMap((token) => {
    depth += Number(token === '(') - Number(token === ')');
    return depth === 0 && isResult(token) ? [bare(token)] : [];
  });
}

/** Without its number, whose dots may stand apart, and its glyphs; empty where nothing else is left. */
function bare(word: string): string {
  const move = word.replace(/[!?]+$/, '').replace(/^\d*\.+/, '');
  return /^\$\d*$/.test(move) ? '' : move;
}

// ---- Places ----

/** Where a node is: "12" twelve moves on, "5,1,3" five moves on, its second branch there, then three more. */
export function writePlace(node: Node): string {
  const parts = [0];
  for (const step of lineTo(node)) {
    const branch = step.parent!.children.indexOf(step);
    if (branch === 0) parts[parts.length - 1]!++;
    else parts.push(branch, 0);
  }
  return parts.join(',');
}

/** The node at a place, or the last one on the way there. */
export function nodeAt<Facts>(root: Node<Facts>, place: string): Node<Facts> {
  let at = root;
  place.split(',').forEach((part, i) => {
    const count = Number(part) || 0;
    if (i % 2 === 1) at = at.children[count] ?? at;
    else for (let left = count; left > 0 && at.children[0]; left--) at = at.children[0];
  });
  return at;
}
