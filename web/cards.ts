import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

const pictures = resolve(import.meta.dirname, '../docs/pictures');
const [width, height] = [1200, 630];

/** The pictures that other pages show beside a link to this one (Open Graph): og/GAME.png, and og/index.png for the gallery. */
export function cards(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'cards',
    configResolved: (resolved) => {
      config = resolved;
    },
    closeBundle() {
      const out = join(config.root, config.build.outDir, 'og');
      mkdirSync(out, { recursive: true });
      const games = readdirSync(pictures).flatMap((name) => /^gallery-(\w+)\.svg$/.exec(name)?.[1] ?? []).sort();
      for (const game of games) draw(join(out, `${game}.png`), placed(game, (width - 550) / 2, 40, 550));
      const across = 5;
      const all = games.map((game, i) => placed(game, 50 + 225 * (i % across) + (i < across ? 0 : 112), 65 + 260 * Math.floor(i / across), 200));
      draw(join(out, 'index.png'), all.join(''));
    },
  };
}

/** A picture of the gallery in a square of that size. */
function placed(game: string, x: number, y: number, size: number): string {
  const picture = readFileSync(join(pictures, `gallery-${game}.svg`), 'utf8');
  return picture.replace(/ width="[\d.]+" height="[\d.]+"/, ` x="${x}" y="${y}" width="${size}" height="${size}"`);
}

function draw(to: string, inside: string): void {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#ece3d2"/>${inside}</svg>`;
  execFileSync('rsvg-convert', ['--output', to], { input: svg });
}
