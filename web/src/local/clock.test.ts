import { describe, expect, it } from 'vitest';
import type { TimeControl } from '../protocol.ts';
import { checkControl, clockState, deadline, moved, newClock, shareOfClock, stopped, timeLeft, turnedBack } from './clock.ts';

const noon = 1_800_000_000_000;
const second = 1000;
const hour = 3600 * second;
const fivePlusThree = { seconds: 300, increment: 3 };

const afterTwoMoves = (control: TimeControl) => moved(moved(newClock(control), 'x', 1, noon), 'o', 2, noon);

// The same as the server's tests of its clock, which this must agree with.
describe('a clock', () => {
  it('stands until each has moved', () => {
    const one = moved(newClock(fivePlusThree), 'x', 1, noon + hour);
    expect([deadline(one, 'o'), timeLeft(one, 'o', 'o', noon + 9 * hour)]).toEqual([undefined, 300 * second]);
    const two = moved(one, 'o', 2, noon + 2 * hour);
    expect([deadline(two, 'x'), two.x]).toEqual([noon + 2 * hour + 300 * second, 300 * second]);
  });

  it('runs for who is to move, and adds the increment', () => {
    const clock = afterTwoMoves(fivePlusThree);
    expect([timeLeft(clock, 'x', 'x', noon + 10 * second), timeLeft(clock, 'o', 'x', noon + 10 * second)]).toEqual([290 * second, 300 * second]);
    const next = moved(clock, 'x', 3, noon + 10 * second);
    expect(clockState(next, 'o', noon + 60 * second)).toEqual({ ...fivePlusThree, x: 293 * second, o: 250 * second, running: 'o' });
    expect(deadline(next, 'o')).toBe(noon + 310 * second);
    expect(clockState(stopped(next, 'o', noon + 20 * second), 'o', noon + hour)).toEqual({ ...fivePlusThree, x: 293 * second, o: 290 * second, running: null });
  });

  it('is never below nothing, nor moved by a time set back', () => {
    const clock = afterTwoMoves(fivePlusThree);
    expect([timeLeft(clock, 'x', 'x', noon + hour), timeLeft(clock, 'x', 'x', noon - hour)]).toEqual([0, 300 * second]);
  });

  it('gives back no time with a move', () => {
    const clock = turnedBack(moved(afterTwoMoves(fivePlusThree), 'x', 3, noon + 10 * second), 'o', 2, noon + 30 * second);
    expect([timeLeft(clock, 'o', 'x', noon + 30 * second), timeLeft(clock, 'x', 'x', noon + 31 * second)]).toEqual([280 * second, 292 * second]);
    expect(turnedBack(clock, 'x', 1, noon + 40 * second).since).toBeUndefined();
  });

  it('has its days again with each move', () => {
    const clock = moved(afterTwoMoves({ days: 3 }), 'x', 3, noon + 71 * hour);
    expect([clock.x, deadline(clock, 'o')]).toEqual([72 * hour, noon + (71 + 72) * hour]);
  });

  it('gives the engine a share', () => {
    expect(shareOfClock(afterTwoMoves(fivePlusThree), 'x', noon)).toBe(12_000 + 2250);
    expect(shareOfClock(afterTwoMoves({ seconds: 1, increment: 0 }), 'x', noon + 990)).toBe(1);
    expect(shareOfClock(afterTwoMoves({ days: 1 }), 'x', noon)).toBeUndefined();
  });
});

it('what is no clock is refused in one line', () => {
  expect(checkControl({ seconds: 60 } as TimeControl)).toEqual({ seconds: 60, increment: 0 });
  for (const [control, says] of [
    [{ seconds: 0, increment: 0 }, 'd.clock.seconds: a whole number from 1 to 10800'],
    [{ seconds: 60, increment: 181 }, 'd.clock.increment: a whole number from 0 to 180'],
    [{ days: 15 }, 'd.clock.days: a whole number from 1 to 14'],
  ] as const) expect(() => checkControl(control)).toThrow(says);
});
