/** What is known of the positions of a tree. */
import type { Move } from '../board';
import type { Explored, Lines, Look, Result, Side, Solution } from '../protocol.ts';
import type { Address, Ending } from './address.ts';
import type { Judged } from './points.ts';
import { mainLine, readTree, type Node } from './tree.ts';

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
  explored?: Explored;
  judged?: Judged;
  /** What the comment that was read said of it, as it stood there: in `judged` it may give way to what is found here. */
  told?: string;
}

export type StudyNode = Node<Facts>;

/** The positions of the main line, the first one's node first. */
export const mainNodes = (root: StudyNode): StudyNode[] => [root, ...mainLine(root)];

export const lastOf = (root: StudyNode): StudyNode => mainNodes(root).at(-1)!;

export function newTree({ game, position, moves = '', ended }: Address, tags: readonly string[] = []): StudyNode {
  const root = readTree<Facts>(moves);
  root.facts = { origin: { game, position, tags } };
  if (ended) (lastOf(root).facts ??= {}).ended = ended;
  return root;
}
