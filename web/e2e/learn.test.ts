/** The rules' pictures played on, and the puzzles. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAddress } from '../src/analyse/address.ts';
import { inOrder, levelOf, nameOf, type Puzzle } from '../src/learn/puzzles.ts';
import { learnTexts } from '../src/learn/texts.ts';
import { clicksFor, expectFits, House, Table, twoPeople, Typist, violations } from './harness.ts';

const house = new House();
const texts = { 'en-GB': learnTexts.en, 'it-IT': learnTexts.it };
const locales = ['en-GB', 'it-IT'] as const;

/** A table of its own, closed at the end; the browser must not have complained. */
async function at(table: Promise<Table>, test: (table: Table) => Promise<void>): Promise<void> {
  const opened = await table;
  await test(opened);
  expect(opened.complaints).toEqual([]);
  await opened.close();
}

/** Steps by mouse or by keyboard; the board has the keyboard already. */
async function step(table: Table, typist: Typist | undefined, steps: readonly string[]): Promise<void> {
  for (const each of steps) {
    if (!typist) await table.page.locator(each.startsWith('@') ? `[data-step="${each}"]` : `:is(.try-it, .puzzle) [data-cell="${each}"]`).click();
    else if (!each.startsWith('@')) await typist.press(each);
    else {
      await typist.tabTo(table.hand(each));
      await table.page.keyboard.press('Enter');
      await typist.enterBoard();
    }
  }
}

