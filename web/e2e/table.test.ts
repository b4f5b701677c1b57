/** What is beside the board while one plays: the players and tools, what sounds and tells, how it looks, and a game from an analysis. */
import { afterEach, expect, it } from 'vitest';
import { tableTexts } from '../src/table/texts.ts';
import { texts } from '../src/texts.ts';
import { againstEngine, expectFits, House, Table, twoPeople, violations } from './harness.ts';

const house = new House();
let table: Table;

afterEach(async () => {
  await table.close();
  expect(table.complaints).toEqual([]);
});

const button = (name: string, of = table) => of.page.getByRole('button', { name, exact: true });

it.each([['en-GB', 'light'], ['it-IT', 'dark']] as const)('the players, their counts and the tools are in sight on a phone (%s)', async (locale, colorScheme) => {
  const [t, own] = locale === 'it-IT' ? [texts.it, tableTexts.it] : [texts.en, tableTexts.en];
  table = await house.table({ locale, colorScheme, viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
  await table.sitDown({ game: 'boop', ...againstEngine, clock: { seconds: 300, increment: 3 } });
  for (const what of ['.clock-strip', '.seats', '.bar'])
    await expect.poll(async () => { const box = await table.page.locator(what).boundingBox(); return box!.y + box!.height; }).toBeLessThanOrEqual(740);
  await table.shoot(`table-phone-${colorScheme}`);
  expect(await violations(table)).toEqual([]);
  await button(own.more).click();
  await table.page.getByLabel(own.board, { exact: true }).selectOption('slate');
  await table.page.getByLabel(own.pieces, { exact: true }).selectOption('print');
  await button(tableTexts[t.code].resign).click();
  await button(tableTexts[t.code].resignSure).waitFor();
  await expectFits(table);
  expect(await violations(table)).toEqual([]);
  await table.shoot(`table-more-${colorScheme}`);
  // What was chosen is there from the beginning another time.
  await table.visit();
  await expect.poll(() => table.page.evaluate(() => ({ ...document.documentElement.dataset }))).toEqual({ boards: 'slate', pieces: 'print' });
});

it('the engine’s opinion is shown when it is asked for, and remembered', async () => {
  table = await house.table({ reducedMotion: 'reduce' });
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  expect(await table.page.locator('.evaluation').count()).toBe(0);
  await button(tableTexts.en.more).click();
  await button(tableTexts.en.evaluation).click();
  const opinion = table.page.getByRole('img', { name: /^Black may expect \d+% of the point$/ });
  await opinion.waitFor();
  await table.play('a2');
  await table.page.reload();
  await opinion.waitFor();
  expect(await violations(table)).toEqual([]);
});

it('moves sound, until that is turned off', async () => {
  table = await house.table();
  await table.page.addInitScript(() => {
    const original = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      document.documentElement.dataset.knocks = String(Number(document.documentElement.dataset.knocks ?? 0) + 1);
      return original.call(this);
    };
  });
  const knocks = () => table.page.evaluate(() => Number(document.documentElement.dataset.knocks ?? 0));
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  await table.play('a2');
  await expect.poll(knocks).toBe(1);
  await button(tableTexts.en.sounds).click();
  await table.play('a6');
  await table.play('b1');
  await button(tableTexts.en.sounds).click();
  await table.play('b6');
  await expect.poll(knocks).toBe(2);
});

it('one’s turn is told where the page is out of sight, after one was asked', async () => {
  table = await house.table({ reducedMotion: 'reduce' });
  await table.page.addInitScript(() => {
    const told: string[] = [];
    const page = window as unknown as { away: boolean; told: string[] };
    Object.assign(page, { away: false, told });
    Object.defineProperty(document, 'hidden', { get: () => page.away });
    window.Notification = class {
      static permission = 'default';
      static requestPermission = async () => (this.permission = 'granted');
      constructor(title: string) {
        told.push(title);
      }
    } as unknown as typeof Notification;
  });
  const { key, invite } = await house.server.create({ game: 'ataxx', ...twoPeople, seat: 'x', clock: null });
  const friend = await house.table({ reducedMotion: 'reduce' });
  await table.follow(`${house.server.url}#${key}`);
  await friend.follow(`${house.server.url}#${invite}`);
  await button('Play White', friend).click();
  await expect.poll(() => friend.game.seats).toBe('o');
  const away = (away: boolean) => table.page.evaluate((is) => void ((window as unknown as { away: boolean }).away = is), away);
  const told = () => table.page.evaluate(() => (window as unknown as { told: string[] }).told);
  const answer = async (mine: string, his: string) => {
    const { version } = friend.game;
    await table.play(mine);
    await friend.settled(version);
    await away(true);
    const before = table.game.version;
    await friend.play(his);
    await table.settled(before);
    await away(false);
  };
  await answer('a2', 'a6');
  await button(tableTexts.en.yes).click();
  await button(tableTexts.en.yes).waitFor({ state: 'detached' });
  expect(await told()).toEqual([]);
  await answer('b1', 'b6');
  await expect.poll(told).toEqual(['Your turn']);
  await friend.close();
});

it('a game goes on from a position of an analysis', async () => {
  table = await house.table({ reducedMotion: 'reduce' });
  await table.page.goto(`${house.server.url}#analyse?game=ataxx&moves=a2_a6&at=1`);
  await button('Against the engine').click();
  await table.page.locator('.seats').waitFor();
  await table.settled();
  expect(table.game).toMatchObject({ turn: 'o', o: { kind: 'person' }, x: { kind: 'engine', level: 1 }, history: [] });
  expect(table.game.start.position).toBe('o5x/7/7/7/7/x6/x5o o 0 1');
  await table.page.keyboard.press('a');
  await button('With a friend').click();
  await table.page.getByRole('textbox', { name: texts.en.inviteFriend }).waitFor();
  await expect.poll(() => table.game.seats).toBe('o');
});
