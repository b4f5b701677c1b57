import { describe, expect, it } from 'vitest';
import { analysisTexts } from './analyse/texts.ts';
import { learnTexts } from './learn/texts.ts';
import { colourName, numberArticle, outcomeWords, pieceName, playerName, preferredLanguage, resultSentence, scoreWords, texts, since } from './texts.ts';

const { en, it: italian } = texts;
const colours = { x: 'Black', o: 'White', it: { x: 'Nero', o: 'Bianco' } };
const blocked = { en: 'nobody can move any more', it: 'nessuno può più muovere' };

it('follows the first language it knows', () => {
  expect(preferredLanguage(['de-DE', 'it-IT', 'en'])).toBe('it');
  expect(preferredLanguage(['de'])).toBe('en');
});

describe('results', () => {
  it('are sentences', () => {
    expect(resultSentence(en, colours, { winner: 'o', reason: 'blocked', score: -3, words: blocked })).toBe('White wins by 3: nobody can move any more.');
    expect(resultSentence(italian, colours, { winner: 'x', reason: 'resigned' })).toBe('Vince il Nero: il Bianco ha abbandonato.');
    expect(resultSentence(italian, colours, { winner: 'draw', reason: 'blocked', score: 0, words: blocked })).toBe('Patta: nessuno può più muovere.');
  });
  it('are told from where the reader sits', () => {
    const told = (t: typeof en, reason: string, reader?: 'x' | 'o') => resultSentence(t, colours, { winner: 'x', reason, ...(reason === 'blocked' && { words: blocked }) }, reader);
    expect([told(en, 'resigned', 'x'), told(en, 'resigned', 'o'), told(en, 'resigned')]).toEqual([
      'You won: your opponent resigned.', 'You lost: you resigned.', 'Black wins: White resigned.',
    ]);
    expect([told(italian, 'time', 'x'), told(italian, 'time', 'o'), told(italian, 'time')]).toEqual([
      'Hai vinto: l’avversario ha finito il tempo.', 'Hai perso: hai finito il tempo.', 'Vince il Nero: il Bianco ha finito il tempo.',
    ]);
    expect(told(italian, 'blocked', 'o')).toBe('Hai perso: nessuno può più muovere.');
    expect(resultSentence(en, colours, { winner: 'draw', reason: 'agreed' }, 'x')).toBe('Draw: by agreement.');
    expect(resultSentence(italian, colours, { winner: 'draw', reason: 'agreed' })).toBe('Patta: di comune accordo.');
  });
  it('name nobody by the other, where everybody reads the same words', () => {
    for (const t of [en, italian])
      for (const words of Object.values(t.reasons)) expect(words).not.toMatch(/\b(the|your|its own) opponent\b|\b[Ll]’avversario\b|\bsuo\b/);
  });
  it('are as short as a title where that is wanted', () => {
    expect(outcomeWords(en, colours, { winner: 'x', reason: 'line' }, 'x')).toBe('You won');
    expect(outcomeWords(italian, colours, { winner: 'x', reason: 'line' })).toBe('Vince il Nero');
  });
  it('without a reason are no more than an outcome', () => {
    expect(resultSentence(en, colours, { winner: 'x', reason: '' })).toBe('Black wins.');
  });
  it('fall back to the word', () => {
    expect(resultSentence(en, colours, { winner: 'x', reason: 'pentalith' })).toBe('Black wins: pentalith.');
  });
});

it('elides the Italian article before a vowel', () => {
  expect([italian.toMove('Nero'), italian.thinking('Nero'), italian.wins('Nero')]).toEqual(['Tocca al Nero', 'Il Nero pensa…', 'Vince il Nero']);
  expect([italian.toMove('Arancione'), italian.thinking('Arancione'), italian.wins('Arancione')]).toEqual([
    'Tocca all’Arancione', 'L’Arancione pensa…', 'Vince l’Arancione',
  ]);
});

it('keeps a colour it has no word for', () => expect(colourName(italian, { x: 'Teal', o: 'Red' }, 'x')).toBe('Teal'));