describe('the rules', () => {
  /** Pictures whose command has moves, and what is clicked for each of these. */
  const pictures = [
    { game: 'ataxx', picture: 'ataxx-after', moves: { a2: ['a2'], 'a7-a5': ['a7', 'a5'], 'a2-a4': ['a2', 'a4'] } },
    { game: 'hexxagon', picture: 'hexxagon-after', moves: { 'd3-d5': ['d3', 'd5'] } },
    { game: 'penntagon', picture: 'penntagon-jump', moves: { 'c3l-d3t': ['c3l', 'd3t'] } },
    { game: 'blocco', picture: 'blocco-after', moves: { 'a2xb2@b3': ['a2', 'b2', 'b3'] } },
  ];

  const figure = (table: Table, picture: string) => table.page.locator(`figure:has(img[src*="${picture}"])`);
  const asks = (table: Table) => table.page.locator('.try-it .asks').innerText();
  const said = (table: Table) => table.page.locator('.try-it .said').innerText();

  async function open(table: Table, game: string, picture: string): Promise<void> {
    await table.page.goto(`${house.server.url}?rules=${game}`);
    await figure(table, picture).getByRole('button').click();
    await table.page.locator('.try-it .cell.open').first().waitFor();
  }

  describe.each(locales)('in %s', (locale) => {
    it.each(pictures)('ask for the moves of $picture, by mouse', ({ game, picture, moves }) =>
      at(house.table({ locale }), async (table) => {
        await open(table, game, picture);
        for (const [move, clicks] of Object.entries(moves)) {
          await expect.poll(() => asks(table)).toContain(move);
          await step(table, undefined, clicks);
          await expect.poll(() => said(table)).toContain(texts[locale].wasIt(move));
        }
        await expect.poll(() => said(table)).toContain(texts[locale].goOn);
      }));

    it.each(pictures)('ask for the moves of $picture, by keyboard', ({ game, picture, moves }) =>
      at(house.table({ locale }), async (table) => {
        const typist = new Typist(table);
        await table.page.goto(`${house.server.url}?rules=${game}`);
        await typist.tabTo(figure(table, picture).getByRole('button'));
        await table.page.keyboard.press('Enter');
        await table.page.locator('.try-it .cell.open').first().waitFor();
        await expect.poll(() => table.page.evaluate(() => document.activeElement!.closest('.try-it [data-cell]') !== null)).toBe(true);
        await typist.stayOn(game);
        for (const [move, clicks] of Object.entries(moves)) {
          await expect.poll(() => asks(table)).toContain(move);
          await step(table, typist, clicks);
          await expect.poll(() => said(table)).toContain(texts[locale].wasIt(move));
          await expect.poll(() => table.page.locator('.try-it [aria-live]').innerText()).toContain(move);
        }
        await typist.tabTo(table.page.getByRole('button', { name: texts[locale].again }));
        await table.page.keyboard.press('Enter');
        await expect.poll(() => asks(table)).toContain(Object.keys(moves)[0]);
      }));
  });

  it('say which move was another, and take it back', () =>
    at(house.table(), async (table) => {
      await open(table, 'hexxagon', 'hexxagon-after');
      await step(table, undefined, ['d3', 'd2']);
      await expect.poll(() => said(table)).toBe('You played d2, not d3-d5.');
      await table.page.getByRole('button', { name: 'Take back' }).click();
      await expect.poll(() => asks(table)).toBe('Black: play d3-d5');
      await step(table, undefined, ['d3', 'd5']);
      await expect.poll(() => asks(table)).toBe('White to move');
      await table.page.getByRole('link', { name: 'Analyse' }).click();
      await table.page.locator('.analysis .browse').waitFor();
      expect(readAddress(new URL(table.page.url()).hash)).toEqual({ game: 'hexxagon', position: '4o/6/3o3/2o1-x2/3-o4/4-3/7/6/o4 x 0 1', moves: 'd3-d5', at: '1' });
      await expect.poll(() => table.page.getByRole('dialog').count()).toBe(0);
    }));

  it('are animated, and not where motion is to be reduced', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await at(house.table({ reducedMotion }), async (table) => {
        await open(table, 'boop', 'boop-after');
        await table.page.evaluate(() => {
          const original = Element.prototype.animate;
          Element.prototype.animate = function (...frames) {
            document.body.dataset.animations = String(Number(document.body.dataset.animations ?? 0) + 1);
            return original.apply(this, frames);
          };
        });
        await step(table, undefined, ['c4']);
        await expect.poll(() => said(table)).toContain('c4');
        expect(await table.page.evaluate(() => Number(document.body.dataset.animations ?? 0)) > 0).toBe(reducedMotion === 'no-preference');
      });
    }
  });

  it('take half a move back by Escape before they close', () =>
    at(house.table(), async (table) => {
      await open(table, 'boop', 'boop-row');
      await step(table, undefined, ['c4']);
      await expect.poll(() => asks(table)).toContain('choose a marked cell');
      await table.page.keyboard.press('Escape');
      await expect.poll(() => asks(table)).toBe('Orange to move');
      await table.page.keyboard.press('Escape');
      await table.page.getByRole('dialog').waitFor({ state: 'hidden' });
    }));

  it('give the picture back, also to paper', () =>
    at(house.table(), async (table) => {
      await open(table, 'boop', 'boop-after');
      const image = figure(table, 'boop-after').locator('img');
      await expect.poll(() => image.isVisible()).toBe(false);
      await table.page.emulateMedia({ media: 'print' });
      expect([await image.isVisible(), await table.page.locator('.try-it').isVisible()]).toEqual([true, false]);
      await table.page.emulateMedia({ media: 'screen' });
      await table.page.getByRole('button', { name: 'Picture', exact: true }).click();
      await expect.poll(() => image.isVisible()).toBe(true);
      await expect.poll(() => table.page.evaluate(() => document.activeElement!.textContent)).toContain('Try it');
    }));

  it('end with a board for both sides, while the game goes on', () =>
    at(house.table({ reducedMotion: 'reduce' }), async (table) => {
      await table.sitDown({ game: 'ataxx', ...twoPeople });
      await table.page.keyboard.press('r');
      await table.page.getByRole('button', { name: 'Play both sides on a board' }).click();
      await step(table, undefined, ['a2']);
      await expect.poll(() => asks(table)).toBe('White to move');
      await step(table, undefined, ['a6']);
      await expect.poll(() => asks(table)).toBe('Black to move');
      await table.page.keyboard.press('Escape');
      await table.page.locator('.try-it').waitFor({ state: 'detached' });
      expect(table.game.history).toEqual([]);
      await table.play('a2');
    }));

  it.each(['light', 'dark'] as const)('fit a phone and are accessible, %s', (colorScheme) =>
    at(house.table({ locale: 'it-IT', colorScheme, viewport: { width: 320, height: 568 }, reducedMotion: 'reduce' }), async (table) => {
      await open(table, 'boop', 'boop-after');
      await step(table, undefined, ['a1']);
      await expect.poll(() => said(table)).toContain('Hai giocato a1');
      await expect.poll(() => table.page.locator('dialog[open]').evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
      await expectFits(table);
      expect(await violations(table)).toEqual([]);
      await table.page.locator('.try-it').scrollIntoViewIfNeeded();
      await table.page.screenshot({ path: resolve(import.meta.dirname, `shots/try-it-phone-${colorScheme}.png`) });
    }));
});

