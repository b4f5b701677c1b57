import type { ClockState, Side, TimeControl } from './protocol.ts';
import type { Texts } from './texts.ts';

/** The clocks a form offers. */
export const timeControls: readonly TimeControl[] = [
  { seconds: 180, increment: 2 },
  { seconds: 300, increment: 3 },
  { seconds: 600, increment: 5 },
  { seconds: 900, increment: 10 },
  { seconds: 1800, increment: 20 },
];
/** Those for a game that is played over days. */
export const dayControls: readonly TimeControl[] = [{ days: 1 }, { days: 3 }, { days: 7 }, { days: 14 }];

/** Seconds left at which a player is told. */
export const warnings: readonly number[] = [60, 20, 10];

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** What is left for a side so many milliseconds after the state came. */
export function timeLeft(clock: ClockState, side: Side, since: number): number {
  return Math.max(0, clock[side] - (clock.running === side ? Math.max(0, since) : 0));
}

/**
 * "3 d", "2 d 4 h", "1:02:03", "4:32", and tenths in the last seconds. All are rounded up: nobody has 0:00 and lives, and who is given three
 * days sees three.
 */
export function timeText(t: Texts, left: number): string {
  if (left > day - second) {
    const hours = Math.ceil(left / hour);
    return t.clock.days(Math.floor(hours / 24), hours % 24);
  }
  if (left <= 9900) return `0:0${(Math.ceil(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / second);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** "5 minutes + 3 s", "3 days a move". */
export function controlName(t: Texts, control: TimeControl | null): string {
  if (!control) return t.clock.none;
  if ('days' in control) return t.clock.perMove(control.days);
  return t.clock.game(control.seconds / 60, control.increment);
}

/** The warning that is due when the time left has gone from one number of milliseconds to a lower one. */
export function warningBetween(before: number, after: number): number | undefined {
  return warnings.filter((mark) => before > mark * second && after <= mark * second).at(-1);
}
