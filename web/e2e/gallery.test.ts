/** The first screen and the homes of games: from arriving to a game with one press, by hand, by keyboard and by address. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goneTexts } from '../src/goneTexts.ts';
import { homeTexts } from '../src/parts/texts.ts';
import { texts } from '../src/texts.ts';
import { expectFits, House, twoPeople, Typist, violations, type Table } from './harness.ts';

const house = new House();
const button = (table: Table, name: string) => table.page.getByRole('button', { name, exact: true });
const address = (table: Table) => table.page.url().slice(house.server.url.length);

describe.each(['en', 'it'] as const)('in %s', (language) => {
  const t = texts[language];
  let table: Table;
  beforeEach(async () => {
    table = await house.table({ locale: language === 'en' ? 'en-GB' : 'it-IT', reducedMotion: 'reduce' });
    await table.visit();
  });
  afterEach(async () => {
    await table.close();
    expect(table.complaints).toEqual([]);
  });

  it('shows nine games as boards, in sentences of its language', async () => {
    const cards = table.page.locator('main.gallery li:has(h3)');
    await expect.poll(() => cards.count()).toBe(9);
    const drawn = () => cards.locator('img').evaluateAll((all) => all.filter((each) => (each as HTMLImageElement).naturalWidth > 0).length);
    await expect.poll(drawn).toBe(9);
    for (const words of await cards.locator('.words p, .story').allInnerTexts()) {
      expect(words).toMatch(/\S/);
      if (language === 'it') expect(words).not.toMatch(/\b(the|and|your|with)\b/);
    }
    for (const length of await cards.locator('.help').allInnerTexts()) expect(length).toMatch(/^\d+(–\d+)? min$/);
    expect(await violations(table)).toEqual([]);
  });

  it('begins a game with one press, which Back leaves and "my games" leads back to', async () => {
    await button(table, t.playGame('Boop')).click();
    await table.page.locator('.status').waitFor();
    await table.settled();
    expect([table.game.game, table.game.x, table.game.o]).toEqual(['boop', { kind: 'person' }, { kind: 'engine', level: 1 }]);
    await table.play('c3');
    await table.page.goBack();
    const mine = table.page.locator('.my-games a');
    await expect.poll(() => mine.innerText()).toContain('Boop');
    expect(await mine.innerText()).toContain(t.level(1));
    expect(await mine.innerText()).toContain(t.yourTurn);
    await mine.locator('img').waitFor();
    expect(await violations(table)).toEqual([]);
    await mine.click();
    await expect.poll(() => table.page.locator('.moves [data-ply]').count()).toBe(2);
  });

  it('follows how strong one is, and says so', async () => {
    await table.page.evaluate(() => localStorage.setItem('tavoliere.rating.clobber', '{"value":730,"doubt":100}'));
    await button(table, t.playGame('Clobber')).click();
    await table.page.locator('.status').waitFor();
    await table.settled();
    expect(table.game.o).toEqual({ kind: 'engine', level: 2 });
    await house.server.ask('resign', { key: table.game.key, player: 'x' });
    await expect.poll(() => table.page.locator('.hinted').innerText()).toMatch(/\d+ ± \d+/);
    expect(await table.page.locator('.hinted').innerText()).toContain(t.rating.easier(1));
    await button(table, t.rematch).click();
    await expect.poll(() => table.game.x).toEqual({ kind: 'engine', level: 1 });
    await table.page.goto(house.server.url);
    await button(table, t.playGame('Clobber')).click();
    await table.page.locator('.status').waitFor();
    await table.settled();
    expect(table.game.o).toEqual({ kind: 'engine', level: 1 });
  });

  it('offers an engine of one’s strength first, and one that was chosen is kept', async () => {
    await table.page.evaluate(() => localStorage.setItem('tavoliere.rating.boop', '{"value":1100,"doubt":100}'));
    await table.chooseGame('Boop');
    const other = table.page.locator('.seat select').nth(1);
    expect(await other.inputValue()).toBe('equal');
    expect(await other.locator('option:checked').innerText()).toBe(homeTexts[language].equal(3));
    expect(await violations(table)).toEqual([]);
    await button(table, t.start).click();
    await table.page.locator('.status').waitFor();
    await table.settled();
    expect([table.game.x, table.game.o]).toEqual([{ kind: 'person' }, { kind: 'engine', level: 3 }]);
    await table.visitHome('ataxx:misere');
    expect(await other.inputValue()).toBe('equal');
    await other.selectOption('level 5');
    await button(table, t.start).click();
    await table.page.locator('.status').waitFor();
    await expect.poll(() => table.game.o).toEqual({ kind: 'engine', level: 5 });
    await table.visitHome('boop');
    expect(await other.inputValue()).toBe('level 5');
  });

  it('has a puzzle for the day', async () => {
    await table.page.locator('.today img').waitFor();
    await table.page.getByText(t.puzzleOfTheDay).click();
    await table.page.locator('.puzzle .task').waitFor();
    expect(address(table)).toMatch(/^#puzzles\/\w+\/\w+$/);
    await table.page.goBack();
    await button(table, t.playGame('Boop')).waitFor();
  });

  it('leads to a home for each game and variant, each a step of the history', async () => {
    await table.chooseGame('Ataxx');
    expect(address(table)).toBe('ataxx');
    await table.page.getByRole('heading', { name: language === 'en' ? 'What is known' : 'Che cosa si sa' }).waitFor();
    await table.page.getByRole('link', { name: language === 'en' ? 'Misère' : 'A perdere', exact: true }).click();
    await expect.poll(() => address(table)).toBe('ataxx/misere');
    await table.page.reload();
    await button(table, t.start).waitFor();
    expect(await table.page.getByLabel(t.variant, { exact: true }).inputValue()).toBe('ataxx:misere');
    await table.page.locator('.known summary').click();
    expect(await violations(table)).toEqual([]);
    await table.page.goBack();
    await expect.poll(() => address(table)).toBe('ataxx');
    await table.page.goBack();
    await button(table, t.playGame('Boop')).waitFor();
    expect(address(table)).toBe('');
  });

  it('is walked through by keyboard alone', async () => {
    const typist = new Typist(table);
    let tabs = 0;
    const play = button(table, t.playGame('Ataxx'));
    while (!(await play.evaluate((it) => it === document.activeElement)) && tabs < 20) {
      await table.page.keyboard.press('Tab');
      tabs++;
    }
    expect(tabs).toBeLessThanOrEqual(5);
    await table.page.keyboard.press('Enter');
    await table.page.locator('.status').waitFor();
    await table.settled();
    await typist.stayOn('ataxx');
    await typist.press('a1');
    await typist.press('a2');
    await table.settled(1);
    expect(table.game.history[0]!.text).toBe('a2');
    await table.page.keyboard.press('n');
    await button(table, t.start).waitFor();
    expect(address(table)).toBe('ataxx');
    await typist.tabTo(table.page.getByRole('link', { name: `← ${t.allGames}` }));
    await table.page.keyboard.press('Enter');
    await play.waitFor();
  });
});

describe('an address', () => {
  let table: Table;
  house.tableForEach({ reducedMotion: 'reduce' }, (fresh) => (table = fresh));

  it.each([['#/ataxx/misere', 'ataxx/misere'], ['ataxx/misere', 'ataxx/misere'], ['ataxx/size=5x5,blocks=c3', 'ataxx/size=5x5,blocks=c3'], ['thomas', 'thomas']])(
    '%s is a home', async (old, now) => {
      await table.page.goto(house.server.url + old);
      await button(table, 'Play').waitFor();
      await expect.poll(() => table.page.locator('[data-cell]').count()).toBeGreaterThan(20);
      expect(address(table)).toBe(now);
    });

  it('has a title, a sentence and a picture for others to show', async () => {
    await table.page.goto(`${house.server.url}hexxagon/misere`);
    const tag = (name: string) => table.page.locator(`meta[property="og:${name}"]`).getAttribute('content');
    expect(await tag('title')).toBe('Hexxagon: Misère · Tavoliere');
    expect(await tag('description')).toContain('hexagons');
    const picture = await fetch(new URL((await tag('image'))!, house.server.url));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('of a variant that there is not says so, and leads on', async () => {
    await table.page.goto(`${house.server.url}ataxx/size=99x99`);
    await table.page.getByRole('alert').waitFor();
    await table.page.getByRole('link', { name: '← All games' }).click();
    await button(table, 'Play Ataxx').waitFor();
    table.complaints.length = 0; // the browser tells of what the server refuses
  });
});

describe.each(['en', 'it'] as const)('an address at which there is nothing, in %s', (language) => {
  const t = texts[language];
  let table: Table;
  house.tableForEach({ locale: language === 'en' ? 'en-GB' : 'it-IT', reducedMotion: 'reduce' }, (fresh) => (table = fresh));
  const title = () => table.page.getByRole('heading', { name: homeTexts[language].nowhere });

  it.each(['gammes', 'game/xyz', 'ataxx/a/b', 'assets/zzz.js', '#/gammes'])('%s says so, and leads on', async (path) => {
    const answer = await table.page.goto(house.server.url + path);
    expect(answer!.status()).toBe(path.startsWith('#') ? 200 : 404);
    await title().waitFor();
    expect(await table.page.locator('.board-host, .setup-form').count()).toBe(0);
    expect(await violations(table)).toEqual([]);
    await expectFits(table);
    await table.page.getByRole('link', { name: 'Boop', exact: true }).click();
    await button(table, t.start).waitFor();
    expect([address(table), await title().count()]).toEqual(['boop', 0]);
    // However often one comes back to it.
    for (let round = 0; round < 2; round++) {
      await table.page.goBack();
      await title().waitFor();
      expect(await table.page.locator('.board-host, .setup-form').count()).toBe(0);
      await table.page.goForward();
      await button(table, t.start).waitFor();
      expect([address(table), await table.page.getByLabel(t.variant, { exact: true }).inputValue()]).toEqual(['boop', 'boop']);
    }
    await table.page.goBack();
    await title().waitFor();
    await table.page.getByRole('main').getByRole('link', { name: t.allGames, exact: true }).click();
    await button(table, t.playGame('Ataxx')).waitFor();
    expect(address(table)).toBe('');
    expect(table.complaints.splice(0).filter((each) => !each.includes('404'))).toEqual([]); // the browser tells of it, too
  });
});

describe('my games', () => {
  let table: Table;
  house.tableForEach({ reducedMotion: 'reduce' }, (fresh) => (table = fresh));

  it.each([['the gallery', ''], ['an address at which there is nothing', '/gammes']])('are left alone by the keys of the table at %s', async (_, path) => {
    await table.sitDown({ game: 'ataxx', ...twoPeople });
    await table.play('a1', 'a2');
    const { version } = table.game;
    await table.page.evaluate(() => {
      const { lastSocket } = window as unknown as { lastSocket: WebSocket };
      const send = lastSocket.send.bind(lastSocket);
      const asked: string[] = [];
      Object.assign(window, { asked });
      lastSocket.send = (text) => {
        asked.push(String(text));
        send(text);
      };
    });
    await table.page.evaluate((to) => {
      history.pushState(null, '', to || '/');
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await table.page.locator('.board-host').waitFor({ state: 'detached' });
    for (const key of ['u', 'h', 'p', 'r', 'f', 'a', 'ArrowLeft']) await table.page.keyboard.press(key);
    expect(await table.answered()).toBe(true);
    const asked = await table.page.evaluate(() => (window as unknown as { asked: string[] }).asked);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((text) => /"t":"(undo|hint|move)"/.test(text))).toEqual([]);
    expect([table.game.version, await table.page.getByRole('dialog').count(), address(table)]).toEqual([version, 0, path.slice(1)]);
  });

  it('has one no more that was opened in vain', async () => {
    for (const game of ['ataxx', 'boop']) await table.sitDown({ game, ...twoPeople });
    await table.page.goto('about:blank');
    await table.page.goto(house.server.url);
    const mine = table.page.locator('.my-games a');
    await expect.poll(() => mine.count()).toBe(2);
    // What is opened is another game by now, which the server does not have.
    await table.page.evaluate(() => {
      const { lastSocket } = window as unknown as { lastSocket: WebSocket };
      const send = lastSocket.send.bind(lastSocket);
      lastSocket.send = (text) => send(String(text).replace(/("t":"open".*"key":")[^"]*/, '$1nothing'));
    });
    await mine.filter({ hasText: 'Boop' }).click();
    await table.page.getByText(goneTexts.en.removed).waitFor();
    await expect.poll(() => mine.allInnerTexts()).toEqual([expect.stringContaining('Ataxx')]);
  });
});

