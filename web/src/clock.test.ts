import { describe, expect, it } from 'vitest';
import { controlName, timeLeft, timeText, warningBetween } from './clock.ts';
import { texts } from './texts.ts';

const { en, it: italian } = texts;
const clock = { seconds: 300, increment: 3, x: 290_000, o: 300_000, running: 'x' } as const;

it('runs for one side only, and never below nothing', () => {
  expect(timeLeft(clock, 'x', 10_000)).toBe(280_000);
  expect(timeLeft(clock, 'o', 10_000)).toBe(300_000);
  expect(timeLeft(clock, 'x', 999_000)).toBe(0);
  expect(timeLeft(clock, 'x', -5)).toBe(290_000);
  expect(timeLeft({ ...clock, running: null }, 'x', 10_000)).toBe(290_000);
});

describe('times', () => {
  it.each([
    [0, '0:00.0'], [40, '0:00.1'], [9_940, '0:10'], [9_900, '0:09.9'], [10_000, '0:10'], [10_001, '0:11'], [59_999, '1:00'],
    [272_000, '4:32'], [3_723_000, '1:02:03'],
    [86_399_000, '23:59:59'], [86_399_001, '1 d'], [86_400_000, '1 d'], [86_400_001, '1 d 1 h'], [100_800_000, '1 d 4 h'], [100_800_001, '1 d 5 h'],
    [3 * 86_400_000 - 40, '3 d'], [3 * 86_400_000 - 3_600_000, '2 d 23 h'],
  ])('%i ms is %s', (left, text) => expect(timeText(en, left)).toBe(text));

  it('are days in Italian too', () => expect(timeText(italian, 2 * 86_400_000)).toBe('2 g'));
  it('are days and hours in Italian too', () => expect(timeText(italian, 2 * 86_400_000 + 1)).toBe('2 g 1 h'));
});

it('names what may be chosen', () => {
  expect(controlName(en, null)).toBe('No clock');
  expect(controlName(en, { seconds: 300, increment: 3 })).toBe('5 min + 3 s');
  expect(controlName(en, { days: 1 })).toBe('1 day a move');
  expect(controlName(italian, { days: 3 })).toBe('3 giorni per mossa');
});

describe('warnings', () => {
  it.each([[60_100, 60_000, 60], [60_000, 59_900, undefined], [20_100, 19_900, 20], [10_001, 9_999, 10], [70_000, 5_000, 10], [Infinity, 15_000, 20], [5_000, 4_000, undefined]])(
    'from %d ms to %d ms: %s', (before, after, due) => expect(warningBetween(before, after)).toBe(due));
});
