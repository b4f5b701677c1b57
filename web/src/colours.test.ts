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

it('has the wood that the program draws', () => {
  const css = read('./board/board.css');
  const program = /wood_style =\s*([\s\S]*?);\n/.exec(read('../../src/diagram/svg.cpp'))![1]!.replaceAll(/"\s*"/g, '');
  const [light, dark] = program.split('@media');
  const [, pageDark] = css.split('@media (prefers-color-scheme: dark)');
  const names = { s: '--slab', t: '--tile', h: '--hole', l: '--tile-last' };
  for (const [letter, name] of Object.entries(names)) {
    const drawn = (text: string) => new RegExp(`\\.${letter}\\{fill:(#\\w+)`).exec(text)?.[1];
    const shown = (text: string) => new RegExp(`${name}: (#\\w+)`).exec(text)?.[1];
    expect([letter, drawn(light!), drawn(dark!)]).toEqual([letter, shown(css), shown(pageDark!)]);
  }
});

it('has the cats that the program draws', () => {
  const numbers = (text: string, from: string, to: string) => {
    const body = text.slice(text.indexOf(from), text.indexOf(to));
    expect(body.length).toBeGreaterThan(500);
    return new Set([...body.matchAll(/\d\.\d*[1-9]/g)].map(([number]) => number));
  };
  const page = numbers(read('./board/draw.ts'), 'function catHead', '/** What a hint shows');
  page.delete('0.1'); // how far below the middle, which the program adds before
  expect(page).toEqual(numbers(read('../../src/diagram/svg.cpp'), 'static std::string cat_head', '    // `size` is half its width'));
});
