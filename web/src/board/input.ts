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

/** What may be clicked next. */
export function nextSteps(moves: readonly Move[], clicks: Steps): Set<string> {
  const fitting = moves.flatMap(ways).filter((way) => way.length > clicks.length && startsWith(way, clicks));
  return new Set(fitting.map((way) => way[clicks.length]!));
}

/** The move these clicks spell; a move's own path goes before another's other way. */
function complete(moves: readonly Move[], clicks: Steps): Move | undefined {
  const spells = (way: Steps) => way.length > 0 && way.length === clicks.length && startsWith(way, clicks);
  return moves.find((move) => spells(move.path)) ?? moves.find((move) => ways(move).some(spells));
}

function ways(move: Move): Steps[] {
  return [move.path, ...(move.also ?? [])];
}

function startsWith(way: Steps, clicks: Steps): boolean {
  return clicks.every((step, i) => way[i] === step);
}
