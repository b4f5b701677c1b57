import { describe, expect, it } from 'vitest';
import { nextLabel, readCommand, readMarks, toggleMark, writeCommand, writeMarks, type Drawing } from './marks.ts';

const text = 'arrow:a1-c3 cross:b2 dot:c3 circle:d4 label:e5=Ä1';

describe('marks', () => {
  it('are read as they were written', () => expect(writeMarks(readMarks(text))).toBe(text));
  it('leave out what is none', () => expect(readMarks('arrow:a1 star:b2 cross: label:c3= x dot:a1')).toEqual([{ kind: 'dot', at: 'a1' }]));
  it('are as plain and as short as those that are typed', () => {
    expect(writeMarks(readMarks('label:a1=ABCDEF label:b1=\x1b[31m\nlabel:c1=🙂🙂🙂🙂'))).toBe('label:a1=ABC label:c1=🙂🙂🙂');
  });
  it('come and go by the same click', () => {
    const once = toggleMark([], { kind: 'dot', at: 'a1' });
    expect(once).toEqual([{ kind: 'dot', at: 'a1' }]);
    expect(toggleMark(once, { kind: 'dot', at: 'a1' })).toEqual([]);
  });
  it('have one label a cell', () => {
    const marks = toggleMark(readMarks('label:a1=A label:b1=B'), { kind: 'label', at: 'a1', text: 'C' });
    expect(writeMarks(marks)).toBe('label:b1=B label:a1=C');
    expect(nextLabel(marks)).toBe('A');
  });
});

describe('the command', () => {
  const drawing: Drawing = {
    game: 'ataxx:misere', position: 'o5x/7 x 0 1', marks: text, caption: `It's "Black's" \\ move`, style: 'print', coordinates: false, turned: true,
  };
  it('is read as it was written', () => expect(readCommand(writeCommand(drawing))).toEqual(drawing));
  it('is what a shell takes', () => {
    expect(writeCommand({ ...drawing, caption: "it's", marks: '', coordinates: true, turned: false })).toBe(
      `tavoliere show ataxx:misere --position 'o5x/7 x 0 1' --caption 'it'\\''s' --style print --svg diagram.svg`,
    );
  });
  it('may be typed by hand', () => {
    expect(readCommand('build/tavoliere show hexxagon --moves "b6 a2" --png x.png')).toMatchObject({ game: 'hexxagon', position: 'startpos', moves: 'b6 a2' });
    for (const other of ['', 'tavoliere play ataxx', 'show ataxx', 'tavoliere show', 'tavoliere show ataxx --what']) expect(readCommand(other)).toBeUndefined();
  });
});
