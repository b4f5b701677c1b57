import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pack } from '../src/pack.ts';
import { writeBook } from '../src/studies/book.ts';
import { studyTexts } from '../src/studies/texts.ts';
import { texts } from '../src/texts.ts';
import { expectFits, House, program, Table, violations } from './harness.ts';

const house = new House();

const button = (name: string | RegExp, on: Table) => on.page.getByRole('button', { name, exact: true });
const chapters = (on: Table) => on.page.locator('nav li a');
const current = (on: Table) => on.page.locator('nav [aria-current]');
const movesShown = (on: Table) => on.page.locator('.tree-moves button').allInnerTexts();
const title = (on: Table) => on.page.locator('main h2').first().innerText();
const status = (on: Table) => on.page.locator('.status').innerText();

/** Opens an address of the page, as by a link. */
async function open(on: Table, place: string): Promise<void> {
  await on.page.goto('about:blank');
  await on.page.goto(`${house.server.url}${place}`);
}

/** What stands on the analysis board becomes a chapter. */
async function add(on: Table, code: 'en' | 'it', { study, chapter, alone = false }: { study?: string; chapter: string; alone?: boolean }): Promise<void> {
  const t = studyTexts[code];
  await on.page.getByText(code === 'en' ? 'Add to a study' : 'Aggiungi a uno studio', { exact: true }).click();
  if (study !== undefined) await on.page.getByLabel(t.studyTitle).fill(study);
  await on.page.getByLabel(t.chapterTitle).fill(chapter);
  if (alone) await on.page.getByText(t.position, { exact: true }).click();
  await button(t.add, on).click();
  await on.page.getByRole('link', { name: t.toStudy }).waitFor();
}

/** A study of two chapters, as one makes it; its second chapter is open. */
async function make(on: Table, code: 'en' | 'it'): Promise<void> {
  const position = 'o5x/7/7/7/7/7/x5o_x_0_1';
  await open(on, `#analyse?game=ataxx&position=${position}&moves={Look_at_the_corners.}_a2_{near}_(b2)_a7-a5`);
  await add(on, code, { study: 'Corners', chapter: 'First' });
  await open(on, '#analyse?game=boop&moves=c3_d4_{Here_it_is.}&at=2');
  await add(on, code, { chapter: 'Second', alone: true });
  await on.page.getByRole('link', { name: studyTexts[code].toStudy }).click();
  await expect.poll(() => current(on).innerText()).toBe('Second');
}

