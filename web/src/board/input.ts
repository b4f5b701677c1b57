import type { Move } from './types.ts';

type Steps = readonly string[];

export interface Pressed {
  /** The clicks that wait for more. */
  clicks: string[];
  /** The move that these clicks have completed. */
  move?: Move;
}

/** One more click: it goes on, completes a move, begins another, or takes the clicks back. */
export function press(moves: readonly Move[], clicks: Steps, step: string): Pressed {
  const longer = [...clicks, step];
  const only = onlyMove(moves, longer);
  if (only) return { clicks: [], move: only };
  if (goesOn(moves, longer)) return { clicks: longer };
  const move = complete(moves, longer) ?? (step === clicks.at(-1) ? complete(moves, clicks) : undefined);
  if (move) return { clicks: [], move };
  if (clicks.length > 0 && step !== clicks.at(-1)) return press(moves, [], step);
  return { clicks: [] };
}

/** Whether some move begins with these clicks and needs more. */
export function goesOn(moves: readonly Move[], clicks: Steps): boolean {
  return moves.some((move) => ways(move).some((way) => way.length > clicks.length && startsWith(way, clicks)));
}

/** The clicks with which a move begins that needs more. */
export function beginnings(moves: readonly Move[]): Set<string> {
  return new Set(moves.flatMap(ways).filter((way) => way.length > 1).map(([first]) => first!));
}

/** What may be clicked next; the last click again where that ends a move which others continue. */
export function nextSteps(moves: readonly Move[], clicks: Steps): Set<string> {
  const fitting = moves.flatMap(ways).filter((way) => way.length > clicks.length && startsWith(way, clicks));
  const steps = new Set(fitting.map((way) => way[clicks.length]!));
  if (steps.size > 0 && complete(moves, clicks)) steps.add(clicks.at(-1)!);
  return steps;
}

/**
 * What the board looks like once the clicks have done their part and only a choice is left, such as which piece to mark.
 * The click that picks up a piece has done nothing yet, even where all that it can do is alike.
 */
export function halfway(moves: readonly Move[], clicks: Steps): string | undefined {
  if (!clicks.some((step) => !isHand(step)) || nextSteps(moves, clicks).size < 2) return undefined;
  const [half, ...others] = new Set(fitting(moves, clicks).map((move) => move.half));
  return others.length === 0 ? half : undefined;
}

/** The pieces in hand with one of which every move begins. */
export function hands(moves: readonly Move[]): string[] {
  const firsts = moves.map((move) => ways(move).find(([step]) => step !== undefined && isHand(step))?.[0]);
  return [...new Set(firsts)].every((step) => step !== undefined) ? [...new Set(firsts as string[])] : [];
}

/** The one move that is left when there is nothing more to choose; a first click only begins. */
function onlyMove(moves: readonly Move[], clicks: Steps): Move | undefined {
  const left = clicks.length > 1 ? fitting(moves, clicks) : [];
  return left.length === 1 ? left[0] : undefined;
}

/** The move these clicks spell; a move's own path goes before another's other way. */
function complete(moves: readonly Move[], clicks: Steps): Move | undefined {
  const spells = (way: Steps) => way.length > 0 && way.length === clicks.length && startsWith(way, clicks);
  return moves.find((move) => spells(move.path)) ?? moves.find((move) => ways(move).some(spells));
}

function fitting(moves: readonly Move[], clicks: Steps): Move[] {
  return moves.filter((move) => ways(move).some((way) => way.length >= clicks.length && startsWith(way, clicks)));
}

function ways(move: Move): Steps[] {
  return [move.path, ...(move.also ?? [])];
}

function isHand(step: string): boolean {
  return step.startsWith('@');
}

function startsWith(way: Steps, clicks: Steps): boolean {
  return clicks.every((step, i) => way[i] === step);
}
