import { printed } from './apostrophes.ts';
import { remember, remembered } from './memory.ts';
import type { Words } from './protocol.ts';
import { isOneOf } from './shapes.ts';
import { preferredLanguage, texts, type Language } from './texts.ts';

/** The language the page speaks. */
class Speech {
  code: Language = $state(remembered('language', isOneOf(Object.keys(texts) as Language[])) ?? preferredLanguage(navigator.languages));
  readonly t = $derived(texts[this.code]);
  readonly other: Language = $derived(this.code === 'en' ? 'it' : 'en');

  /** The page's language among those a text is there in. */
  say(words: Words): string {
    return printed(words[this.code]);
  }

  switch(): void {
    this.code = this.other;
    remember('language', this.code);
  }
}

export const speech = new Speech();
