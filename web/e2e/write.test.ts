/** Games are written: the page of a server, whose texts are read and played in the browser. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectFits, House, violations } from './harness.ts';
import { triesABrokenLaw, triesACopy, triesALegend, triesAWrongText, triesToCount, Writer } from './writing.ts';

const house = new House();

it.each(['en-GB', 'it-IT'])('what is wrong stands under its line (%s)', async (locale) => {
  const table = await house.table({ locale, colorScheme: locale === 'it-IT' ? 'dark' : 'light', reducedMotion: 'reduce' });
  await triesAWrongText(new Writer(table, house.server.url));
  await table.shoot(`write-${locale.slice(0, 2)}`);
  expect(table.complaints).toEqual([]);
  await table.close();
});

it('a copy of a game is changed, played, and sent as a link', async () => {
  const [table, friend] = [await house.table(), await house.table()];
  await triesACopy(new Writer(table, house.server.url), new Writer(friend, house.server.url));
  expect([...table.complaints, ...friend.complaints]).toEqual([]);
  await table.close();
  await friend.close();
});

it('what is counted is what the program counts', async () => {
  const table = await house.table();
  await triesToCount(new Writer(table, house.server.url));
  expect(table.complaints).toEqual([]);
  await table.close();
});

it('a law that breaks is said as the program says it', async () => {
  const table = await house.table();
  await triesABrokenLaw(new Writer(table, house.server.url));
  expect(table.complaints).toEqual([]);
  await table.close();
});

it('what is drawn on a board is told', async () => {
  const table = await house.table({ viewport: { width: 320, height: 568 }, reducedMotion: 'reduce' });
  await triesALegend(new Writer(table, house.server.url));
  expect(table.complaints).toEqual([]);
  await table.close();
});

it('the gallery has the written games, below the others', async () => {
  const table = await house.table({ viewport: { width: 320, height: 568 }, reducedMotion: 'reduce' });
  await table.visit();
  await table.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const link = table.page.getByRole('link', { name: 'Othello', exact: true });
  await link.waitFor();
  expect(await violations(table)).toEqual([]);
  await expectFits(table);
  await link.click();
  await table.page.locator('.verdict .fine').waitFor();
  await expectFits(table);
  await expect.poll(() => table.page.locator('h1 .title').innerText()).toContain('Othello');
  expect(await violations(table)).toEqual([]); // of a text that is longer than its place, too
  expect(table.complaints).toEqual([]);
  await table.close();
});

// A fresh clone's build makes no others for it.
it('of all modules the page of a server has those of written games alone', () => {
  const files = readdirSync(join(import.meta.dirname, '../dist/assets')).filter((name) => name.endsWith('.wasm'));
  expect(files.map((name) => name.replace(/-.{8}\.wasm$/, '')).sort()).toEqual(['written', 'written-search']);
});