describe('puzzles', () => {
  const folder = resolve(import.meta.dirname, '../../puzzles');
  const games = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => name.replace('.json', ''));
  const puzzlesOf = (game: string) => inOrder(game, (JSON.parse(readFileSync(resolve(folder, `${game}.json`), 'utf8')) as { puzzles: Puzzle[] }).puzzles);

  const status = (table: Table) => table.page.locator('.task .status').innerText();
  const hash = (table: Table) => new URL(table.page.url()).hash;
  const button = (table: Table, name: string) => table.page.getByRole('button', { name, exact: true });
  const addressOf = (puzzle: Puzzle) => `#puzzles/${puzzle.id.split('-')[0]}/${nameOf(puzzle)}`;

  async function open(table: Table, address: string): Promise<void> {
    await table.page.goto('about:blank');
    await table.page.goto(`${house.server.url}${address}`);
    await ready(table);
  }
  const ready = (table: Table) => table.page.locator('.puzzle .cell.open').first().waitFor();

  /** What is clicked for a move after others. */
  async function clicks({ variant, position }: Puzzle, before: readonly string[], text: string): Promise<string[]> {
    const { moves } = await house.server.ask('study', { game: variant, position, moves: before.join(' ') });
    return clicksFor(moves, moves.find((move) => move.text === text)!.path);
  }

  async function solve(table: Table, puzzle: Puzzle, typist?: Typist): Promise<void> {
    for (let found = 0; found < puzzle.find; found++) {
      const before = puzzle.line.slice(0, 2 * found);
      const steps = await clicks(puzzle, before, puzzle.line[2 * found]!);
      await ready(table);
      if (steps.length === 0) await table.page.keyboard.press('p');
      else await step(table, typist, steps);
    }
  }

  it.each(games)('of %s are solved by mouse, remembered, and followed by the next', (game) =>
    at(house.table({ reducedMotion: 'reduce' }), async (table) => {
      const [first, second] = puzzlesOf(game);
      await open(table, `#puzzles/${game}`);
      expect(hash(table)).toBe(addressOf(first!));
      await solve(table, first!);
      await expect.poll(() => status(table)).toMatch(/Solved$/);
      await expect.poll(() => table.page.locator('.puzzle-progress').innerText()).toContain(`1 of ${puzzlesOf(game).length} solved`);
      await button(table, 'Next puzzle').click();
      await expect.poll(() => hash(table)).toBe(addressOf(second!));
      await open(table, `#puzzles/${game}`);
      expect(hash(table)).toBe(addressOf(second!));
      await table.page.locator('.puzzle-list summary').click();
      await expect.poll(() => table.page.getByRole('link', { name: 'Puzzle 1, solved' }).count()).toBe(1);
    }));

  it.each(['clobber', 'hexxagon', 'penntagon', 'blocco'])('of %s are solved by keyboard alone, in Italian', (game) =>
    at(house.table({ locale: 'it-IT', reducedMotion: 'reduce' }), async (table) => {
      const puzzle = puzzlesOf(game).find((each) => each.find > 1) ?? puzzlesOf(game)[0]!;
      const typist = new Typist(table);
      await open(table, addressOf(puzzle));
      await typist.tabTo(table.page.locator('.puzzle [data-cell][tabindex="0"]'));
      await typist.stayOn(puzzle.variant, puzzle.position.split(' ')[1] === 'o');
      await solve(table, puzzle, typist);
      await expect.poll(() => status(table)).toMatch(/Risolto$/);
      const focused = () => table.page.evaluate(() => document.activeElement!.textContent);
      await expect.poll(focused).toBe('Problema successivo');
      await expect.poll(() => table.page.locator('aside > [aria-live]').innerText()).toMatch(/^Risolto\. /);
      await table.page.keyboard.press('Home');
      await table.page.keyboard.press('ArrowRight');
      await expect.poll(() => table.page.locator('.explanation [aria-current]').innerText()).toBe(puzzle.line[0]);
      // What is read aloud must be there before its words change.
      await table.page.locator('aside > [aria-live]').evaluate((region) => (region.id = 'kept'));
      await table.page.keyboard.press('Enter');
      await expect.poll(() => hash(table)).not.toBe(addressOf(puzzle));
      await ready(table);
      await expect.poll(() => table.page.locator('#kept').innerText()).toMatch(/muove|trova/);
      await expect.poll(() => table.page.evaluate(() => document.activeElement!.closest('.puzzle [data-cell]') !== null)).toBe(true);
    }));

  const isTempting = ({ wrong = {}, line }: Puzzle) => Object.values(wrong).some((answer) => answer.length > 1) && line.length > 2;
  const game = games.find((name) => puzzlesOf(name).some(isTempting) && puzzlesOf(name).some((puzzle) => levelOf(puzzle) === 3))!;
  const tempting = puzzlesOf(game).find(isTempting)!;
  const [wrongMove, answer] = Object.entries(tempting.wrong!).find(([, moves]) => moves.length > 1)!;

  it.each(locales)('refute what is wrong, and play it by themselves (%s)', (locale) =>
    at(house.table({ locale }), async (table) => {
      await open(table, addressOf(tempting));
      await step(table, undefined, await clicks(tempting, [], wrongMove));
      await expect.poll(() => status(table)).toContain(texts[locale].wrong[tempting.goal](wrongMove));
      await expect.poll(() => table.page.locator('.explanation li').allInnerTexts()).toEqual([wrongMove, ...answer]);
      const shown = () => table.page.locator('.explanation [aria-current]').innerText();
      await expect.poll(shown).toBe(answer.at(-1));
      await button(table, texts[locale].tryAgain).click();
      await ready(table);
      await expect.poll(() => table.page.locator('.explanation').count()).toBe(0);
      await solve(table, tempting);
      await expect.poll(() => status(table)).toContain(texts[locale].solved);
      await expect.poll(shown).toBe(tempting.line.at(-1));
      await expect.poll(() => table.page.locator('.proof').innerText()).toContain(tempting.proof === 'proved' ? texts[locale].proved : texts[locale].search('').split('  ')[0]);
      await table.page.locator('.why-not button').filter({ hasText: wrongMove }).first().click();
      await expect.poll(() => table.page.locator('.explanation li').first().innerText()).toBe(wrongMove);
    }));

  it('are refuted by the engine where the puzzle does not say how', () =>
    at(house.table({ reducedMotion: 'reduce' }), async (table) => {
      const untold = async (puzzle: Puzzle) => {
        const { variant, position, wrong = {}, line } = puzzle;
        const { moves } = await house.server.ask('study', { game: variant, position });
        const other = moves.find(({ text }) => !(text in wrong) && text !== line[0]);
        // What ends the game at once is not answered.
        const after = other && (await house.server.ask('study', { game: variant, position, moves: other.text }));
        return other && !after?.result ? { puzzle, move: other.text, clicks: clicksFor(moves, other.path) } : undefined;
      };
      const [found] = (await Promise.all(puzzlesOf(game).slice(0, 20).map(untold))).filter((each) => each !== undefined);
      const { puzzle, move, clicks: steps } = found!;
      await open(table, addressOf(puzzle));
      await step(table, undefined, steps);
      await expect.poll(() => status(table)).toContain(move);
      await expect.poll(() => table.page.locator('.explanation li').count()).toBeGreaterThan(1);
      await table.page.keyboard.press('Escape');
      await ready(table);
    }));

  it('help when asked, and count then as solved but not as clean', () =>
    at(house.table({ reducedMotion: 'reduce' }), async (table) => {
      await open(table, addressOf(tempting));
      await table.page.keyboard.press('h');
      await expect.poll(() => table.page.locator('.hinted').innerText()).toMatch(/^It begins here: /);
      await expect.poll(() => table.page.locator('.marks .hint').count()).toBeGreaterThan(0);
      await table.page.keyboard.press('s');
      await expect.poll(() => status(table)).toBe('The solution');
      await table.page.locator(`.explanation [data-ply="${tempting.line.length}"]`).waitFor();
      await table.page.keyboard.press('End');
      await expect.poll(() => table.page.locator('.explanation [aria-current]').innerText()).toBe(tempting.line.at(-1));
      await table.page.keyboard.press('ArrowLeft');
      await expect.poll(() => table.page.locator('.explanation [aria-current]').innerText()).toBe(tempting.line.at(-2));
      await expect.poll(() => table.page.locator('.puzzle-progress').innerText()).toMatch(/^0 of/);
      await table.page.keyboard.press('t');
      await ready(table);
      await expect.poll(() => table.page.locator('.explanation').count()).toBe(0);
      await table.page.keyboard.press('s');
      await expect.poll(() => status(table)).toBe('The solution');
      await table.page.keyboard.press('a');
      await table.page.locator('.analysis .browse').waitFor();
      expect(readAddress(hash(table))).toMatchObject({ game: tempting.variant, position: tempting.position, moves: tempting.line.join(' ') });
      await table.page.keyboard.press('z');
      await ready(table);
    }));

  it('are reached from the set-up screen, from a game and by its key, and left for them', () =>
    at(house.table(), async (table) => {
      await table.visitHome(game);
      await table.page.getByRole('link', { name: 'Puzzles' }).click();
      await ready(table);
      await table.page.keyboard.press('z');
      await table.page.locator('.puzzle-games a').first().waitFor();
      await expect.poll(() => table.page.locator('.puzzle-games a').count()).toBe(games.length);
      await button(table, 'New game').click();
      await button(table, 'Play Ataxx').waitFor();
      await table.sitDown({ game, ...twoPeople });
      await table.page.keyboard.press('z');
      await ready(table);
      await table.page.keyboard.press('?');
      await expect.poll(() => table.page.getByRole('dialog').innerText()).toContain('try again');
      await table.page.keyboard.press('Escape');
      await table.page.getByRole('link', { name: 'Back to the game' }).click();
      await table.page.locator('.seats').waitFor();
      await button(table, 'More').click();
      await table.page.getByRole('link', { name: 'Puzzles' }).click();
      await ready(table);
      await table.page.keyboard.press('r');
      await table.page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    }));

  it('are of one difficulty where that is chosen', () =>
    at(house.table({ reducedMotion: 'reduce' }), async (table) => {
      const puzzles = puzzlesOf(game);
      await open(table, `#puzzles/${game}`);
      await table.page.locator('.puzzle-list summary').click();
      await table.page.locator('.puzzle-list .chip').filter({ has: table.page.getByRole('img', { name: 'Difficulty 3 of 5' }) }).click();
      const third = puzzles.filter((puzzle) => levelOf(puzzle) === 3);
      await expect.poll(() => table.page.locator('.puzzle-list li').count()).toBe(third.length);
      await table.page.keyboard.press('n');
      await expect.poll(() => hash(table)).toBe(addressOf(third[0]!));
      await expect.poll(() => table.page.locator('.rating').innerText()).toContain(`look ${third[0]!.depth} turns ahead`);
    }));

  /** Clobber under the name of a game that was only just added. */
  async function addGame(table: Table): Promise<void> {
    const rename = (text: string) => text.replaceAll('"clobber"', '"tris"').replaceAll('"Clobber"', '"Tris"');
    await table.page.route(/api\/(games|board\?game=tris)$/, async (route) => {
      const answer = await route.fetch({ url: route.request().url().replace('tris', 'clobber') });
      await route.fulfill({ response: answer, body: rename(await answer.text()) });
    });
    await table.page.routeWebSocket(/api\/play/, (socket) => {
      socket.connectToServer().onMessage((message) => socket.send(rename(String(message))));
    });
  }

  it('are not offered in a game that has none', () =>
    at(house.table(), async (table) => {
      const offered = () => table.page.getByRole('link', { name: 'Puzzles' }).count();
      await addGame(table);
      await table.visitHome('ataxx');
      await expect.poll(offered).toBe(1);
      await table.page.getByRole('link', { name: '← All games' }).click();
      await table.chooseGame('Tris');
      await expect.poll(offered).toBe(0);
      const { key } = await house.server.create({ game: 'clobber', ...twoPeople });
      await table.page.goto(`${house.server.url}#${key}`);
      await table.page.locator('.seats').waitFor();
      await expect.poll(() => table.page.locator('h1').innerText()).toContain('Tris');
      await button(table, 'More').click();
      await button(table, 'New game').waitFor();
      expect(await offered()).toBe(0);
      await table.page.keyboard.press('z');
      await table.page.locator('.puzzle-games a').first().waitFor();
      expect(hash(table)).toBe('#puzzles');
      await table.page.goto(`${house.server.url}#puzzles/tris`);
      await expect.poll(() => table.page.getByRole('alert').innerText()).toBe('There are no puzzles of Tris.');
      await table.page.locator('.puzzle-games a').first().waitFor();
    }));

  it.each([
    ['#puzzles/chess', 'There are no puzzles of chess.'], [`#puzzles/${game}/abcdef`, 'There is no such puzzle.'], ['#puzzles/a/b/c', 'There is no such puzzle.'],
  ])('say what is wrong with %s', (address, why) =>
    at(house.table(), async (table) => {
      await table.page.goto(`${house.server.url}${address}`);
      await expect.poll(() => table.page.getByRole('alert').innerText()).toBe(why);
      await table.page.locator('.puzzle-games a').first().waitFor();
    }));

  const looks = [
    { name: 'desktop-light', locale: 'en-GB', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
    { name: 'desktop-dark', locale: 'it-IT', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
    { name: 'phone-light', locale: 'it-IT', colorScheme: 'light', viewport: { width: 320, height: 568 } },
    { name: 'phone-dark', locale: 'en-GB', colorScheme: 'dark', viewport: { width: 320, height: 568 } },
    { name: 'phone-lying', locale: 'it-IT', colorScheme: 'light', viewport: { width: 667, height: 375 } },
  ] as const;

  it.each(looks)('fit and are accessible: $name', ({ name, ...look }) =>
    at(house.table({ ...look, reducedMotion: 'reduce' }), async (table) => {
      const check = async (what: string) => {
        await expectFits(table);
        expect(await violations(table)).toEqual([]);
        await table.shoot(`puzzles-${what}-${name}`);
      };
      await table.page.goto(`${house.server.url}#puzzles`);
      await table.page.locator('.puzzle-games progress').first().waitFor();
      await check('games');
      await open(table, addressOf(tempting));
      await check('ask');
      await step(table, undefined, await clicks(tempting, [], wrongMove));
      await table.page.locator('.explanation').waitFor();
      await check('wrong');
      await table.page.keyboard.press('t');
      await ready(table);
      await solve(table, tempting);
      await table.page.locator('.proof').waitFor();
      await table.page.locator('.puzzle-list summary').click();
      await check('solved');
    }));
});
