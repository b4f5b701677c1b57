/** The page that needs no server, from a folder and then from nowhere. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch, Table } from '../e2e/harness.ts';
import { Folder } from './harness.ts';

let folder: Folder;
let browser: Browser;
let table: Table;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

beforeEach(async () => {
  folder = new Folder();
  await folder.start();
  table = await Table.open(browser, folder);
});
afterEach(async () => {
  await table.close();
  await folder.stop();
});

/** Until the page is kept for when there is no network. */
const kept = () => table.page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** Everything that a network is: the browser's own switch, and the server's end. */
async function takeOff(): Promise<void> {
  await table.page.context().setOffline(true);
  await folder.stop();
}

/** Begins a game of a variant, the page's person as x against the engine's first level. */
async function begin(variant: string): Promise<void> {
  await table.page.locator('form > label.field input.code').fill(variant);
  const [x, o] = await table.page.locator('.seat select').all();
  await x!.selectOption('person');
  await o!.selectOption('level 1');
  await table.page.locator('.actions .primary').click();
  await table.page.locator('.status').waitFor();
  await table.settled();
}

describe('in an aeroplane', () => {
  for (const [locale, wins] of [['en-GB', /wins|Draw/], ['it-IT', /Vince|Patta/]] as const)
    it(`a whole game is played against the engine (${locale})`, async () => {
      await table.close();
      table = await Table.open(browser, folder, { locale });
      await table.visit();
      await kept();
      await takeOff();
      await table.page.reload();
      await table.page.getByRole('button', { name: /^(Play|Gioca)$/ }).waitFor();
      await begin('ataxx:size=4x4');
      while (!table.game.result) await table.playMove(table.game.moves[0]!);
      await expect.poll(() => table.status()).toMatch(wins);
      expect(table.game.history.some(({ turn }) => turn === 'o')).toBe(true);
      expect(table.complaints).toEqual([]);
      await folder.start(); // afterEach stops it
    });
});
