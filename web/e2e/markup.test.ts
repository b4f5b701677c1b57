import { expect, it } from 'vitest';
import { writeAddress, type Address } from '../src/analyse/address.ts';
import { House, twoPeople, type Table } from './harness.ts';

const house = new House();

/**
 * Texts from outside that would do something if they were taken for more than text: each leaves another place that it might stand in, and
 * where one did, no other would be in its way. An address begins with what it is. Braces end a comment.
 */
const hostile = [
  [
    '"><script>window.caught=1</script>',
    '<img src=x onerror="window.caught=1">',
    `' onfocus='window.caught=1' autofocus='`,
    '</text></svg><svg onload="window.caught=1">]]>',
    '<![CDATA[<b>]]>&lt;i onclick=window.caught=1&gt;',
  ].join(' '),
  'javascript:window.caught=1',
];
const marked = '[src="x"], [onerror], [onfocus], [onload], script:not([src]):not([type]), a[href^="javascript"]';

/** Nothing of the text is an element, and nothing ran. */
async function expectText(table: Table): Promise<void> {
  expect(await table.page.locator(`main :is(${marked}), dialog :is(${marked})`).count()).toBe(0);
  expect(await table.page.evaluate(() => 'caught' in window)).toBe(false);
}

async function show(table: Table, hash: string): Promise<void> {
  await table.page.goto('about:blank');
  await table.page.goto(`${house.server.url}${hash}`);
}

it.each(hostile)('is text wherever it is shown: %s', async (text) => {
  const table = await house.table({ reducedMotion: 'reduce' });
  const analysis = (address: Omit<Address, 'game'>) => show(table, writeAddress({ game: 'ataxx', ...address }));
  const said: string[] = [];
  table.page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.dismiss();
  });

  // A comment, a caption with its picture, a label of three letters.
  await analysis({ moves: `a2 {${text}} a7-a5`, at: '1' });
  await expect.poll(() => table.page.locator('.tree .comment').first().innerText()).toBe(text);
  await expectText(table);
  await analysis({ marks: `label:e5=${text.slice(0, 3).replaceAll(' ', '_')}`, caption: text });
  await expect.poll(() => table.page.locator('.diagram').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  expect(await table.page.getByLabel('Caption').inputValue()).toBe(text);
  await expectText(table);

  // What is no position, game or move is quoted by the line that refuses it; where there is no such place, or mark, the board is shown without.
  const alert = table.page.getByRole('alert').first();
  for (const wrong of [{ position: text }, { game: text }, { moves: text }] as Partial<Address>[]) {
    await show(table, writeAddress({ game: 'ataxx', ...wrong }));
    await expect.poll(() => alert.innerText()).toContain(text.slice(0, 10));
    await expectText(table);
  }
  await analysis({ at: text });
  await expect.poll(() => table.page.url()).toMatch(/#analyse\?game=ataxx$/);
  await expectText(table);
  await analysis({ marks: text });
  await expect.poll(() => table.page.locator('.diagram').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expectText(table);

  // What is no address of anything else.
  const encoded = encodeURIComponent(text);
  for (const hash of [`#${text}`, `#${encoded}`, `#puzzles?game=${encoded}`, `#rules?game=${encoded}`, `#puzzles/${encoded}`, `#learn/${encoded}`, `#study/${encoded}`, `#study=${encoded}`, `#write/${encoded}`, `#write=${encoded}`, `#/ataxx/${encoded}`]) {
    await show(table, hash);
    await alert.waitFor();
    await expectText(table);
  }
  await show(table, `#/${encoded}`);
  await table.page.locator('main.nowhere').waitFor();
  await expectText(table);

  // A record with names, whose tags go back into the record.
  await analysis({});
  await table.page.locator('.analysis .browse').waitFor();
  const record = `%tgn 1\n[Game "ataxx"]\n[X "${text.replaceAll('"', '\\"')}"]\n[Result "*"]\n\n1. a2 {${text}} a7-a5 *\n`;
  await table.page.locator('.exchange').evaluate((each: HTMLDetailsElement) => (each.open = true));
  await table.page.locator('.exchange form textarea').fill(record);
  await table.page.locator('.exchange form button').click();
  await expect.poll(() => table.page.locator('.tree .comment').first().innerText()).toBe(text);
  expect(await table.page.locator('.exchange textarea[readonly]').inputValue()).toContain(text);
  await expectText(table);

  // What the browser remembers, and what somebody who is not the page sends.
  await table.page.evaluate((spoilt) => {
    for (const name of ['games', 'lastGame', 'seats', 'names', 'language', 'colours']) localStorage.setItem(name, JSON.stringify([spoilt]));
  }, text);
  await table.visit();
  await expectText(table);
  await expect(house.server.create({ game: 'ataxx', position: text, ...twoPeople })).rejects.toThrow();
  expect(said).toEqual([]);
  await table.close();
});
