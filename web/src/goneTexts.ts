/** What is said of a game that there is not: here, beside what says it, and not among the words that every page of ours loads. */
import type { Language } from './texts.ts';

export const goneTexts: Record<Language, { removed: string; never: string }> = {
  en: {
    removed: 'This game is no longer there.',
    never: 'There is no game at this address: a letter of it is missing, or the game has been removed.',
  },
  it: {
    removed: 'Questa partita non c’è più.',
    never: 'A questo indirizzo non c’è una partita: gli manca una lettera, oppure la partita è stata tolta.',
  },
};
