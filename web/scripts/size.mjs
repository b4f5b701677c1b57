// Prints the gzipped sizes that are promised, and fails where one is exceeded.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const limits = { board: 14_000, script: 60_000, style: 12_000, embed: 49_000 };

const [board] = await build({
  configFile: false,
  logLevel: 'error',
  build: { write: false, lib: { entry: 'src/board/index.ts', formats: ['es'], fileName: 'board' }, minify: 'oxc' },
});
// What a page loads at first; the rules come when they are read.
const first = (page, ending) =>
  [...readFileSync(`dist/${page}`, 'utf8').matchAll(/assets\/[^"]+/g)].map(([name]) => name).filter((name) => name.endsWith(ending)).map((name) => readFileSync(`dist/${name}`));
const gzipped = (files) => files.reduce((sum, text) => sum + gzipSync(text).length, 0);

const sizes = {
  board: gzipped(board.output.map((part) => part.code ?? part.source)),
  script: gzipped(first('index.html', '.js')),
  style: gzipped(first('index.html', '.css')),
  embed: gzipped(first('embed.html', '.js')),
};

for (const [name, size] of Object.entries(sizes)) {
  const within = size <= limits[name];
  console.log(`${name.padEnd(8)} ${String(size).padStart(6)} of ${limits[name]} bytes gzipped${within ? '' : ': too large'}`);
  if (!within) process.exitCode = 1;
}
