import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { directions, moveFocus, type Focus } from '../src/board/focus.ts';
import type { Geometry } from '../src/board/index.ts';
import { generator, House, Table, twoPeople } from './harness.ts';

const house = new House();

/** Hands on the keyboard only. */
class Typist {
  private focus: Focus | undefined;
  private geometry: Geometry | undefined;

  constructor(private readonly table: Table) {}

  async tabTo(target: Locator): Promise<void> {
    for (let tabs = 0; tabs < 60; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.table.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target}`);
  }

  async chooseGame(title: string): Promise<void> {
    await this.tabTo(this.table.page.locator('input[name=game]:checked'));
    const chosen = this.table.page.getByRole('radio', { name: title, exact: true });
    for (let tries = 0; tries < 12 && !(await chosen.isChecked()); tries++) await this.table.page.keyboard.press('ArrowRight');
    for (const seat of await this.table.page.locator('.seat select').all()) {
      await this.tabTo(seat);
      await this.table.page.keyboard.press('Home');
    }
    await this.tabTo(this.table.page.getByRole('button', { name: 'Play', exact: true }));
    await this.table.page.keyboard.press('Enter');
    await this.table.page.locator('.status').waitFor();
    await this.table.settled();
  }

  async enterBoard(): Promise<void> {
    const { page, game } = this.table;
    const entry = page.locator('[data-cell][tabindex="0"]');
    await this.tabTo(entry);
    this.focus = { cell: (await entry.getAttribute('data-cell'))! };
    this.geometry = await page.evaluate((variant) => fetch(`api/board?game=${variant}`).then((answer) => answer.json()), game.game);
  }

  async press(cell: string): Promise<void> {
    for (const key of this.route(cell)) {
      await this.table.page.keyboard.press(key);
      this.focus = moveFocus(this.geometry!.cells, this.focus!, key);
    }
    expect(await this.table.page.evaluate(() => (document.activeElement as SVGElement).dataset.cell)).toBe(cell);
    await this.table.page.keyboard.press('Enter');
  }

  /** The fewest arrow keys from here to a cell. */
  private route(target: string): string[] {
    const queue: { focus: Focus; keys: string[] }[] = [{ focus: this.focus!, keys: [] }];
    const seen = new Set<string>();
    for (const { focus, keys } of queue) {
      if (focus.cell === target) return keys;
      if (seen.has(JSON.stringify(focus))) continue;
      seen.add(JSON.stringify(focus));
      for (const key of Object.keys(directions)) {
        queue.push({ focus: moveFocus(this.geometry!.cells, focus, key), keys: [...keys, key] });
      }
    }
    throw new Error(`arrow keys do not reach ${target}`);
  }
}

describe('plays by keyboard only', () => {
  it.each(['Ataxx', 'Hexxagon', 'Penntagon'])('%s', async (title) => {
    const table = await house.table();
    const typist = new Typist(table);
    await table.visit();
    await typist.chooseGame(title);
    await typist.enterBoard();
    for (let ply = 0; ply < 6; ply++) {
      const { moves, version } = table.game;
      const move = ply % 2 === 0 ? moves[0]! : moves.at(-1)!;
      for (const cell of move.path) await typist.press(cell);
      await table.settled(version);
      expect(table.game.history.at(-1)!.text).toBe(move.text);
    }
    await table.shoot(`keyboard-${title.toLowerCase()}`);
    expect(table.complaints).toEqual([]);
    await table.close();
  });
});

/** Squares, hexagons and pentagons, to the end, by what is focused and what is said alone. */
describe.each([
  { locale: 'en-GB', says: /^(\w+): (\S+)\./, over: /wins|Draw/ },
  { locale: 'it-IT', says: /^(\w+): (\S+)\./, over: /Vince|Patta/ },
])('a whole game in $locale', ({ locale, says, over }) => {
  it.each(['ataxx:size=4x4', 'hexxagon:size=3', 'penntagon'])('%s', async (game) => {
    const table = await house.table({ locale });
    const typist = new Typist(table);
    await table.sitDown({ game, ...twoPeople });
    await typist.enterBoard();
    const random = generator(5);
    const heard = () => table.page.locator('aside [aria-live=polite]').first().innerText();
    while (!table.game.result) {
      const { moves, version } = table.game;
      // Growing ends a game sooner than jumping.
      const short = moves.filter(({ path }) => path.length < 2);
      const among = short.length > 0 && random() < 0.9 ? short : moves;
      const move = among[Math.floor(random() * among.length)]!;
      if (move.path.length === 0) await table.page.keyboard.press('p');
      for (const cell of move.path) await typist.press(cell);
      await table.settled(version);
      const text = table.game.history.at(-1)!.text;
      if (!table.game.result) await expect.poll(async () => says.exec(await heard())?.[2]).toBe(text);
    }
    await expect.poll(heard).toMatch(over);
    expect(table.complaints).toEqual([]);
    await table.close();
  });
});

it('plays turns of several clicks', async () => {
  const table = await house.table();
  const typist = new Typist(table);
  await table.sitDown({ game: 'blocco', position: '5x/5o/1X4/1x4/1x4/xo4/1Xxxx1 x', ...twoPeople });
  await typist.enterBoard();
  for (const cell of ['a2', 'b2']) await typist.press(cell);
  expect(await table.words('b2')).toContain('White piece');
  await table.page.keyboard.press('Escape');
  expect(await table.words('b2')).toContain('Black piece');
  for (const cell of ['a2', 'b2', 'd1']) await typist.press(cell);
  await table.settled(1);
  expect(table.game.history[0]!.text).toBe('a2xb2@d1');

  await table.sitDown({ game: 'boop', position: '6/6/6/6/6/6 x 5,3,5,3', ...twoPeople });
  await typist.tabTo(table.hand('@X'));
  await table.page.keyboard.press('Enter');
  await typist.enterBoard();
  await typist.press('c3');
  await table.settled(1);
  expect(table.game.history[0]!.text).toBe('Cc3');
  await table.close();
});

it('takes clicks back with Escape and opens and closes help', async () => {
  const table = await house.table();
  const typist = new Typist(table);
  await table.visit();
  await typist.chooseGame('Ataxx');
  await typist.enterBoard();
  await typist.press('a1');
  expect(await table.words('a1')).toContain('selected');
  await table.page.keyboard.press('Escape');
  expect(await table.words('a1')).not.toContain('selected');
  await table.page.keyboard.press('?');
  await table.page.getByRole('dialog').waitFor();
  await table.shoot('help');
  await table.page.keyboard.press('Escape');
  await table.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await table.close();
});
