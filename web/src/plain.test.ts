import { expect, test } from 'vitest';
import { firstLetters, oneLine } from './plain';

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
