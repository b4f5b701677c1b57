import { describe, expect, it } from 'vitest';
import type { GameInfo } from './protocol.ts';
import { parseSize, parseVariant, spellVariant } from './variant.ts';

const none = { en: '', it: '' };
const ataxx: GameInfo = {
  game: 'ataxx', title: 'Ataxx', summary: none, origin: none, note: none, colours: { x: 'Black', o: 'White' },
  options: [
    { name: 'size', kind: 'size', standard: '7x7', least: 3, most: 11, title: none, help: none },
    { name: 'blocks', kind: 'cells', standard: '', title: none, help: none },
    { name: 'misere', kind: 'flag', title: none, help: none },
    { name: 'orthogonal', kind: 'flag', title: none, help: none },
  ],
  presets: [{ game: 'ataxx', title: none }],
  aliases: { thomas: 'ataxx:orthogonal' },
};

const respell = (text: string) => spellVariant(ataxx, parseVariant([ataxx], text).options);

describe('a variant', () => {
  it('is spelled in the order of the list', () => expect(respell('ataxx:misere,size=5x5')).toBe('ataxx:size=5x5,misere'));
  it('leaves out what is standard', () => expect(respell('ataxx:size=7x7')).toBe('ataxx'));
  it('leaves out what is empty', () => expect(respell('ataxx:blocks=')).toBe('ataxx'));
  it('reads another name with options', () => expect(respell('thomas:size=5x5')).toBe('ataxx:size=5x5,orthogonal'));
  it('keeps cells', () => expect(respell('ataxx:blocks=c3+c5')).toBe('ataxx:blocks=c3+c5'));
});

it('reads a size', () => {
  expect(parseSize('6x7')).toEqual([6, 7]);
  expect(parseSize('5')).toEqual([5]);
});
