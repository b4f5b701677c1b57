import { mostClockDays, mostClockIncrement, mostClockSeconds } from '../limits.ts';
import type { ClockState, Side, TimeControl } from '../protocol.ts';

/**
 * The players' clocks as the server keeps them (src/play/clock.cpp). Times are milliseconds of the world, so that they run on
 * while the page is closed.
 */
export interface KeptClock extends Record<Side, number> {
  control: TimeControl;
  /** Since when the time of whoever is to move has been running; x and o are what was left then. */
  since?: number;
}

/** Nobody's time runs before each has moved once. */
const untimedPlies = 2;

const full = (control: TimeControl): number => ('days' in control ? control.days * 86_400_000 : control.seconds * 1000);

export function newClock(control: TimeControl): KeptClock {
  return { control, x: full(control), o: full(control) };
}

/** Should the world's clock be set back, nobody gains by it. */
export function timeLeft(clock: KeptClock, side: Side, turn: Side, now: number): number {
  const spent = clock.since !== undefined && side === turn ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock[side] - spent);
}

/** When the player to move will have no time left. */
export const deadline = (clock: KeptClock, turn: Side): number | undefined => clock.since && clock.since + clock[turn];

export function stopped(clock: KeptClock, turn: Side, now: number): KeptClock {
  const { since: _, ...still } = clock;
  return { ...still, [turn]: timeLeft(clock, turn, turn, now) };
}

/** Goes on after so many moves. */
const runs = (clock: KeptClock, ply: number, now: number): KeptClock => (ply >= untimedPlies ? { ...clock, since: now } : clock);

export function moved(clock: KeptClock, mover: Side, ply: number, now: number): KeptClock {
  const { control } = clock;
  const after = stopped(clock, mover, now);
  if ('days' in control) after[mover] = full(control);
  else if (clock.since !== undefined) after[mover] += control.increment * 1000;
  return runs(after, ply, now);
}

/** Time that was spent stays spent. */
export function turnedBack(clock: KeptClock, turn: Side, ply: number, now: number): KeptClock {
  const { control } = clock;
  const after = 'days' in control ? newClock(control) : stopped(clock, turn, now);
  return runs(after, ply, now);
}

export function clockState(clock: KeptClock, turn: Side, now: number): ClockState {
  const left = (side: Side) => timeLeft(clock, side, turn, now);
  return { ...clock.control, x: left('x'), o: left('o'), running: clock.since === undefined ? null : turn };
}

/** The share of its clock that the engine takes for a move, in milliseconds (src/search/clock.hpp); it need not hurry over days. */
export function shareOfClock(clock: KeptClock, turn: Side, now: number): number | undefined {
  if ('days' in clock.control) return undefined;
  const left = timeLeft(clock, turn, turn, now);
  const share = Math.min(left / 25 + 0.75 * 1000 * clock.control.increment, 0.8 * left - reserve);
  return Math.max(1, Math.round(share));
}
/** For what lies between the engine and its clock: a worker must be started. */
const reserve = 100;

/** Throws what is wrong, as the server says it. */
export function checkControl(control: TimeControl): TimeControl {
  const whole = (name: string, value: unknown, least: number, most: number): number => {
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
    throw new Error(`d.clock.${name}: a whole number from ${least} to ${most} is wanted here`);
  };
  if ('days' in control) return { days: whole('days', control.days, 1, mostClockDays) };
  return { seconds: whole('seconds', control.seconds, 1, mostClockSeconds), increment: whole('increment', control.increment ?? 0, 0, mostClockIncrement) };
}
