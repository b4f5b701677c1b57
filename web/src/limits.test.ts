import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { efforts } from './analyse/review.svelte.ts';
import { linesOffered, secondsOffered } from './analyse/engine.svelte.ts';
import { dayControls, timeControls } from './clock.ts';
import { leastEngineSeconds, longestCaption, longestLabel, mostEngineSeconds, mostLevel, mostLines } from './limits.ts';
import { isControl, levels } from './shapes.ts';
import { strengths } from './texts.ts';

const constant = (header: string, name: string) =>
  Number(new RegExp(`constexpr [^;]*\\b${name} = (\\d+)`).exec(readFileSync(new URL(`../../src/${header}`, import.meta.url), 'utf8'))![1]);

it('the bounds of the program are those of its headers', () => {
  expect([longestLabel, longestCaption, mostLevel]).toEqual([
    constant('diagram/marks.hpp', 'longest_label'), constant('ask/requests.hpp', 'longest_caption'), constant('search/limits.hpp', 'most_level'),
  ]);
});

it('what is offered is within them', () => {
  expect(levels).toEqual(Array.from({ length: mostLevel }, (_, i) => i + 1));
  expect(linesOffered.at(-1)).toBe(mostLines);
  for (const seconds of [...secondsOffered, ...Object.values(strengths), ...Object.values(efforts)]) {
    expect(seconds).toBeGreaterThanOrEqual(leastEngineSeconds);
    expect(seconds).toBeLessThanOrEqual(mostEngineSeconds);
  }
  for (const control of [...timeControls, ...dayControls]) expect(isControl(control)).toBe(true);
});

it('no bound is written a second time', () => {
  const files = { judge: 'analyse/judge.ts', review: 'analyse/review.svelte.ts', studio: 'analyse/StudioPanel.svelte' };
  const text = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
  expect(text(files.judge)).not.toMatch(/= \[?\d/);
  expect(text(files.review)).not.toMatch(/0\.05/);
  expect(text(files.studio)).not.toMatch(/\b500\b/);
});
