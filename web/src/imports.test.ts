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

/** What of a component is waited for and may not come, without a word on that. */
function unsaid(text: string): string[] {
  const open: { what: string; isSaid: boolean }[] = [];
  const found: string[] = [];
  for (const [token, what] of text.matchAll(/\{#await ([\w.]+(?:\([^)]*\))?)|\{:catch|\{\/await\}/g)) {
    if (what !== undefined) open.push({ what, isSaid: what === 'starting' }); // Play.begin() tries until it comes
    else if (token === '{:catch') open.at(-1)!.isSaid = true;
    else found.push(...[open.pop()!].filter(({ isSaid }) => !isSaid).map((each) => each.what));
  }
  return [...found, ...[...text.matchAll(/\bimport\('[^']*'\)\.then\([^;]*;/g)].map(([all]) => all).filter((all) => !all.includes('.catch('))];
}

it('what is loaded later and does not come is said, or nothing depends on it', () => {
  expect(unsaid("{#await a('b') then c}{#await d()}{:catch}{/await}{/await} void import('./x.ts').then((y) => y());")).toEqual(["a('b')", "import('./x.ts').then((y) => y());"]);
  const files = globSync('src/**/*.{svelte,ts}').filter((file) => !file.endsWith('.test.ts'));
  expect(files.flatMap((file) => unsaid(readFileSync(file, 'utf8')).map((what) => `${file}: ${what}`))).toEqual([]);
});
