import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

type Imports = ReadonlyMap<string, readonly string[]>;

/** The first circle that is found, from a file back to itself; empty where there is none. */
function circleIn(imports: Imports): string[] {
  const done = new Set<string>();
  const follow = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of imports.get(file) ?? []) {
      const circle = follow(next, [...path, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  return [...imports.keys()].map((file) => follow(file, [])).find((circle) => circle.length > 0) ?? [];
}

/** Types, what is loaded later and either of the transports that a build may have count too. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']*|#transport)'/g)].flatMap(([, name]) => {
    if (name === '#transport') return ['src/server.ts', 'src/local/builtIn.ts'];
    const path = normalize(join(dirname(file), name!));
    return [path, `${path}.ts`, `${path}/index.ts`].filter((each) => /\.(ts|svelte)$/.test(each) && existsSync(each)).slice(0, 1);
  });
}

it('a circle is found', () => {
  expect(importsOf('src/a/b.ts', `import type { Move } from '../board';\nimport './b.css';\nawait import('../App.svelte');`)).toEqual([
    'src/board/index.ts', 'src/App.svelte',
  ]);
  expect(circleIn(new Map([['a', ['b']], ['b', ['c', 'd']], ['c', []], ['d', ['b']]]))).toEqual(['b', 'd', 'b']);
  expect(circleIn(new Map([['a', ['b', 'c']], ['b', ['c']], ['c', []]]))).toEqual([]);
});

it('no file of the page imports itself by way of others', () => {
  const files = globSync('src/**/*.{ts,svelte}');
  expect(files.length).toBeGreaterThan(100);
  expect(circleIn(new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))])))).toEqual([]);
});
