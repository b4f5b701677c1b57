/** What a review of one's own game finds becomes puzzles. */
import { dayOf } from '../learn/today.ts';
import { keepMistakes, type Found } from '../learn/mistakes.ts';
import type { GameGlance, Side } from '../protocol.ts';
import { ownSide } from '../sides.ts';
import type { Course } from './keptReviews.ts';
import { expected } from './points.ts';
import type { Reviewed } from './review.svelte.ts';

/** The side that one has played oneself; undefined where it is no game of this browser, or both sides were. */
export function sideIn(games: readonly GameGlance[], { game, position, moves }: Course): Side | undefined {
  const line = `${moves.join(' ')} `;
  const same = games.find((each) => each.game === game && each.start === position && `${each.moves} `.startsWith(line));
  return same && ownSide(same.seats, same.players);
}

/** Where much was given away. */
export function ownMistakes(moves: readonly Reviewed[], variant: string, side: Side): Found[] {
  const gave = moves.filter(({ turn, verdict, before }) => turn === side && (verdict === 'mistake' || verdict === 'blunder') && before.line.length > 0);
  return gave.map(({ node, before, after }) => ({
    variant, position: node.parent!.facts!.shown!.position, line: before.line, played: node.move, answer: after.line,
    worth: before.best ? 1 - expected(before.best.score) : expected(before.score),
  }));
}

/** How many of them are kept now, to be asked again. */
export async function keepOwnMistakes(glance: () => Promise<GameGlance[]>, course: Course, moves: readonly Reviewed[]): Promise<number> {
  const side = sideIn(await glance(), course);
  return side ? keepMistakes(ownMistakes(moves, course.game, side), dayOf(new Date())) : 0;
}
