import type { Client } from '../client.ts';
import { mostMoves } from '../limits.ts';
import type { Place } from '../protocol.ts';
import type { StudyNode } from './facts.ts';
import { lineTo } from './tree.ts';

/** Moves of a line that was found which become a variation. */
const longestLine = 64;

const lettersOf = (line: readonly StudyNode[]) => line.reduce((sum, { move }) => sum + move.length + 1, 0);

const rootOf = (node: StudyNode, line: readonly StudyNode[]) => line[0]?.parent ?? node;

function skippedIn(line: readonly StudyNode[]): number {
  let skipped = 0;
  let length = lettersOf(line);
  while (length > mostMoves && line[skipped]!.facts?.shown) length -= lettersOf([line[skipped++]!]);
  return skipped;
}

/** The moves to a node, from as early a position as a message holds. */
export function placeOf(node: StudyNode): Place {
  const line = lineTo(node);
  const skipped = skippedIn(line);
  const { game, position: start } = rootOf(node, line).facts!.origin!;
  const position = skipped > 0 ? line[skipped - 1]!.facts!.shown!.position : start;
  const moves = line.slice(skipped).map((each) => each.move).join(' ');
  return { game, ...(position ? { position } : {}), ...(moves ? { moves } : {}) };
}

/** The place that a move, or a line of them, leads to. */
export function placeAfter(node: StudyNode, ...line: readonly string[]): Place {
  const place = placeOf(node);
  return { ...place, moves: [place.moves, ...line].filter(Boolean).join(' ') };
}

/** Whether a move is what was wrong, and not that nobody could say: "moves, move 2: …". */
export const isOfMove = (problem: unknown): boolean => problem instanceof Error && problem.message.startsWith('moves, move ');

/** Learns what stands at the nodes of a tree, and what may be played there. */
export class Loader {
  constructor(private readonly client: Pick<Client, 'request'>) {}

  /** This node, and all on the way to it. */
  async load(node: StudyNode): Promise<void> {
    if (node.facts?.moves) return;
    const line = lineTo(node);
    const skipped = skippedIn(line);
    const rest = line.slice(skipped);
    if (rest.length > 1 && lettersOf(rest) > mostMoves) {
      // More than a message holds is learned in parts.
      const end = rest.findIndex((_, i) => lettersOf(rest.slice(0, i + 1)) > mostMoves);
      await this.load(rest[Math.max(0, end - 1)]!);
      return this.load(node);
    }
    const unknown = line.findIndex((each) => !each.facts?.shown);
    const first = unknown < 0 ? line.length : unknown;
    const study = await this.client.request('study', { ...placeOf(node), from: Math.max(0, first - skipped) });
    if (skipped === 0) (rootOf(node, line).facts ??= {}).shown ??= { ...study.start, next: study.start.turn, path: [] };
    study.history.forEach((played, i) => {
      const step = line[first + i]!;
      step.move = played.text;
      (step.facts ??= {}).shown = played;
    });
    const facts = (node.facts ??= {});
    facts.moves = study.moves;
    facts.result = study.result;
  }

  /** A line as far as it may be played, as its moves are spelled, and why no move of it may be, or that nobody could say: a record may say anything. */
  async playable(node: StudyNode, line: readonly string[]): Promise<{ moves: string[]; problem?: unknown }> {
    const from = placeOf(node).moves?.split(' ').length ?? 0;
    let found: string[] = [];
    let [least, most] = [1, Math.min(line.length, longestLine)];
    // All of it first, which is nearly always right.
    for (let count = most; least <= most; count = (least + most) >> 1) {
      try {
        const { history } = await this.client.request('study', { ...placeAfter(node, ...line.slice(0, count)), from });
        found = history.map(({ text }) => text);
        least = count + 1;
      } catch (problem) {
        if (count === 1 || !isOfMove(problem)) return { moves: found, problem };
        most = count - 1;
      }
    }
    return { moves: found };
  }
}
