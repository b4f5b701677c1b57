/** The words of the table, which are loaded with its panel. */
import type { Language } from '../texts.ts';

const en = {
  offerDraw: 'Offer a draw',
  agreeDraw: 'Agree a draw',
  drawSure: 'Draw: sure?',
  resign: 'Resign',
  resignSure: 'Resign: sure?',
  tools: 'Tools',
  more: 'More',
  sounds: 'Sounds',
  evaluation: 'Evaluation',
  evaluated: (colour: string, share: string) => `${colour} may expect ${share} of the point`,
  evaluating: 'The engine has not looked yet',
  board: 'Board',
  boards: { wood: 'Wood', slate: 'Slate', paper: 'Paper' },
  pieces: 'Pieces',
  pieceSets: { discs: 'Discs', bold: 'Bold', print: 'As in print' },
  tellMe: 'You were away when it became your turn. Shall the browser tell you next time?',
  yes: 'Yes, tell me',
  no: 'No',
};

export type TableTexts = typeof en;

const it: TableTexts = {
  offerDraw: 'Offri patta',
  agreeDraw: 'Fate patta',
  drawSure: 'Patta: confermi?',
  resign: 'Abbandona',
  resignSure: 'Abbandoni davvero?',
  tools: 'Strumenti',
  more: 'Altro',
  sounds: 'Suoni',
  evaluation: 'Valutazione',
  evaluated: (colour, share) => `${colour}: può aspettarsi ${share} del punto`,
  evaluating: 'Il motore non ha ancora guardato',
  board: 'Tavoliere',
  boards: { wood: 'Legno', slate: 'Ardesia', paper: 'Carta' },
  pieces: 'Pedine',
  pieceSets: { discs: 'Dischi', bold: 'Marcate', print: 'Come a stampa' },
  tellMe: 'Non eri qui quando è toccato a te. La prossima volta vuoi che il browser ti avvisi?',
  yes: 'Sì, avvisami',
  no: 'No',
};

export const tableTexts: Record<Language, TableTexts> = { en, it };
