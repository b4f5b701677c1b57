import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

const icons = [180, 192, 512];
const colour = '#a58a63';

const manifest = {
  name: 'Tavoliere',
  short_name: 'Tavoliere',
  description: 'Play abstract board games',
  id: './',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: colour,
  theme_color: colour,
  icons: [
    { src: 'favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ...icons.map((size) => ({ src: `icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
  ],
};

const tags = [
  { tag: 'link', attrs: { rel: 'manifest', href: './manifest.webmanifest' } },
  { tag: 'link', attrs: { rel: 'apple-touch-icon', href: './icon-180.png' } },
  { tag: 'meta', attrs: { name: 'theme-color', content: colour } },
];

/** What makes the built page an app that can be installed and needs no network: a manifest, icons, a service worker. */
export function offline(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'offline',
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: () => tags,
    closeBundle() {
      const out = join(config.root, config.build.outDir);
      writeFileSync(join(out, 'manifest.webmanifest'), JSON.stringify(manifest, null, 2));
      for (const size of icons) drawIcon(join(out, 'favicon.svg'), size, join(out, `icon-${size}.png`));
      writeFileSync(join(out, 'sw.js'), serviceWorker(out));
    },
  };
}

/** By the program that draws the PNGs of our diagrams. */
const drawIcon = (from: string, size: number, to: string) =>
  execFileSync('rsvg-convert', ['--width', String(size), '--height', String(size), '--output', to, from]);

function serviceWorker(out: string): string {
  const all = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'sw.js' && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length + 1))
    .sort();
  const text = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8');
  const version = createHash('sha256').update(text);
  for (const name of all) version.update(name).update(readFileSync(join(out, name)));
  const lists = { version: version.digest('hex').slice(0, 16), files: all };
  return Object.entries(lists).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`).join('') + text;
}
