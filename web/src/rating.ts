/**
 * How strong the reader is in each game, as a number with its doubt (Glicko), kept in this browser: the opponent that one gets without
 * choosing follows it.
 */
import { mostLevel } from './limits.ts';
import { remember, remembered } from './memory.ts';
import { isNumber, isObject, levels } from './shapes.ts';

export interface Rating {
  value: number;
  /** One standard deviation. */
  doubt: number;
}

const [least, most] = [0, 3000];
const [surest, unknown] = [100, 350];
/** By which the doubt grows from one game to the next: people learn, and fifteen games must be enough to meet one's match. */
const growth = 100;
/** Whom one has not met is taken for a beginner, who beats the first level about every other time. */
const beginner: Rating = { value: 600, doubt: unknown };
const isRating = isObject<Rating>({ value: isNumber(least, most), doubt: isNumber(surest, unknown) });

/** What the engine's levels are worth: each wins about four of five games against the one below, the last, the whole engine, nearly all (docs/strength.md). */
export const worthOf = (level: number): number => (level < mostLevel ? 360 + 240 * level : 2640);
const q = Math.LN10 / 400;
/** How far a level may be from its worth in a game: it was measured between engines, not against people. */
const levelDoubt = 80;

const dampened = (doubt: number) => 1 / Math.sqrt(1 + (3 * q * q * doubt * doubt) / (Math.PI * Math.PI));

/** After a game against the engine; `score` is 1, 0.5 or 0. */
export function rated({ value, doubt }: Rating, level: number, score: number): Rating {
  const weight = dampened(levelDoubt);
  const expected = 1 / (1 + 10 ** ((-weight * (value - worthOf(level))) / 400));
  const information = q * q * weight * weight * expected * (1 - expected);
  const grown = Math.min(unknown, Math.hypot(doubt, growth));
  const precision = 1 / (grown * grown) + information;
  return {
    value: Math.min(most, Math.max(least, value + (q / precision) * weight * (score - expected))),
    doubt: Math.min(unknown, Math.max(surest, Math.sqrt(1 / precision))),
  };
}

/** The level that is nearest. */
export const levelFor = ({ value }: Rating): number =>
  levels.reduce((best, level) => (Math.abs(worthOf(level) - value) < Math.abs(worthOf(best) - value) ? level : best));

/** Undefined before the first game that counts. */
export const ratingOf = (game: string): Rating | undefined => remembered(`rating.${game}`, isRating);

export const levelOf = (game: string): number => levelFor(ratingOf(game) ?? beginner);

/** What a game has changed: the number, and which level is met before and after. */
export interface Counted {
  now: Rating;
  before: number;
  after: number;
}

/** Counts a game against that level. */
export function count(game: string, level: number, score: number): Counted {
  const before = levelOf(game);
  const now = rated(ratingOf(game) ?? beginner, level, score);
  remember(`rating.${game}`, now);
  return { now, before, after: levelFor(now) };
}
