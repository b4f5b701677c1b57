/** Mistakes of one's own games, asked again as flash cards are; kept in the browser. */
import type { Points } from '../analyse/points.ts';
import { remember, remembered } from '../memory.ts';
import { isList, isMatch, isNumber, isObject, isText, isWhole } from '../shapes.ts';
import type { Puzzle } from './puzzles.ts';

/** Stands in an address where a game's name does. */
export const mine = 'mine';

/** What a review found. */
export interface Found {
  variant: string;
  position: string;
  /** The best line, of at least a move. */
  line: readonly string[];
  /** What was played instead, and how it is answered. */
  played: string;
  answer: readonly string[];
  /** What the best line is worth to the player. */
  worth: Points;
}

interface Kept extends Found {
  id: string;
  /** How many times in a row it has been found, and the day, as a number, from which it is asked again. */
  found: number;
  due: number;
}

/** Of what is kept the latest; a review of a game finds a few. */
const most = 60;
/** Moves that are shown. */
const longest = 8;
/** After so many days it is asked again, the more often it has been found; after the last it is learned. */
const pauses = [1, 3, 7, 21] as const;

const isMoves = isList(isText);
const isKept = isObject<Kept>({
  id: isMatch(/^mine-[0-9a-f]{8}$/), variant: isText, position: isText, line: isMoves, played: isText, answer: isMoves, worth: isNumber(0, 1),
  found: isWhole(0, pauses.length), due: isWhole(0),
});

/** The latest first. */
export const mistakes = (): Kept[] => (remembered('mistakes', Array.isArray) ?? []).filter(isKept).filter(({ line }) => line.length > 0).slice(0, most);

export const dueOn = (day: number): Kept[] => mistakes().filter(({ due }) => due <= day);

/** A checksum of the position (FNV-1a), by which it is known. */
function idOf({ variant, position }: Found): string {
  const hash = [...`${variant} ${position}`].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0)!, 0x01000193) >>> 0, 0x811c9dc5);
  return `${mine}-${hash.toString(16).padStart(8, '0')}`;
}

/** Keeps what is not kept yet, to be asked today. How many of them are kept now. */
export function keepMistakes(found: readonly Found[], day: number): number {
  const before = mistakes();
  const known = new Set(before.map(({ id }) => id));
  const made = found.map((each): Kept => ({
    ...each, id: idOf(each), line: each.line.slice(0, longest), answer: each.answer.slice(0, longest), found: 0, due: day,
  }));
  const fresh = made.filter(({ id }, i) => !known.has(id) && made.findIndex((each) => each.id === id) === i);
  if (fresh.length > 0) remember('mistakes', [...fresh, ...before].slice(0, most));
  const now = new Set(mistakes().map(({ id }) => id));
  return new Set(made.map(({ id }) => id).filter((id) => now.has(id))).size;
}

/** Found at the first try it comes again later, and in the end no more; otherwise tomorrow, from the beginning. */
export function answered(id: string, clean: boolean, day: number): void {
  remember('mistakes', mistakes().flatMap((each) => {
    if (each.id !== id || each.due > day) return [each];
    const pause = pauses[clean ? each.found : 0];
    return pause === undefined ? [] : [{ ...each, found: clean ? each.found + 1 : 1, due: day + pause }];
  }));
}

export function forgetMistake(id: string): void {
  remember('mistakes', mistakes().filter((each) => each.id !== id));
}

/** As it is asked. */
export const asPuzzle = ({ id, variant, position, line, played, answer, worth }: Kept): Puzzle => ({
  id, variant, position, line, played, worth, goal: 'gain', proof: 'search', depth: 1, find: 1, wrong: { [played]: answer },
});
