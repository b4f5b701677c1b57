import { describe, expect, it } from 'vitest';
import { generator, House, twoPeople, Typist, violations } from './harness.ts';

const house = new House();

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
  await expect.poll(() => table.words('b2')).toContain('White piece');
  await table.page.keyboard.press('Escape');
  await expect.poll(() => table.words('b2')).toContain('Black piece');
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
  await expect.poll(() => table.words('a1')).toContain('selected');
  await table.page.keyboard.press('Escape');
  await expect.poll(() => table.words('a1')).not.toContain('selected');
  await table.page.keyboard.press('?');
  await table.page.getByRole('dialog').waitFor();
  await table.shoot('help');
  await table.page.keyboard.press('Escape');
  await table.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await table.close();
});

it('opens help at its top, where there is too little room for all of it', async () => {
  const table = await house.table({ viewport: { width: 360, height: 640 } });
  const typist = new Typist(table);
  const dialog = table.page.getByRole('dialog');
  await table.visit();
  for (const time of ['first', 'second']) {
    await table.page.getByRole('button', { name: 'Help' }).click();
    await dialog.waitFor();
    expect(await dialog.evaluate((it) => it.scrollHeight > it.clientHeight), time).toBe(true);
    expect(await dialog.evaluate((it) => it.scrollTop), time).toBe(0);
    expect(await dialog.evaluate((it) => document.activeElement === it.querySelector('h2')), time).toBe(true);
    const way = await dialog.getByRole('button', { name: 'Close' }).boundingBox();
    expect(way!.y + way!.height, time).toBeLessThan(640);
    expect(await violations(table), time).toEqual([]);
    await typist.tabTo(dialog.getByRole('checkbox'));
    await typist.tabTo(dialog.getByRole('button', { name: 'Close' }));
    await table.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  await table.close();
});
