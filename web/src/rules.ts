import type { Drawing } from './analyse/marks.ts';
import type { Language } from './texts.ts';

/** A picture of a position, and the command that drew it. */
export interface Figure {
  picture: string;
  words: string;
  drawing: Drawing;
}

export interface RulesPage {
  /** HTML, and the pictures that can be played on. */
  parts: (string | Figure)[];
  language: Language;
}

/** The pages for people of docs/games, each loaded when it is first read. */
const pages = import.meta.glob<RulesPage['parts']>('../../docs/games/*.md', { import: 'default' });

const page = (game: string, language: Language) => pages[`../../docs/games/${game}${language === 'en' ? '' : `.${language}`}.md`];

/** Only a game's name will do: a page's own may have a language in it. */
export const hasRules = (game: string): boolean => /^\w+$/.test(game) && page(game, 'en') !== undefined;

/** A game's rules, in English where nobody has translated them. */
export async function loadRules(game: string, wanted: Language): Promise<RulesPage> {
  const language = page(game, wanted) ? wanted : 'en';
  return { parts: await page(game, language)!(), language };
}
