/** Every screen and dialog is a step of the browser's history. */
import { beforeEach, describe, expect, it } from 'vitest';
import { writeAddress } from '../src/analyse/address.ts';
import { House, Table, twoPeople } from './harness.ts';

const house = new House();
let table: Table;
house.tableForEach({ reducedMotion: 'reduce' }, (fresh) => (table = fresh));

const back = () => table.page.evaluate(() => history.back());
const forward = () => table.page.evaluate(() => history.forward());
const address = () => table.page.url().slice(house.server.url.length);
const dialog = (name: string) => table.page.getByRole('dialog', { name });
const isOpen = (name: string) => expect.poll(() => dialog(name).count());
const button = (name: string) => table.page.getByRole('button', { name, exact: true });

describe('over a game', () => {
  let game: string;
  beforeEach(async () => {
    await table.sitDown({ game: 'ataxx', ...twoPeople });
    game = address();
  });

  it.each([['?', 'Mouse and keyboard', ''], ['r', 'Ataxx', '?rules=ataxx']])('Back closes what %s opens, and Forward opens it again', async (key, name, query) => {
    await table.page.keyboard.press(key);
    await isOpen(name).toBe(1);
    await expect.poll(address).toBe(query + game);
    await back();
    await isOpen(name).toBe(0);
    await expect.poll(address).toBe(game);
    await forward();
    await isOpen(name).toBe(1);
    await table.page.reload();
    await isOpen(name).toBe(1);
    await dialog(name).getByRole('button', { name: 'Close' }).click();
    await isOpen(name).toBe(0);
    await expect.poll(address).toBe(game);
    await table.page.locator('.status').waitFor();
  });

  it('Back leads from one page of the rules to the one before', async () => {
    await table.page.goto(`${house.server.url}?rules=hexxagon${game}`);
    await isOpen('Hexxagon').toBe(1);
    await table.page.locator('[data-rules=ataxx]').first().click();
    await isOpen('Ataxx').toBe(1);
    await back();
    await isOpen('Hexxagon').toBe(1);
    await table.page.locator('[data-rules=ataxx]').first().click();
    await isOpen('Ataxx').toBe(1);
    await table.page.keyboard.press('Escape');
    await expect.poll(address).toBe(game);
  });

  it('Back takes a question away, and half a move', async () => {
    await button('Resign').click();
    await button('Resign: sure?').waitFor();
    await back();
    await button('Resign').waitFor();
    expect([table.game.result, address()]).toEqual([null, game]);

    await table.sitDown({ game: 'boop', position: '6/6/xx1xo1/6/6/6 x 4,1,7,0', ...twoPeople });
    game = address();
    await table.click('c4');
    await expect.poll(() => table.status()).toContain('choose a marked cell');
    await back();
    await expect.poll(() => table.status()).toBe('Orange to move');
    await expect.poll(address).toBe(game);
    await table.play('c4', 'a4');
    await expect.poll(address).toBe(game);
  });

  it('Back from a new game leads to the one before, and nothing leads into one unasked', async () => {
    await button('More').click();
    await button('New game').click();
    await button('Play').waitFor();
    await back();
    await expect.poll(() => table.status()).toBe('Black to move');
    await expect.poll(address).toBe(game);
    await button('More').click();
    await button('New game').click();
    await button('Play').waitFor();
    await table.page.reload();
    await button('Play').waitFor();
    await table.page.goto(house.server.url);
    await button('Play Ataxx').waitFor();
    await table.page.locator('.my-games a').first().click();
    await expect.poll(() => table.status()).toBe('Black to move');
  });

  it('what a dialog leads to lies over the game, not over the dialog', async () => {
    await table.page.keyboard.press('r');
    await isOpen('Ataxx').toBe(1);
    await dialog('Ataxx').getByRole('button', { name: 'Play both sides' }).click();
    await dialog('Ataxx').getByRole('link', { name: 'Analyse' }).click();
    await table.page.locator('.analysis .browse').waitFor();
    await expect.poll(address).toMatch(/^#analyse/);
    await back();
    await expect.poll(() => table.status()).toBe('Black to move');
    await isOpen('Ataxx').toBe(0);
  });
});

describe('over the analysis', () => {
  it('Back leaves a tool and keeps what was done with it open', async () => {
    await table.page.goto(`${house.server.url}${writeAddress({ game: 'ataxx', moves: 'a2 a7-a5', at: '2' })}`);
    await button('Review').click();
    await table.page.locator('.review').waitFor();
    await table.page.keyboard.press('Home');
    await table.click('g6');
    await expect.poll(() => table.page.locator('.tree [aria-current]').innerText()).toContain('g6');
    await back();
    await expect.poll(() => table.page.locator('.review').count()).toBe(0);
    expect(await table.page.locator('.tree [aria-current]').innerText()).toContain('g6');
    await expect.poll(address).toContain('g6');
    for (const tool of ['Set up', 'Draw']) {
      await button(tool).click();
      await expect.poll(() => button(tool).getAttribute('aria-pressed')).toBe('true');
      await back();
      await expect.poll(() => button(tool).getAttribute('aria-pressed')).toBe('false');
      await expect.poll(address).toContain('g6');
    }
  });

  it('what was done just before the rules were opened is there after them', async () => {
    await table.page.goto(`${house.server.url}${writeAddress({ game: 'ataxx' })}`);
    await table.click('a2');
    await expect.poll(() => table.page.locator('.tree [aria-current]').innerText()).toBe('1.a2');
    await table.page.keyboard.press('r');
    await isOpen('Ataxx').toBe(1);
    await back();
    await isOpen('Ataxx').toBe(0);
    await expect.poll(address).toBe(writeAddress({ game: 'ataxx', moves: 'a2', at: '1' }));
    await expect.poll(() => table.page.locator('.tree [aria-current]').innerText()).toBe('1.a2');
  });
});

it('a link to the rules shows them over the form, to which Back leads', async () => {
  await table.page.goto('about:blank');
  await table.page.goto(`${house.server.url}?rules=boop`);
  await isOpen('Boop').toBe(1);
  await back();
  await isOpen('Boop').toBe(0);
  await button('Play Boop').waitFor();
  expect(table.page.url()).toBe(house.server.url);
});

it('half a move on a board in the rules leaves the one under them alone', async () => {
  await table.sitDown({ game: 'boop', position: '6/6/xx1xo1/6/6/6 x 4,1,7,0', ...twoPeople });
  await table.click('c4');
  await table.page.keyboard.press('r');
  await isOpen('Boop').toBe(1);
  await back();
  await isOpen('Boop').toBe(0);
  await expect.poll(() => table.status()).toContain('choose a marked cell');
  await table.play('a4');
  expect(table.game.history).toHaveLength(1);
});

describe('the form of a new game', () => {
  const variant = () => table.page.getByLabel('Variant', { exact: true }).inputValue();
  const clock = () => table.page.locator('.clock-choice select');

  it.each(['Analyse', 'Puzzles'])('is on Back from %s as it was left, and begins anew after a game', async (screen) => {
    await table.visitHome('ataxx');
    await table.page.getByLabel('Variant', { exact: true }).fill('hexxagon:size=4,misere');
    await clock().selectOption({ label: '10 min + 5 s' });
    await table.page.locator('.seat select').first().selectOption('level 5');
    await table.page.locator('.begin').getByText(screen, { exact: true }).click();
    await table.page.locator('main.analysis .browse, main.puzzle .task').first().waitFor();
    await back();
    await button('Play').waitFor();
    expect(await variant()).toBe('hexxagon:size=4,misere');
    expect(await clock().locator('option:checked').innerText()).toBe('10 min + 5 s');
    expect(await table.page.locator('.seat select').first().inputValue()).toBe('level 5');
    await table.page.locator('.seat select').first().selectOption('person');
    await button('Play').click();
    await table.page.locator('.status').waitFor();
    await table.page.keyboard.press('n');
    await button('Play').waitFor();
    await table.page.getByLabel('Variant', { exact: true }).fill('hexxagon');
    await table.page.getByRole('link', { name: 'Back to the game' }).click();
    await table.page.locator('.status').waitFor();
    await table.page.keyboard.press('n');
    await button('Play').waitFor();
    expect(await variant()).toBe('hexxagon:size=4,misere');
  });
});
