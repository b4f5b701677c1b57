/** One's own texts, as this browser keeps them. */
import { remember, remembered } from '../memory.ts';
import { isList, isNumber, isObject, isText } from '../shapes.ts';

export interface OwnText {
  id: string;
  text: string;
  /** When it was last changed, in milliseconds. */
  at: number;
}

const name = 'texts';
export const mostOwn = 50;
const isOwn = isList(isObject<OwnText>({ id: isText, text: isText, at: isNumber(0, Number.MAX_SAFE_INTEGER) }));

/** The latest first. */
export const ownTexts = (): OwnText[] => (remembered(name, isOwn) ?? []).sort((a, b) => b.at - a.at);

/** Whether it is kept: the browser may have no more room. */
export function keepText(own: OwnText): boolean {
  const others = ownTexts().filter(({ id }) => id !== own.id);
  return others.length < mostOwn && remember(name, [own, ...others]);
}

export function forgetText(id: string): void {
  remember(name, ownTexts().filter((own) => own.id !== id));
}

/** What its line `game` calls it. */
export function titleOf(text: string): string {
  const [, name = '', title] = /^\s*game\s+([\w-]+)[^\S\n]*(?:"([^"\n]*)")?/m.exec(text) ?? [];
  return title || name;
}
