import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('has the colours that the program draws with', () => {
  const program = [...read('../../src/diagram/colours.hpp').matchAll(/colour == "(\w+)"\) return PieceStyle\{"(#\w+)", "(#\w+)", "(#\w+)"/g)];
  const page = [...read('./board/board.css').matchAll(/data-colour='(\w+)'\] \{ --body: (#\w+); --edge: (#\w+); --detail: (#\w+); \}/g)];
  const table = (found: RegExpMatchArray[]) => Object.fromEntries(found.map(([, name, ...colours]) => [name!.toLowerCase(), colours]));
  expect(Object.keys(table(page))).toHaveLength(6);
  expect(table(page)).toEqual(table(program));
});
