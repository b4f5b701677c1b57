/** The words of the pages to learn by, which are loaded with them. */
import type { Language } from '../texts.ts';
import { speech } from '../language.svelte.ts';

const en = {
  playThis: (colour: string, move: string) => `${colour}: play ${move}`,
  wasIt: (move: string) => `That was it: ${move}.`,
  wasAnother: (move: string, wanted: string) => `You played ${move}, not ${wanted}.`,
  goOn: 'Go on as you like, for both sides.',
  takeBack: 'Take back',
  again: 'Start again',
  picture: 'Picture',
};

export type LearnTexts = typeof en;

const it: LearnTexts = {
  playThis: (colour, move) => `${colour}: gioca ${move}`,
  wasIt: (move) => `Proprio quella: ${move}.`,
  wasAnother: (move, wanted) => `Hai giocato ${move}, non ${wanted}.`,
  goOn: 'Continua come vuoi, per le due parti.',
  takeBack: 'Riprendi',
  again: 'Ricomincia',
  picture: 'Figura',
};

export const learnTexts: Record<Language, LearnTexts> = { en, it };

/** The words in the page's language; read where the page is drawn, they follow it. */
export const words = (): LearnTexts => learnTexts[speech.code];
