/** How long the review of a game of 80 plies takes, where a server answers and where the page does it by itself. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeAddress } from '../src/analyse/address.ts';
import { launch, Server, Table, type Origin } from '../e2e/harness.ts';
import { Folder } from '../static/harness.ts';
import { tell, tellLoad } from './measure.ts';

/** What is aimed at. */
const bound = 10_000;

/** The engine at depths 3 and 2 after four random moves: tavoliere match ataxx --first engine:depth=3 --second engine:depth=2 --opening-plies 4 --seed 5 */
const game = `g7-g5 g1-e2 g5-e5 e2-c1 b2 b6 f6 c5 d6 b6-d5 e6 c6 d7 c5-c7 e5-e7 e5 f7 f5 f7-g5 f7 d7-b6 d6-b7 f5-d6 f7-d7 g5-f7 a6 c5 b5 c4 a5 b4 d7-f5 d7 d4
  a5-c3 d5-b3 d5 f6-e4 f6 b3-a5 c4-a4 f4 c4 b3 c1-d3 a4-c2 e4-d2 e4 e3 b2-a4 a1-a3 g6 e4-g5 e5-g4 g7 e5 c2-e4 f3 e5-g3 e5 e2 d4-b2 d2-d4 b3-d2 b4-c2 a3-c1
  d3-b4 d3 b3 c1-a3 f2 e4-g2 e4 d1 e3-c1 e3 d1-f1 d1 e1 b1`.split(/\s+/).join(' ');

let browser: Browser;
beforeAll(async () => {
  browser = await launch(true);
});
afterAll(() => browser.close());

async function review(origin: Origin, where: string): Promise<void> {
  const table = await Table.open(browser, origin);
  await table.page.goto(`${origin.url}${writeAddress({ game: 'ataxx', moves: game })}`);
  await table.page.getByRole('button', { name: 'Review', exact: true }).click();
  tellLoad();
  const begin = performance.now();
  await table.page.getByRole('button', { name: 'Review the game' }).click();
  await table.page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 120_000 });
  tell(`the review of 80 plies ${where}`, [performance.now() - begin], bound);
  await expect.poll(() => table.page.locator('.review .mistakes .go').count()).toBeGreaterThan(0);
  console.log(`speed: it found ${await table.page.locator('.review .mistakes .go').count()} turning points`);
  expect(table.complaints).toEqual([]);
  await table.close();
}

it('with a server', async () => {
  const server = new Server();
  await server.start();
  await review(server, 'with a server').finally(() => server.dispose());
});

it.runIf(existsSync(resolve(import.meta.dirname, '../dist-static/index.html')))('without one', async () => {
  const folder = new Folder();
  await folder.start();
  await review(folder, 'without a server').finally(() => folder.stop());
});
