import { describe, expect, it } from 'vitest';
import { isAnalysis, readAddress, writeAddress, type Address } from './address.ts';

describe('an address', () => {
  it.each<Address>([
    { game: 'ataxx' },
    { game: 'ataxx:blocks=c3+d4,misere', position: 'o5x/7/7/7/7/7/x5o x 0 1', moves: 'a2 {50 % & _more_ = "à"} (b2) a7-a5', at: '5,1,2', flipped: true },
    { game: 'boop', marks: '' },
    { game: 'boop', moves: 'a1', ended: { winner: 'x', reason: 'resigned' } },
    { game: 'boop', marks: 'arrow:a1-c3 label:b2=%5F', caption: 'Nero muove # e_vince?', style: 'print', coordinates: false },
  ])('is read as it was written: %j', (address) => {
    const hash = writeAddress(address);
    expect(hash).not.toMatch(/\s/);
    expect(readAddress(hash)).toEqual(address);
    expect(new URL(`http://x/${hash}`).hash).toBe(hash);
  });

  it('is short and can be read', () => {
    expect(writeAddress({ game: 'ataxx', position: 'o5x/7 x 0 1', moves: 'a2 a7-a5', at: '0' })).toBe('#analyse?game=ataxx&position=o5x/7_x_0_1&moves=a2_a7-a5');
  });

  it.each([
    ['x,blah', { winner: 'x', reason: '' }], ['x,constructor', { winner: 'x', reason: '' }], ['draw,resigned', { winner: 'draw', reason: '' }],
    ['o,time', { winner: 'o', reason: 'time' }], ['draw,agreed', { winner: 'draw', reason: 'agreed' }], ['nobody,agreed', undefined],
  ])('knows how players end a game: %s', (text, ended) => expect(readAddress(`#analyse?game=ataxx&ended=${text}`)!.ended).toEqual(ended));

  it('is of plain characters, whatever it says', () => {
    expect(readAddress('#analyse?game=ata%1Bxx&marks=dot:a1%0Across:b2&caption=x%0A%1B%5B31m')).toEqual({ game: 'ata xx', marks: 'dot:a1 cross:b2', caption: 'x  [31m' });
  });

  it('is not every one', () => {
    expect(isAnalysis('#k3J9abc')).toBe(false);
    expect(readAddress('#k3J9abc')).toBeUndefined();
    expect(readAddress('#analyse?moves=a2')).toBeUndefined();
    expect(readAddress('#analyse?game=ataxx&moves=%zz')!.moves).toBe('%zz');
  });
});
