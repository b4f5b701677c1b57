/**
 * What was found of a position, in a record's comment as other programs write it: "[%eval 0.34,9] [%pv a2 a7-a5]". In hundredths
 * as decimals and for the first player, with the depth behind it; "#5" and "#-5" for a win of the first and the second player
 * proved within so many turns, "=" for a draw proved.
 */
import type { Score, Side } from '../protocol.ts';
import { isExact, type Judged } from './points.ts';

export function writeEval({ score, depths, line, best }: Judged, turn: Side): string {
  // What was found after the best move, where it was looked at too, is more than an estimate before it.
  const isSeenBetter = best && !isExact(score);
  const shown = isSeenBetter ? opposite(best.score) : score;
  const depth = isSeenBetter ? (best.depths.at(-1)?.depth ?? 0) + 1 : depths.at(-1)?.depth;
  const value = text(turn === 'x' ? shown : turned(shown));
  const found = `[%eval ${value}${'cp' in shown && depth ? `,${depth}` : ''}]`;
  return line.length > 0 ? `${found} [%pv ${line.join(' ')}]` : found;
}

function text(score: Score): string {
  if ('cp' in score) return (score.cp / 100).toFixed(2);
  if ('win' in score) return `#${score.win}`;
  return 'loss' in score ? `#-${score.loss}` : '=';
}

/** Of the same position, for the other player. */
function turned(score: Score): Score {
  if ('cp' in score) return { cp: -score.cp || 0 };
  if ('win' in score) return { loss: score.win };
  return 'loss' in score ? { win: score.loss } : score;
}

/** Of the position before, for the player who moved to this one. */
function opposite(score: Score): Score {
  if ('win' in score) return { loss: score.win + 1 };
  return 'loss' in score ? { win: score.loss + 1 } : turned(score);
}

const evaluation = /\[%eval\s+(?:(?<cp>[-+]?\d+(?:\.\d+)?)(?:,(?<depth>\d+))?|#(?<lost>-)?(?<plies>\d+)|(?<draw>=))\s*\]/;
const variation = /\[%pv\s+(?<line>[^\]]*)\]/;

/** What a comment says of its position, where `turn` is to move; undefined where it says nothing. */
export function readEval(comment: string, turn: Side): Judged | undefined {
  const { cp, depth, lost, plies, draw } = evaluation.exec(comment)?.groups ?? {};
  if (cp === undefined && plies === undefined && draw === undefined) return undefined;
  const forX: Score = cp !== undefined ? { cp: Math.round(100 * Number(cp)) }
    : draw ? { draw: 0 } : lost ? { loss: Number(plies) } : { win: Number(plies) };
  const score = turn === 'x' ? forX : turned(forX);
  const line = variation.exec(comment)?.groups?.line?.trim().split(/\s+/).filter(Boolean) ?? [];
  return { score, depths: depth ? [{ depth: Number(depth), score }] : [], line };
}

const every = new RegExp(`${evaluation.source}|${variation.source}`, 'g');

/** All that a comment says so. */
export const evalsIn = (comment: string): string => (comment.match(every) ?? []).join(' ');

/** The comment without them. */
export const withoutEval = (comment: string): string => comment.replace(every, '').replace(/\s+/g, ' ').trim();