it('lets the Italian colour agree with the piece', () => {
  expect(pieceName(italian, colours, 'x')).toBe('pedina nera');
  expect(pieceName(italian, colours, 'O')).toBe('pedina speciale bianca');
  expect(pieceName(italian, { x: 'Orange', o: 'Blue', it: { x: 'Arancione', o: 'Blu' } }, 'x')).toBe('pedina arancione');
  const cats = { plain: { en: 'kitten', it: 'gattino' }, special: { en: 'cat', it: 'gatto' } };
  expect(pieceName(italian, { x: 'Orange', o: 'Grey', it: { x: 'Arancione', o: 'Grigio' } }, 'O', cats)).toBe('gatto grigio');
  const marked = { plain: { en: 'piece', it: 'pedina' }, special: { en: 'marked piece', it: 'pedina bloccata' } };
  expect(pieceName(italian, colours, 'O', marked)).toBe('pedina bloccata bianca');
});

it.each([
  [30, 'just now', 'poco fa'], [-5, 'just now', 'poco fa'], [60, '1 min ago', '1 min fa'], [3600, '1 hour ago', '1 ora fa'], [7300, '2 hours ago', '2 ore fa'],
  [86_400, 'yesterday', 'ieri'], [3 * 86_400, '3 days ago', '3 giorni fa'],
])('says how long ago %i seconds are', (seconds, english, inItalian) => {
  expect([since(en, 1e9, 1e9 + seconds), since(italian, 1e9, 1e9 + seconds)]).toEqual([english, inItalian]);
});

it('names players', () => {
  expect(playerName(en, { kind: 'engine', seconds: 1 })).toBe('Steady engine, 1 s');
  expect(playerName(en, { kind: 'engine', seconds: 0.05 })).toBe('Engine, 0.05 s');
  expect(playerName(italian, { kind: 'engine', level: 3 })).toBe('Motore, livello 3');
  expect(playerName(italian, { kind: 'engine', seconds: 0.2 })).toBe('Motore rapido, 0,2 s');
  expect(playerName(italian, { kind: 'engine', seconds: 0.05 })).toBe('Motore, 0,05 s');
});

it('puts scores in words', () => {
  expect(scoreWords(en, { cp: -150 })).toBe('behind by 1.5');
  expect(scoreWords(italian, { cp: -150 })).toBe('in svantaggio di 1,5');
  expect(scoreWords(en, { cp: 3 })).toBe('about even');
  expect(scoreWords(en, { win: 1 })).toBe('wins at once');
  expect(scoreWords(en, { draw: 0 })).toBe('a draw');
});

it('counts one of a thing in the singular', () => {
  const scores = [{ win: 1 }, { loss: 1 }, { loss: 2 }];
  expect(scores.map((score) => scoreWords(en, score))).toEqual(['wins at once', 'loses in 1 turn', 'loses in 2 turns']);
  expect(scores.map((score) => scoreWords(italian, score))).toEqual(['vince subito', 'perde in 1 turno', 'perde in 2 turni']);
  const [analysis, learning] = [Object.values(analysisTexts), Object.values(learnTexts)];
  const ones = [
    ...[en, italian].flatMap((t) => [t.pieces(1), t.awaiting(1), t.clock.perMove(1), t.clock.left(60), t.score.win(1), t.score.loss(1)]),
    ...analysis.flatMap((t) => [t.winsWithin(1), t.losesWithin(1), t.accuracy('x', 1, '2%')]),
    ...learning.flatMap((t) => [t.depth(1), t.within(1)]),
  ];
  for (const words of ones) expect(words).not.toMatch(/\b1 (\w{2,}s|turni|giorni|svolte)\b/);
});

it('has the Italian article of a number', () => {
  const numbers = ['0,3%', '1%', '8%', '11,5%', '12%', '81%', '100%'];
  expect(numbers.map((number) => numberArticle(number, 'il', 'lo', 'l’'))).toEqual(['lo 0,3%', 'l’1%', 'l’8%', 'l’11,5%', 'il 12%', 'l’81%', 'il 100%']);
  const t = analysisTexts.it;
  expect(t.accuracy('Nero', 2, '12,2%')).toBe('Nero: 2 svolte, ha ceduto in media il 12,2% di un punto');
  expect(t.fromTo('8%', '0%')).toBe('dall’8% allo 0% del punto');
  expect(t.quizWrong('a2', '11%')).toBe('a2 cede l’11% del punto. Prova ancora.');
});

it('has every text in every language', () => {
  const shape = (value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, shape(inside)]))
      : typeof value;
  expect(shape(italian)).toEqual(shape(en));
  expect(italian.keyHelp).toHaveLength(en.keyHelp.length);
});
