import type { Language } from './texts.ts';

export interface RulesPage {
  html: string;
  language: Language;
}

/** The pages for people of docs/games, each loaded when it is first read. */
const pages = import.meta.glob<string>('../../docs/games/*.md', { import: 'default' });

const page = (game: string, language: Language) => pages[`../../docs/games/${game}${language === 'en' ? '' : `.${language}`}.md`];

/** Only a game's name will do: a page's own may have a language in it. */
export const hasRules = (game: string): boolean => /^\w+$/.test(game) && page(game, 'en') !== undefined;

/** A game's rules, in English where nobody has translated them. */
export async function loadRules(game: string, wanted: Language): Promise<RulesPage> {
  const language = page(game, wanted) ? wanted : 'en';
  return { html: await page(game, language)!(), language };
}
