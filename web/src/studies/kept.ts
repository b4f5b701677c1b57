/** One's own studies, as this browser keeps them: which there are, and the text of each by itself, so that what is written in one writes no other. */
import { forget, namesBehind, remember, remembered } from '../memory.ts';
import { isMatch, isNumber, isObject, isText } from '../shapes.ts';
import { newKey } from '../shelf.ts';
import { ownTrouble, type Trouble } from '../trouble.ts';
import { mostBytes, titleIn } from './book.ts';
import { words } from './words.ts';

export interface OwnStudy {
  id: string;
  /** When it was last changed, in milliseconds. */
  at: number;
}

export const mostOwn = 50;
const list = 'studies';
const isId = isMatch(/^[a-zA-Z\d]{1,40}$/);
const isOwn = isObject<OwnStudy>({ id: isId, at: isNumber(0, Number.MAX_SAFE_INTEGER) });

export const nameOf = (id: string): string => `study.${id}`;
export const newId = (): string => newKey();

/** The latest first. A study is there where its text is, though the list be damaged or lost; then it is the oldest. */
export function ownStudies(): OwnStudy[] {
  const found = namesBehind(nameOf('')).filter(isId).map((id) => ({ id, at: 0 }));
  const listed = (remembered(list, Array.isArray) ?? []).filter(isOwn);
  const each = new Map([...found, ...listed].map((own) => [own.id, own]));
  return [...each.values()].sort((a, b) => b.at - a.at);
}

export const ownText = (id: string): string | undefined => remembered(nameOf(id), isText);

/** What one has called it; '' where it has no title, or is no longer there. */
export const ownTitle = (id: string): string => titleIn(ownText(id) ?? '');

/** What there is to say where it is not kept. */
export function keepStudy(id: string, text: string, at = Date.now()): Trouble | undefined {
  const own = ownStudies();
  const others = own.filter((each) => each.id !== id);
  const isNew = others.length === own.length;
  if (new TextEncoder().encode(text).length > mostBytes) return ownTrouble(words().tooLarge(mostBytes / 1000));
  if (isNew && own.length >= mostOwn) return ownTrouble(words().tooMany(mostOwn));
  const isThere = remember(nameOf(id), text);
  if (isThere && (remember(list, [{ id, at }, ...others]) || !isNew)) return undefined;
  // Who is told that a new one is not kept tries again: then it would be there twice.
  if (isThere) forget(nameOf(id));
  return ownTrouble(words().full);
}

export function forgetStudy(id: string): void {
  forget(nameOf(id));
  remember(list, ownStudies().filter((own) => own.id !== id));
}
