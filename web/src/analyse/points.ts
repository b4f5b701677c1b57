import { leastBlunder, leastInaccuracy, leastMistake, reviewDoubt } from '../limits.ts';
import type { Score, Side } from '../protocol.ts';

/** What a game is worth to a player: 1 for a win, 0 for a loss, and what is to be expected in between. */
export type Points = number;

/** Scores are estimates on a logistic scale: 400 is a step of the odds by e. */
const unit = 400;

export function isExact(score: Score): boolean {
  return !('cp' in score);
}

/** What the player to move may expect. */
export function expected(score: Score): Points {
  if ('win' in score) return 1;
  if ('loss' in score) return 0;
  if ('draw' in score) return 0.5;
  return 1 / (1 + Math.exp(-score.cp / unit));
}

export const forX = (points: Points, turn: Side): Points => (turn === 'x' ? points : 1 - points);

/** What an analysis found in a position; the game's end is a proved score too. */
export interface Judged {
  score: Score;
  /** The best line's scores, the shallowest first. */
  depths: readonly { depth: number; score: Score }[];
  /** The best line; none where the game is over. */
  line: readonly string[];
  /** What was found after the best move, where it was looked at too. */
  best?: Judged;
}

/** The score at this depth, or at the deepest one before it. */
function at({ depths, score }: Judged, depth: number): Score {
  return depths.findLast((each) => each.depth <= depth)?.score ?? score;
}

const deepest = ({ depths }: Judged) => depths.at(-1)?.depth ?? 0;

/** What a move gave away is then known, whatever may be found after the best one. */
export const areExact = (before: Judged, after: Judged): boolean => isExact(before.score) && isExact(after.score);

/**
 * What a move gave away, to the one who made it. Estimates are compared that look equally far ahead, so that neither sees an
 * answer which the other does not; what is proved counts as it is.
 */
export function lost(before: Judged, after: Judged): Points {
  const { best } = before;
  if (best && !areExact(before, after)) return Math.max(0, apart(after, best));
  const opposite = (score: Score) => 1 - expected(score);
  const depth = Math.min(deepest(before), deepest(after) + 1);
  if (isExact(before.score) || isExact(after.score)) return Math.max(0, expected(before.score) - opposite(after.score));
  return Math.max(0, expected(at(before, depth)) - opposite(at(after, depth - 1)));
}

/** How much more one position is worth than another, to the same player. */
function apart(one: Judged, other: Judged): Points {
  if (isExact(one.score) || isExact(other.score)) return expected(one.score) - expected(other.score);
  const depth = Math.min(deepest(one), deepest(other));
  return expected(at(one, depth)) - expected(at(other, depth));
}

export type Verdict = 'inaccuracy' | 'mistake' | 'blunder';

export const glyphs: Record<Verdict, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Nothing where the move is good enough, or the best one that was found. */
export function verdict(points: Points, isBest: boolean): Verdict | undefined {
  if (isBest || points < leastInaccuracy) return undefined;
  return points < leastMistake ? 'inaccuracy' : points < leastBlunder ? 'mistake' : 'blunder';
}

/** A move that is as good, as far as can be told. */
export const isAsGood = (points: Points): boolean => points < reviewDoubt;
