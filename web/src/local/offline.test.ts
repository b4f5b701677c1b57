import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let asked: number;

/** As it is when a page begins. */
async function fresh(storage: object | undefined) {
  vi.resetModules();
  vi.stubGlobal('navigator', { storage });
  return (await import('./offline.ts')).askToPersist;
}
const storage = (persisted: boolean) => ({ persisted: async () => persisted, persist: async () => ++asked > 0 });

beforeEach(() => {
  asked = 0;
});
afterEach(() => void vi.unstubAllGlobals());

it('is asked for once a visit', async () => {
  const ask = await fresh(storage(false));
  await Promise.all([ask(), ask()]);
  await ask();
  expect(asked).toBe(1);
});

it('is not asked for where it was granted, nor where there is nobody to ask', async () => {
  await (await fresh(storage(true)))();
  await (await fresh(undefined))();
  await (await fresh({}))();
  expect(asked).toBe(0);
});
