import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the words of the page have one apostrophe', () => {
  const files = globSync('src/**/texts.ts');
  expect(files.length).toBeGreaterThanOrEqual(3);
  for (const file of files) {
    const lines = readFileSync(file, 'utf8').split('\n').filter((line) => !/^\s*(\/?\*|\/\/)/.test(line));
    expect(lines.filter((line) => /\p{L}'[\p{L}"`$]/u.test(line)), file).toEqual([]);
  }
});
