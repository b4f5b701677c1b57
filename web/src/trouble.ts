import { ComeAgain, ConnectionLost, Refused, TooLong } from './client.ts';
import { mostMessageBytes } from './limits.ts';
import { speech } from './language.svelte.ts';
import type { Language } from './texts.ts';

/** What went wrong, as it is shown. A screen reader reads it in the language it is in. */
export interface Trouble {
  text: string;
  language: Language;
  /** What the page says before it, in its own language, where the text is in another. */
  lead?: string;
}

/** A sentence of the page itself, in its language. */
export class OwnSentence extends Error {}

export const ownTrouble = (text: string): Trouble => ({ text, language: speech.code });

/** What was thrown. The sentences of who answers the page are English. */
export function troubleFrom(reason: unknown): Trouble {
  if (reason instanceof ConnectionLost) return ownTrouble(speech.t.connectionLost);
  if (reason instanceof ComeAgain) return ownTrouble(speech.t.comeAgain(reason.seconds));
  if (reason instanceof Refused) return ownTrouble(speech.t.refused);
  if (reason instanceof TooLong) return ownTrouble(speech.t.tooLong(reason.bytes, mostMessageBytes));
  const { message } = reason as Error;
  return reason instanceof OwnSentence ? ownTrouble(message) : { text: message, language: 'en', lead: speech.t.errorLead };
}