describe('a home', () => {
  let table: Table;
  house.tableForEach({ reducedMotion: 'reduce' }, (fresh) => (table = fresh));
  const variant = () => table.page.getByLabel('Variant', { exact: true }).inputValue();

  it('keeps what was typed, though no game is called so', async () => {
    await table.visitHome('ataxx');
    await table.page.getByLabel('Variant', { exact: true }).fill('atax');
    await expect.poll(() => address(table)).toBe('atax');
    await button(table, 'Analyse').click();
    await expect.poll(() => address(table)).toMatch(/^#analyse/);
    await table.page.goBack();
    await expect.poll(variant).toBe('atax');
    await table.page.getByRole('alert').waitFor();
    table.complaints.length = 0; // the browser tells of what the server refuses
  });

  it('has blocked cells set on the board, by hand and by keyboard', async () => {
    await table.visitHome('ataxx');
    await table.page.getByText('Options').click();
    await button(table, 'Set them on the board').click();
    await table.click('c3');
    await expect.poll(variant).toBe('ataxx:blocks=c3');
    await expect.poll(() => table.words('c3')).toContain('blocked');
    await table.cell('e5').focus();
    await table.page.keyboard.press('Enter');
    await expect.poll(variant).toBe('ataxx:blocks=c3+e5');
    await expect.poll(() => table.words('e5')).toContain('blocked');
    await table.click('c3');
    await expect.poll(variant).toBe('ataxx:blocks=e5');
    await expect.poll(() => address(table)).toBe('ataxx/blocks=e5');
    await button(table, 'Play').click();
    await table.page.locator('.status').waitFor();
    await table.settled();
    expect(table.game.game).toBe('ataxx:blocks=e5');
    await table.play('a2');
  });

  it('says the names of cells that are no squares, under the pointer and the keyboard', async () => {
    const said = table.page.locator('.cell-name');
    await table.visitHome('penntagon');
    await table.cell('c3l').hover();
    await expect.poll(() => said.innerText()).toBe('c3l');
    await table.cell('b2r').focus();
    await expect.poll(() => said.innerText()).toBe('b2r');
    await table.visitHome('ataxx');
    await table.cell('c3').hover();
    expect(await said.count()).toBe(0);
  });
});
