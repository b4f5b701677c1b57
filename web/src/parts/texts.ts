/** The words of a game’s home, which are loaded with it. */
import { article, numberArticle, type Language } from '../texts.ts';

const en = {
  deal: (option: string) => `${option}: deal new ones`,
  equal: (level: number) => `Engine of your strength (level ${level})`,
  swap: 'Swap sides',
  opponents: 'Opponent',
  onThisScreen: 'The engine, or a person here',
  friendByLink: 'A friend, by link',
  yourColour: 'Your colour',
  eitherColour: 'By chance',
  onTheBoard: 'Set them on the board',
  onTheBoardHelp: 'Press a cell to block it, and again to open it.',
  rematchBegun: 'The rematch has begun.',
  nowhere: 'There is nothing at this address',
  nowhereHelp: 'A letter of it may be wrong, or it is an old one. These are the games:',
  known: {
    title: 'What is known',
    measured: (first: string, won: number, second: string, lost: number, drawn: number) => 
      drawn > 0 ? `${first}, who begins, won ${won}%, ${second} ${lost}%, and ${drawn}% were drawn.` : `${first}, who begins, won ${won}% and ${second} ${lost}%.`,
    plies: (short: number, long: number) => `Most games took ${short} to ${long} turns.`,
    games: (count: number) => `(${count} games of the engine against itself.)`,
    solved: (count: number) => (count === 1 ? 'One solved board' : `${count} solved boards`),
    unsolved: 'Nobody has solved a board of it yet.',
    draw: 'a draw',
    wins: (colour: string) => `${colour} wins`,
    within: (plies: number) => (plies === 1 ? 'in one turn' : `in ${plies} turns`),
    how: { table: 'by a table of all positions', proof: 'by a checked proof', sums: 'by sums of games', search: 'by search to the end' },
    see: 'See',
  },
};

export type HomeTexts = typeof en;

const it: HomeTexts = {
  deal: (option) => `${option}: a caso`,
  equal: (level) => `Motore della tua forza (livello ${level})`,
  swap: 'Scambia i posti',
  opponents: 'Avversario',
  onThisScreen: 'Il motore, o una persona qui',
  friendByLink: 'Un amico, con un link',
  yourColour: 'Il tuo colore',
  eitherColour: 'A caso',
  onTheBoard: 'Mettile sul tavoliere',
  onTheBoardHelp: 'Premi una casella per bloccarla, e di nuovo per aprirla.',
  rematchBegun: 'La rivincita è cominciata.',
  nowhere: 'A questo indirizzo non c’è nulla',
  nowhereHelp: 'Forse una lettera è sbagliata, o l’indirizzo è vecchio. I giochi sono questi:',
  known: {
    title: 'Che cosa si sa',
    measured: (first, won, second, lost, drawn) => {
      const begun = `${article(first, 'Il', 'L’')}, che comincia, ha vinto ${numberArticle(String(won), 'il', 'lo', 'l’')}%`;
      const other = `${article(second, 'il', 'l’')} ${numberArticle(String(lost), 'il', 'lo', 'l’')}%`;
      return drawn > 0 ? `${begun}, ${other}; patte: ${drawn}%.` : `${begun} e ${other}.`;
    },
    plies: (short, long) => `Quasi tutte le partite sono durate da ${short} a ${long} turni.`,
    games: (count) => `(${count} partite del motore contro sé stesso.)`,
    solved: (count) => (count === 1 ? 'Un tavoliere risolto' : `${count} tavolieri risolti`),
    unsolved: 'Nessuno ne ha ancora risolto un tavoliere.',
    draw: 'patta',
    wins: (colour) => `vince ${article(colour, 'il', 'l’')}`,
    within: (plies) => (plies === 1 ? 'in un turno' : `in ${plies} turni`),
    how: { table: 'tabella di tutte le posizioni', proof: 'dimostrazione verificata', sums: 'somme di giochi', search: 'ricerca fino alla fine' },
    see: 'Vedi',
  },
};

export const homeTexts: Record<Language, HomeTexts> = { en, it };
