import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { printed } from './apostrophes.ts';

it('the words of the page have one apostrophe', () => {
  const files = globSync('src/**/texts.ts');
  expect(files.length).toBeGreaterThanOrEqual(3);
  for (const file of files) {
    const lines = readFileSync(file, 'utf8').split('\n').filter((line) => !/^\s*(\/?\*|\/\/)/.test(line));
    expect(lines.filter((line) => /\p{L}'[\p{L}"`$]/u.test(line)), file).toEqual([]);
  }
});

it('what the program says has the same', () => {
  expect(printed("all'inizio l'1 dei giocatori' 'x' d'ora")).toBe("all’inizio l’1 dei giocatori’ 'x’ d’ora");
});