describe.each([['en', 'en-GB', 'light'], ['it', 'it-IT', 'dark']] as const)('in %s', (code, locale, colorScheme) => {
  const t = studyTexts[code];
  let table: Table;
  let friend: Table;
  let link: string;
  beforeAll(async () => {
    table = await house.table({ locale, colorScheme, reducedMotion: 'reduce' });
    friend = await house.table({ locale, colorScheme, reducedMotion: 'reduce', viewport: { width: 320, height: 568 } });
  });
  afterAll(async () => {
    await table.close();
    await friend.close();
    expect([...table.complaints, ...friend.complaints]).toEqual([]);
  });

  it('a study is made of analyses and changed, and what is changed stays', async () => {
    await make(table, code);
    await expect.poll(() => table.page.locator('.says').innerText()).toBe('Here it is.');
    await expect.poll(() => movesShown(table)).toEqual([]);
    await table.page.locator('.cell.open').first().waitFor();
    await table.click('a1');
    await expect.poll(() => movesShown(table)).toEqual(['1.a1']);
    await table.page.keyboard.press(',');
    await expect.poll(() => table.page.locator('.says').innerText()).toBe('Look at the corners.');
    await expect.poll(() => movesShown(table)).toEqual(['1.a2', '1.b2', '1...a7-a5']);
    await table.page.keyboard.press('.');
    await expect.poll(() => movesShown(table)).toEqual(['1.a1']);

    await table.page.getByText(t.change, { exact: true }).click();
    await table.page.getByLabel(t.studyTitle).fill('Corners & cats');
    await table.page.getByLabel(t.chapterTitle).fill('Cats');
    await button(t.moveUp, table).click();
    await expect.poll(() => chapters(table).allInnerTexts()).toEqual(['Cats', 'First']);
    await expect.poll(() => new URL(table.page.url()).hash).toMatch(/^#study\/\w+$/);
    expect(await violations(table)).toEqual([]);
    await table.page.reload();
    await expect.poll(() => table.page.locator('header .title').innerText()).toBe('Corners & cats');
    await expect.poll(() => movesShown(table)).toEqual(['1.a1']);
    await expect.poll(() => current(table).innerText()).toBe('Cats');
    await expectFits(table);
  });

  it('its address holds it all, for somebody who reads it, plays on and takes a copy', async () => {
    await table.page.getByText(t.shareStudy, { exact: true }).click();
    const field = table.page.getByLabel(t.link, { exact: true });
    await expect.poll(() => field.inputValue()).toMatch(/\/position\?game=boop&position=[^#]*#study=[\w-]+$/);
    link = await field.inputValue();
    expect(await (await fetch(link)).text()).toContain('content="A position of Boop · Tavoliere"');

    await friend.page.goto(link);
    await expect.poll(() => chapters(friend).allInnerTexts()).toEqual(['Cats', 'First']);
    await expect.poll(() => movesShown(friend)).toEqual(['1.a1']);
    await expectFits(friend);
    expect(await violations(friend)).toEqual([]);
    expect(await friend.page.locator('textarea').count()).toBe(0);
    await button(t.nextChapter, friend).click();
    await expect.poll(() => current(friend).innerText()).toBe('First');
    await expect.poll(() => friend.page.locator('.says').innerText()).toBe('Look at the corners.');
    await friend.page.keyboard.press('ArrowRight');
    await expect.poll(() => friend.page.locator('.says').innerText()).toBe('near');
    await friend.page.goBack();
    await expect.poll(() => current(friend).innerText()).toBe('Cats');

    await button(t.copy, friend).click();
    await expect.poll(() => new URL(friend.page.url()).hash).toMatch(/^#study\/\w+$/);
    await friend.page.getByText(t.change, { exact: true }).click();
    await expectFits(friend);
    await button(t.removeChapter, friend).click();
    await friend.page.locator('button.danger[aria-disabled=false]').click();
    await expect.poll(() => title(friend)).toBe('First');
    await expect.poll(() => movesShown(friend)).toHaveLength(3);
    await button(code === 'en' ? 'Against the engine' : 'Contro il motore', friend).click();
    await friend.page.locator('.moves [data-ply]').or(friend.page.locator('.seat')).first().waitFor();
    await friend.page.goBack();
    await expect.poll(() => movesShown(friend)).toHaveLength(3);
    await friend.page.getByRole('link', { name: t.mine }).click();
    await friend.page.getByRole('heading', { name: t.mine }).waitFor();
    await expectFits(friend);
    expect(await violations(friend)).toEqual([]);
    await friend.page.getByRole('link', { name: /^Corners & cats/ }).click();
    await expect.poll(() => title(friend)).toBe('First');
    await friend.page.getByText(t.change, { exact: true }).click();
    await button(t.removeStudy, friend).click();
    await friend.page.locator('button.danger[aria-disabled=false]').click();
    await expect.poll(() => friend.page.locator('main').innerText()).toContain(t.none);
    await friend.page.goto(house.server.url);
    await friend.page.getByText(texts[code].chooseGame).first().waitFor();
  });

  it('it is a file that the program reads, and that is opened again', async () => {
    const [saved] = await Promise.all([table.page.waitForEvent('download'), button(t.save, table).click()]);
    const path = await saved.path();
    expect(saved.suggestedFilename()).toBe('study.tgn');
    const games = execFileSync(program, ['convert', path, '--to', 'jsonl'], { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
    expect(games).toHaveLength(2);
    expect(readFileSync(path, 'utf8')).toContain('[Chapter "Cats"]');
    await open(friend, '#study');
    await friend.page.getByLabel(t.openFile).setInputFiles({ name: 'mine.tgn', mimeType: 'text/plain', buffer: readFileSync(path) });
    await expect.poll(() => chapters(friend).allInnerTexts()).toEqual(['Cats', 'First']);
    await expect.poll(() => friend.page.locator('header .title').innerText()).toBe('Corners & cats');
    await open(friend, '#study');
    await friend.page.getByLabel(t.openFile).setInputFiles({ name: 'x.tgn', mimeType: 'text/plain', buffer: Buffer.from('%tgn 1\n[Game "ataxx"]\n\na2 ) *\n') });
    await expect.poll(() => friend.page.getByRole('alert').innerText()).toBe(`${t.badFile} chapter 1: moves: ) closes what was not opened`);
  });

  it('a link that is damaged, or of nobody here, is one sentence', async () => {
    for (const [place, sentence] of [[link.slice(link.indexOf('#'), -20), t.badLink], [`#study=${'A'.repeat(17_000)}`, t.badLink], ['#study=%20', t.badLink], ['#study/nobody', t.notHere]] as const) {
      await open(friend, place);
      await expect.poll(() => friend.page.getByRole('alert').allInnerTexts()).toEqual([sentence]);
    }
    expect(await violations(friend)).toEqual([]);
  });
});

it.each([[1280, 800], [360, 740]])('the moves stay where they are, whatever is said of them, and its title is whole, at %i x %i', async (width, height) => {
  const table = await house.table({ viewport: { width, height }, reducedMotion: 'reduce' });
  const moves = `{${'There is much to be said of this position. '.repeat(30)}} a2 {Too soon.} a7-a5`;
  const text = writeBook({ title: 'Three ways to lose a corner', chapters: [{ title: 'One', game: 'ataxx', moves }, { title: 'Two', game: 'boop' }] });
  await open(table, `#study=${await pack(text)}`);
  const next = button('Next move', table);
  await expect.poll(() => table.page.locator('.says').innerText()).toContain('much to be said');
  const before = (await next.boundingBox())!;
  expect(before.y + before.height).toBeLessThanOrEqual(height);
  await next.click();
  await expect.poll(() => table.page.locator('.says').innerText()).toBe('Too soon.');
  expect(await next.boundingBox()).toEqual(before);
  expect(await table.page.locator('header .title').evaluate((it) => [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight])).toEqual([0, 0]);
  await table.close();
});

it('two tabs show the same study, and neither undoes what the other did', async () => {
  const table = await house.table({ reducedMotion: 'reduce' });
  await make(table, 'en');
  const place = new URL(table.page.url()).hash;
  const other = await table.page.context().newPage();
  await other.goto(`${house.server.url}${place}`);
  await other.getByText('Change the study').click();
  await other.getByLabel('Title of the chapter').fill('By the other');
  await other.keyboard.press('Tab');
  await expect.poll(() => current(table).innerText()).toBe('By the other');
  await table.page.locator('.cell.open').first().waitFor();
  await table.click('a1');
  await expect.poll(() => other.locator('.tree-moves button').allInnerTexts()).toEqual(['1.a1']);
  await expect.poll(() => other.locator('nav [aria-current]').innerText()).toBe('By the other');
  await table.close();
});

it('what somebody wrote is text wherever it is shown', async () => {
  const table = await house.table({ reducedMotion: 'reduce' });
  const text = `"><img src=x onerror="window.caught=1"> ' onfocus='window.caught=1' autofocus='`;
  await open(table, `#analyse?game=ataxx&moves=${encodeURIComponent(`{${text}} a2 {${text}}`)}`);
  await add(table, 'en', { study: text, chapter: text });
  await table.page.getByRole('link', { name: 'Open the study' }).click();
  await expect.poll(() => table.page.locator('.says').innerText()).toBe(text.replaceAll('_', ' '));
  await expect.poll(() => title(table)).toBe(text);
  await expect.poll(() => table.page.locator('header .title').innerText()).toBe(text);
  await table.page.keyboard.press('ArrowRight');
  await expect.poll(() => status(table)).toBe('White to move');
  const harmless = async () => {
    expect(await table.page.locator(':is(main, header) :is([src="x"], [onerror], [onfocus])').count()).toBe(0);
    expect(await table.page.evaluate(() => 'caught' in window)).toBe(false);
  };
  await harmless();
  await table.page.getByRole('link', { name: 'My studies' }).click();
  await expect.poll(() => table.page.locator('main li').innerText()).toContain(text);
  await harmless();
  await table.visit();
  await expect.poll(() => table.page.getByRole('link', { name: /My studies/ }).innerText()).toContain(text);
  await harmless();
  // What a link's chapters name may be anything.
  await table.page.evaluate((spoilt) => {
    localStorage.setItem('tavoliere.studies', JSON.stringify([{ id: 'spoilt', at: 1 }]));
    localStorage.setItem('tavoliere.study.spoilt', JSON.stringify(`%tgn 1\n[Game "${spoilt.replaceAll('"', '\\"')}"]\n\n*\n`));
  }, text);
  await open(table, '#study/spoilt');
  await expect.poll(() => table.page.getByRole('alert').innerText()).toContain('there is no game');
  await harmless();
  table.complaints.length = 0; // the browser says itself that there is no such board
  await table.close();
});
