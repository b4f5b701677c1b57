import { expect, test } from 'vitest';
import { firstLetters, numberIn, oneLine } from './plain';

test('what somebody writes is one line of plain characters', () => {
  for (const good of ['città', 'a7–a5', 'Jörg 🙂', '将棋', 'e\u0301']) expect(oneLine(good)).toBe(good);
  expect(oneLine('a\tb\nc\r\nd')).toBe('a b c  d');
  expect(oneLine('\x1b[2J\x7f\x9b\u2028\u202e\u2066\ufeff|')).toBe(' [2J      |');
  expect(oneLine('\ud83d|\ude42')).toBe('\ufffd|\ufffd');
});

test('texts are cut between characters', () => {
  expect(firstLetters('🙂🙂🙂🙂', 3)).toBe('🙂🙂🙂');
  expect(firstLetters('abc', 3)).toBe('abc');
});

test('a number is what its field takes, and the field says it', () => {
  const typed = (value: string, { min = '0.5', max = '180', step = '0.5' } = {}) => {
    const field = { value, min, max, step, valueAsNumber: value === '' ? NaN : Number(value) } as HTMLInputElement;
    return [numberIn(field, 5), field.value];
  };
  expect(typed('400')).toEqual([180, '180']);
  expect(typed('-3')).toEqual([0.5, '0.5']);
  expect(typed('2.3')).toEqual([2.5, '2.5']);
  expect(typed('')).toEqual([5, '5']);
  expect(typed('7')).toEqual([7, '7']);
  expect(typed('1.5', { min: '0', max: '250', step: '' })).toEqual([2, '2']);
});
