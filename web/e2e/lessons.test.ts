/** The path of lessons, and one's own mistakes that are asked again. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lessonKinds } from '../src/learn/lessonKinds.ts';
import { learnTexts } from '../src/learn/texts.ts';
import type { Players } from '../src/protocol.ts';
import { clicksFor, expectFits, House, Table, Typist, violations } from './harness.ts';

const house = new House();

interface Lesson {
  variant: string;
  position: string;
  right: string[];
  line: string[];
}
const lessonsOf = (game: string): Lesson[] => JSON.parse(readFileSync(resolve(import.meta.dirname, `../../lessons/${game}.json`), 'utf8')).lessons;

const status = (table: Table) => table.page.locator('aside .status').innerText();
const hash = (table: Table) => new URL(table.page.url()).hash;
const ready = (table: Table) => table.page.locator('.puzzle .cell.open').first().waitFor();
const button = (table: Table, name: string) => table.page.getByRole('button', { name, exact: true });

/** What is clicked for a move. */
async function clicks({ variant, position }: Pick<Lesson, 'variant' | 'position'>, text: string): Promise<string[]> {
  const { moves } = await house.server.ask('study', { game: variant, position });
  return clicksFor(moves, moves.find((move) => move.text === text)!.path);
}

describe.each([
  { locale: 'en-GB', game: 'ataxx', title: 'Ataxx', t: learnTexts.en, colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { locale: 'it-IT', game: 'blocco', title: 'Blocco', t: learnTexts.it, colorScheme: 'dark', viewport: { width: 320, height: 568 } },
] as const)('the lessons of $game', ({ game, title, t, ...look }) => {
  let table: Table;
  house.tableForEach({ ...look, reducedMotion: 'reduce' }, (opened) => (table = opened));

  it('are done by keyboard alone, one after the other, from the home of the game and back', async () => {
    const { page } = table;
    const typist = new Typist(table);
    await table.visitHome(game);
    await typist.tabTo(page.getByRole('link', { name: `${t.lesson(1)} ${t.about.aim}` }));
    await page.keyboard.press('Enter');
    for (const [i, lesson] of lessonsOf(game).entries()) {
      await expect.poll(() => hash(table)).toBe(`#learn/${game}/${lessonKinds[i]}`);
      await ready(table);
      if (i === 0) await typist.tabTo(page.locator('.puzzle [data-cell][tabindex="0"]'));
      await expect.poll(() => page.evaluate(() => document.activeElement!.closest('.puzzle [data-cell]') !== null)).toBe(true);
      // What is asked is seen with the board.
      await expect.poll(async () => page.locator('.status').evaluate((status) => status.getBoundingClientRect().bottom - innerHeight)).toBeLessThanOrEqual(0);
      if (i === 1) {
        await expectFits(table);
        expect(await violations(table)).toEqual([]);
        await table.shoot(`lesson-ask-${game}`);
      }
      await typist.stayOn(lesson.variant, lesson.position.split(' ')[1] === 'o');
      for (const cell of await clicks(lesson, lesson.right.at(-1)!)) await typist.press(cell);
      await expect.poll(() => status(table)).toContain(t.wasIt(lesson.right.at(-1)!));
      await expect.poll(() => page.evaluate(() => document.activeElement!.textContent)).toBe(i < 4 ? t.nextLesson : t.playNow(title));
      if (i === 4) {
        await expectFits(table);
        expect(await violations(table)).toEqual([]);
        await table.shoot(`lesson-done-${game}`);
      }
      await page.keyboard.press('Enter');
    }
    await page.getByRole('link', { name: `${t.lesson(5)} ${t.about.plan} (${t.isDone})` }).waitFor();
    expect(await violations(table)).toEqual([]);
    await expectFits(table);
    // What was done is not asked first again.
    await page.goto('about:blank');
    await page.goto(`${house.server.url}#learn/${game}`);
    await expect.poll(() => hash(table)).toBe(`#learn/${game}/aim`);
  });
});

describe('a lesson', () => {
  let table: Table;
  house.tableForEach({ reducedMotion: 'reduce' }, (opened) => (table = opened));

  it('answers what is wrong, and shows how it goes on', async () => {
    const [, tactic] = lessonsOf('clobber');
    await table.page.goto(`${house.server.url}#learn/clobber/tactic`);
    await ready(table);
    await table.click(...(await clicks(tactic!, 'a6xb6')));
    await expect.poll(() => status(table)).toContain(learnTexts.en.wrong.win('a6xb6'));
    await table.page.keyboard.press('t');
    await ready(table);
    await table.page.keyboard.press('s');
    await expect.poll(() => status(table)).toBe(learnTexts.en.shown);
    await table.page.getByRole('link', { name: 'Lesson 2: Tactic', exact: true }).waitFor();
    await expect.poll(() => table.page.locator('.explanation li').allInnerTexts()).toEqual(tactic!.line);
    await table.page.keyboard.press('n');
    await expect.poll(() => hash(table)).toBe('#learn/clobber/defence');
  });

  it.each([['#learn/clobber/chess', learnTexts.en.noLesson], ['#learn/chess', learnTexts.en.noLesson], ['#learn/%22%3E', learnTexts.en.noLesson]])('is missed at %s', async (address, why) => {
    await table.page.goto(house.server.url + address);
    await expect.poll(() => table.page.getByRole('alert').innerText()).toBe(why);
  });
});

describe('one’s own mistakes', () => {
  let table: Table;
  house.tableForEach({ locale: 'it-IT', reducedMotion: 'reduce' }, (opened) => (table = opened));
  const t = learnTexts.it;
  const players: Players = { x: { kind: 'person' }, o: { kind: 'engine', seconds: 0.05 } };

  it('come from a review, are asked, and asked again on another day', async () => {
    const { page } = table;
    const [, { variant, position, line }] = lessonsOf('clobber') as [Lesson, Lesson];
    await table.sitDown({ game: variant, position, ...players });
    await table.play(...(await clicks({ variant, position }, 'c6xb6')));
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Rivedi', exact: true }).click();
    await page.locator('.review select').selectOption('quick');
    await button(table, 'Rivedi la partita').click();
    await page.getByText('Una delle tue mosse ti sarà chiesta di nuovo.').waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'I tuoi errori' }).click();
    await ready(table);
    expect(hash(table)).toMatch(/^#puzzles\/mine\/[0-9a-f]{8}$/);
    await expect.poll(() => page.locator('aside .hinted').innerText()).toBe(t.played('c6xb6'));
    expect(await violations(table)).toEqual([]);
    await expectFits(table);
    await table.shoot('mistake-ask');
    await table.click(...(await clicks({ variant, position }, line[0]!)));
    await expect.poll(() => status(table)).toMatch(new RegExp(`${t.solved}$`));
    await expect.poll(() => page.locator('aside').innerText()).toContain(t.left(0, 1));

    await table.visit();
    await page.getByRole('link', { name: /Il problema del giorno/ }).waitFor();
    const waiting = page.getByRole('link', { name: t.mistakes });
    await page.clock.setFixedTime(Date.now() + 86_400_000);
    await page.goto('about:blank');
    await table.visit();
    await waiting.waitFor();
    await table.shoot('gallery-mistakes');
    expect(await violations(table)).toEqual([]);
    await waiting.click();
    await ready(table);
    await page.keyboard.press('s');
    await expect.poll(() => status(table)).toBe(t.shown);
    await page.keyboard.press('z');
    await expect.poll(() => page.locator('.own').innerText()).toContain(t.notDue);
  });
});
