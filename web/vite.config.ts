import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { cards } from './cards.ts';
import { engine } from './engine.ts';
import { markdown } from './markdown.ts';
import { offline } from './offline.ts';

const server = process.env.TAVOLIERE_URL ?? 'http://127.0.0.1:8080';

export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte(), markdown(), engine(), mode === 'static' ? offline() : cards()],
  resolve: { alias: { '#transport': resolve(import.meta.dirname, mode === 'static' ? 'src/local/builtIn.ts' : 'src/server.ts') } },
  worker: { format: 'es', plugins: () => [engine()] },
  // The server sends `default-src 'self'`: nothing may be inlined as data:, and no inline script is written.
  build: {
    target: 'es2023',
    outDir: mode === 'static' ? 'dist-static' : 'dist',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What is loaded at first stays together, whatever else uses it: in several files it is larger.
    rolldownOptions: { input: ['index.html', 'embed.html'], output: { codeSplitting: { groups: [{ name: 'base', test: /\/web\/src\/(?:board\/|(?:language|steps|plain|where|homes|shapes)\b|texts\.ts|\w+\/address\.ts|parts\/(?:LiveBoard|HandRow|cellWords|icon))/ }] } } },
  },
  // The rules lie outside, in docs/.
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['..'] } },
  // On a busy machine what a test imports takes seconds.
  test: { include: ['src/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } },
}));
