import { expect, it } from 'vitest';
import { isHomeOf, readHome, writeHome } from './homes.ts';

it.each([
  ['ataxx', '#/ataxx'],
  ['ataxx:misere', '#/ataxx/misere'],
  ['ataxx:size=5x5,blocks=c3+c5', '#/ataxx/size=5x5,blocks=c3+c5'],
  ['insert:board=228224.414818.812214', '#/insert/board=228224.414818.812214'],
  ['ataxx:a/b?c#d e%41', '#/ataxx/a%2Fb%3Fc%23d%20e%2541'],
])('%s lives at %s', (variant, place) => {
  expect(writeHome(variant)).toBe(place);
  expect(readHome(place)).toBe(variant);
});

it.each([['#/ataxx/', 'ataxx'], ['#/ataxx/misere/', 'ataxx:misere'], ['#/ataxx/%', 'ataxx:%'], ['#/chess', 'chess']])('%s means %s', (place, variant) => {
  expect(readHome(place)).toBe(variant);
});

it.each(['', '#', '#ataxx', '#puzzles/ataxx', '#/', '#/a/b/c', '#/a b'])('%j is no home', (place) => {
  expect(readHome(place)).toBeUndefined();
});

it.each([
  ['#/ataxx', true], ['#/ataxx/', true], ['#/ataxx/zzz', true], ['#/thomas', true], ['#/gammes', false], ['#/game/xyz', false], ['#/ataxx/a/b', false],
  ['#/toString', false], ['#key', false], ['', false],
])('whether %j is the home of a game: %s', (place, is) => {
  expect(isHomeOf([{ game: 'ataxx', aliases: { thomas: 'ataxx:orthogonal' } }], place)).toBe(is);
});
