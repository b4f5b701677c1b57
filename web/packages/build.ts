/**
 * Builds the packages for npm, in build/npm, from the page's own sources: the board, and the engine with the modules of
 * build-wasm/modules and the small networks. By scripts/npm.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { engineListing } from '../engine.ts';

const web = resolve(import.meta.dirname, '..');
const root = resolve(web, '..');
const out = join(root, 'build/npm');

/** As cmake/changelog.cmake has it. */
function version(): string {
  const [heading] = /^## .*/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? [];
  const [, number, day] = /^## (\d+\.\d+\.\d+), (unreleased|\d{4}-\d\d-\d\d)$/.exec(heading ?? '') ?? [];
  if (!number) throw new Error(`CHANGELOG.md: the first heading, '${heading}', is neither '## 1.0.0, unreleased' nor '## 1.0.0, 2027-01-31'`);
  return day === 'unreleased' ? `${number}-dev` : number;
}

/** Compiles a package, and gives its folder. */
function compiled(name: string): string {
  const [from, to] = [join(import.meta.dirname, name), join(out, name)];
  mkdirSync(to, { recursive: true });
  execFileSync(join(web, 'node_modules/.bin/tsc'), ['-p', from, '--outDir', join(to, 'dist')], { stdio: 'inherit' });
  const told = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as object;
  writeFileSync(join(to, 'package.json'), `${JSON.stringify({ ...told, version: version() }, null, 2)}\n`);
  copyFileSync(join(from, 'README.md'), join(to, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
  return to;
}

function board(): string {
  const folder = compiled('board');
  copyFileSync(join(web, 'src/board/board.css'), join(folder, 'dist/board.css'));
  return folder;
}

async function engine(): Promise<string> {
  const folder = compiled('engine');
  const listed = join(folder, 'dist/engine/families.js');
  // Written so that bundlers find each file, and take it along.
  const program = await engineListing((path) => {
    const copy = join(folder, path.endsWith('.wasm') ? 'modules' : 'networks', basename(path));
    cpSync(path, copy);
    return `new URL(${JSON.stringify(relative(join(listed, '..'), copy))}, import.meta.url).href`;
  });
  writeFileSync(listed, program);
  return folder;
}

rmSync(out, { recursive: true, force: true });
for (const folder of [board(), await engine()])
  execFileSync('npm', ['pack', '--offline', '--silent', '--pack-destination', out], { cwd: folder, stdio: 'inherit' });
