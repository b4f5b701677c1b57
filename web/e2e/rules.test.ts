import { describe, expect, it } from 'vitest';
import { House, Table, twoPeople, violations } from './harness.ts';

const house = new House();
let table: Table;
house.tableForEach({ reducedMotion: 'reduce' }, (fresh) => (table = fresh));

const dialog = () => table.page.getByRole('dialog');
const heading = () => dialog().getByRole('heading').first().innerText();

/** The pictures are there, and none of them is empty. */
const pictures = () => dialog().locator('img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth > 0));

it('are read while a game is on, and the game goes on', async () => {
  await table.sitDown({ game: 'boop', ...twoPeople });
  await table.page.getByRole('button', { name: 'Rules' }).click();
  await expect.poll(heading).toBe('Boop');
  await expect.poll(pictures).toEqual([true, true, true, true]);
  await table.shoot('rules');
  await table.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await table.play('c3');
});

it('stand beside the board where there is room, and one plays on', async () => {
  await table.page.setViewportSize({ width: 1680, height: 900 });
  await table.sitDown({ game: 'boop', ...twoPeople });
  await table.page.keyboard.press('r');
  await expect.poll(heading).toBe('Boop');
  const edge = (what: string, side: 'left' | 'right') => table.page.locator(what).evaluate((element, at) => element.getBoundingClientRect()[at], side);
  await expect.poll(async () => (await edge('main > aside', 'right')) <= (await edge('dialog.rules', 'left'))).toBe(true);
  expect(await violations(table)).toEqual([]);
  await table.shoot('rules-docked');
  await table.play('c3');
  // Nearly every cell can be pressed: only that under the pointer is marked.
  await expect.poll(() => table.page.locator('.marks .dot').count()).toBe(0);
  await table.cell('a1').hover();
  await expect.poll(() => table.page.locator('.marks .dot').count()).toBe(1);
  await expect.poll(heading).toBe('Boop');
  await table.page.setViewportSize({ width: 1280, height: 800 });
  await table.page.locator('dialog:modal').waitFor();
  await table.page.setViewportSize({ width: 1680, height: 900 });
  await table.page.locator('dialog.docked').waitFor();
  await table.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await table.page.keyboard.press('r');
  await expect.poll(heading).toBe('Boop');
  await table.page.keyboard.press('r');
  await dialog().waitFor({ state: 'hidden' });
});

it('of the game being chosen are read, by the key too', async () => {
  await table.visitHome('blocco');
  await table.page.getByRole('button', { name: 'Rules' }).click();
  await expect.poll(heading).toBe('Blocco');
  await dialog().getByRole('link', { name: 'Clobber' }).first().click();
  await expect.poll(heading).toBe('Clobber');
  await dialog().getByRole('button', { name: 'Close' }).click();
  await table.page.keyboard.press('r');
  await expect.poll(heading).toBe('Blocco');
});

it('have an address', async () => {
  await table.sitDown({ game: 'boop', ...twoPeople });
  await table.page.keyboard.press('r');
  await expect.poll(() => new URL(table.page.url()).search).toBe('?rules=boop');
  await table.page.reload();
  await expect.poll(heading).toBe('Boop');
  expect(new URL(table.page.url()).hash).toBe(`#${table.game.key}`);
  await dialog().getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => new URL(table.page.url()).search).toBe('');
});

it('are read from their title, those behind a link too', async () => {
  await table.visit();
  await table.page.goto(`${house.server.url}?rules=blocco`);
  const focused = () => table.page.evaluate(() => document.activeElement!.textContent);
  await table.page.getByRole('dialog', { name: 'Blocco' }).waitFor();
  await expect.poll(focused).toBe('Blocco');
  await dialog().getByRole('link', { name: 'Clobber' }).first().focus();
  await table.page.keyboard.press('Enter');
  await table.page.getByRole('dialog', { name: 'Clobber' }).waitFor();
  await expect.poll(focused).toBe('Clobber');
});

it('are closed by Escape wherever the keyboard is', async () => {
  await table.sitDown({ game: 'boop', ...twoPeople });
  await table.page.keyboard.press('r');
  await expect.poll(heading).toBe('Boop');
  await dialog().locator('p').first().click();
  await table.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await table.page.keyboard.press('f');
  await expect.poll(() => table.page.getByRole('button', { name: 'Flip', includeHidden: true }).getAttribute('aria-pressed')).toBe('false');
  await table.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
});

it('are only those of games', async () => {
  await table.visit();
  await table.page.goto(`${house.server.url}?rules=ataxx.it`);
  await table.page.getByRole('button', { name: 'Play Ataxx', exact: true }).waitFor();
  await expect.poll(() => dialog().count()).toBe(0);
});

describe.each(['light', 'dark'] as const)('in Italian, on a %s phone,', (colorScheme) => {
  it('fit and are accessible', async () => {
    const phone = await house.table({ locale: 'it-IT', colorScheme, viewport: { width: 320, height: 568 }, reducedMotion: 'reduce' });
    await phone.sitDown({ game: 'boop', ...twoPeople });
    await phone.page.getByRole('button', { name: 'Regole' }).click();
    const article = phone.page.locator('dialog article');
    await expect.poll(() => article.getAttribute('lang')).toBe('it');
    await expect.poll(() => article.getByRole('heading', { name: 'Il turno' }).count()).toBe(1);
    await expect.poll(() => phone.page.locator('dialog[open]').evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
    expect(await violations(phone)).toEqual([]);
    await phone.shoot(`rules-phone-${colorScheme}`);
    await phone.close();
  });
});
