/** Whoever reads Italian is told nothing in English but what the program itself says. */
import { expect, it } from 'vitest';
import type { GameInfo, Words } from '../src/protocol.ts';
import { texts } from '../src/texts.ts';
import { House } from './harness.ts';

const house = new House();
const english = /\b(and|the|of|with|or|from|only|each|to|moves?|pieces?|board|size|blocks|start|random)\b/i;

it('every word of the catalogue is Italian in Italian', async () => {
  const games = (await (await fetch(`${house.server.url}api/games`)).json()) as GameInfo[];
  const all = games.flatMap((game): [string, Words][] => [
    ['summary', game.summary], ['origin', game.origin], ['note', game.note],
    ...game.presets.map(({ title }) => ['preset', title] as [string, Words]),
    ...game.options.map(({ title }) => ['option', title] as [string, Words]),
  ]);
  for (const [what, words] of all) expect(words.it, what).not.toMatch(/\b(and|the|of|with|or|from|only|each)\b/);
  for (const { game, colours } of games) for (const side of ['x', 'o'] as const) expect(colours.it?.[side], game).toMatch(/^[A-Z][a-zà-ù]+$/);
});

it('and so is the form, with its options', async () => {
  const table = await house.table({ locale: 'it-IT' });
  const games = (await (await fetch(`${house.server.url}api/games`)).json()) as { game: string }[];
  for (const { game } of games) {
    await table.visitHome(game);
    const options = table.page.locator('.setup-form details');
    await options.evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
    const names = await table.page.locator('.setup-form .option > span:first-child, .setup-form .flag > span').evaluateAll((all) => all.map((each) => each.childNodes[0]!.textContent!.trim()));
    for (const name of names) expect(name).not.toMatch(english);
    expect(await table.page.locator('.origin').innerText()).not.toMatch(/\band\b/);
  }
  await table.shoot('setup-options-it');
  await table.close();
});

it('says in Italian that what follows is not', async () => {
  const table = await house.table({ locale: 'it-IT' });
  await table.visitHome('ataxx');
  await table.page.locator('.setup-form .code').last().fill('ataxx:size=99x99');
  const line = table.page.getByRole('alert');
  await expect.poll(() => line.innerText()).toContain(texts.it.errorLead);
  expect(await line.locator('span').getAttribute('lang')).toBe('en');
  await table.close();
});

it('deals a new board with one press, where a game has such', async () => {
  const table = await house.table();
  await table.visitHome('insert');
  const variant = table.page.getByRole('textbox', { name: 'Variant', exact: true });
  const deal = table.page.getByRole('button', { name: 'Tiles: deal new ones' });
  await deal.click();
  await expect.poll(() => variant.inputValue()).toMatch(/^insert:board=random-\d+$/);
  const first = await variant.inputValue();
  await deal.click();
  await expect.poll(() => variant.inputValue()).not.toBe(first);
  await table.page.getByRole('button', { name: 'Play', exact: true }).click();
  await table.page.locator('.status').waitFor();
  expect(table.game.game).toMatch(/^insert:board=random-\d+$/);
  await table.visitHome('ataxx');
  expect(await deal.count()).toBe(0);
  await table.close();
});
