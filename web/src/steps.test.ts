import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A browser's history: going takes a moment, as in a browser, and tells of itself. */
class FakeHistory {
  entries: unknown[] = [null];
  at = 0;
  heard: (() => void)[] = [];

  get state() {
    return this.entries[this.at];
  }
  pushState(state: unknown) {
    this.entries.splice(++this.at, Infinity, state);
  }
  replaceState(state: unknown) {
    this.entries[this.at] = state;
  }
  go(by: number) {
    setTimeout(() => {
      this.at += by;
      for (const hear of this.heard) hear();
    });
  }
}

let past: FakeHistory;
let steps: (typeof import('./steps.svelte.ts'))['steps'];
const there = () => vi.advanceTimersByTimeAsync(10);

beforeEach(async () => {
  vi.useFakeTimers();
  past = new FakeHistory();
  vi.stubGlobal('history', past);
  vi.stubGlobal('addEventListener', (_: string, hear: () => void) => past.heard.push(hear));
  vi.resetModules();
  ({ steps } = await import('./steps.svelte.ts'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('makes one step of what is opened, which Back takes away', async () => {
  steps.open('help');
  expect([steps.over, past.at]).toEqual([['help'], 1]);
  past.go(-1);
  await there();
  expect([steps.over, steps.taken]).toEqual([[], ['help']]);
});

it('goes back itself where something is closed, with what lies over it', async () => {
  steps.open('rules:a');
  steps.open('rules:b');
  steps.close('rules:a');
  expect(steps.over).toEqual([]);
  await there();
  expect(past.at).toBe(0);
});

it('keeps what is opened while the browser is still going back', async () => {
  steps.open('tool');
  steps.close('tool');
  steps.open('tool');
  expect(steps.over).toEqual(['tool']);
  await there();
  expect([steps.over, past.at]).toEqual([['tool'], 1]);
  past.go(-1);
  await there();
  expect(steps.over).toEqual([]);
});

it('forgets what is opened and closed again meanwhile', async () => {
  steps.open('tool');
  steps.close('tool');
  steps.open('tool');
  steps.close('tool');
  await there();
  expect([steps.over, past.at]).toEqual([[], 0]);
});
