/** What the browser remembers may be anything: the page is there all the same. */
import { describe, expect, it } from 'vitest';
import { writeAddress } from '../src/analyse/address.ts';
import { House, type Table, twoPeople } from './harness.ts';

const house = new House();

/** A visit to every screen that remembers something, each of which must be there. */
async function visitAll(table: Table): Promise<void> {
  const { page } = table;
  await page.goto('about:blank');
  await page.goto(house.server.url);
  await page.locator('.today img').waitFor();
  await page.goto(`${house.server.url}ataxx`);
  await page.locator('.board-host [data-cell]').first().waitFor();
  await page.locator('.seat select, input[name=seat]').first().waitFor();
  await page.goto(`${house.server.url}${writeAddress({ game: 'ataxx', moves: 'a2 f7' })}`);
  await page.locator('.analysis .browse').waitFor();
  await page.locator('.analysis .toolbar button').first().click();
  await page.locator('.lines select').first().waitFor();
  await page.goto(`${house.server.url}#puzzles/clobber`);
  await page.locator('.puzzle .task').waitFor();
}

/** Notes which names are read. */
function noteNames() {
  const names = new Set<string>();
  const { getItem } = Storage.prototype;
  Storage.prototype.getItem = function (name: string) {
    if (!name.endsWith('.names')) {
      const before = getItem.call(localStorage, 'tavoliere.names');
      for (const each of before ? (JSON.parse(before) as string[]) : []) names.add(each);
      names.add(name);
      localStorage.setItem('tavoliere.names', JSON.stringify([...names]));
    }
    return getItem.call(this, name);
  };
}

/** What a value may be where another was expected; some have the right shape but for one thing. */
const wrong = [
  'null', '{', '', 'undefined', '"de"', '"__proto__"', '"constructor"', '7', '-1', '1e400', '1.5', 'true', '[]', '[null]', '[[]]', '{}',
  '{"x":{"kind":"person"}}', '{"x":{"kind":"engine","level":99},"o":{"kind":"dog"}}', '{"seconds":"300"}', '{"days":0}',
  '[{"number":1}]', '[{"game":"ataxx","moves":["a2","f7"],"number":1}]', '{"effort":"steady","judged":[["w"],[3],7]}',
  '{"effort":"toString","judged":[["1","1:x","a2"]]}', JSON.stringify('k'.repeat(6000)), JSON.stringify(Array(60).fill('€'.repeat(99))),
];

describe('what is remembered', () => {
  it('may have any shape, of every name that is read', async () => {
    const table = await house.table({ reducedMotion: 'reduce' });
    const { page } = table;
    // With a game that is remembered, and what comes with it.
    await page.addInitScript(noteNames);
    await table.sitDown({ game: 'ataxx', ...twoPeople });
    await visitAll(table);
    await page.evaluate(() => localStorage.setItem('tavoliere.reviews', '[{"game":"ataxx","moves":["a2","f7"],"number":1}]'));
    await page.evaluate(() => localStorage.setItem('tavoliere.review.1', '{"effort":"steady","judged":[["1","1:1","a2"]]}'));
    await visitAll(table);
    const kept = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    const names = JSON.parse(kept['tavoliere.names']!) as string[];
    expect(names.length).toBeGreaterThan(14);
    expect(names).toEqual(expect.arrayContaining(['tavoliere.language', 'tavoliere.choices', 'tavoliere.review.1', 'tavoliere.puzzles.solved']));
    for (const value of wrong) {
      // All at once: each of them alone would do.
      await page.evaluate(([all, text]) => {
        for (const name of all) localStorage.setItem(name, text);
      }, [names, value] as const);
      await visitAll(table);
      expect(table.complaints, value).toEqual([]);
    }
    await table.close();
  });

  it.each([
    ['cannot be read', () => Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('no', 'SecurityError'); } })],
    ['is not there', () => Object.defineProperty(window, 'localStorage', { value: null })],
    ['has no room', () => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }],
  ])('%s: the page goes without', async (_, spoil) => {
    const table = await house.table({ reducedMotion: 'reduce' });
    await table.page.addInitScript(spoil);
    await visitAll(table);
    await table.sitDown({ game: 'ataxx', ...twoPeople });
    await table.play('a2');
    expect(table.complaints).toEqual([]);
    await table.close();
  });

  it('is kept as far as it is right', async () => {
    const table = await house.table({ reducedMotion: 'reduce' });
    const { page } = table;
    await table.sitDown({ game: 'ataxx', ...twoPeople });
    const { key } = table.game;
    await page.evaluate((own) => {
      localStorage.setItem('tavoliere.games', JSON.stringify([7, null, own, own, 'k'.repeat(5000)]));
      localStorage.setItem('tavoliere.choices', JSON.stringify({ x: { kind: 'engine', level: 5 }, o: { kind: 'person' } }));
      localStorage.setItem('tavoliere.clock', JSON.stringify({ seconds: 300, increment: 3 }));
      localStorage.setItem('tavoliere.language', '"it"');
    }, key);
    await page.reload();
    await page.locator('.status').waitFor();
    await page.keyboard.press('n');
    await expect.poll(() => page.locator('.seat select').evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value)))
      .toEqual(['level 5', 'person']);
    expect(await page.getByLabel('Orologio').locator('option:checked').innerText()).toContain('5 min');
    await page.getByRole('link', { name: 'Tavoliere', exact: true }).click();
    await expect.poll(() => page.locator('.my-games a').count()).toBe(1);
    await table.close();
  });
});

it('names that every object has are variants of no game, and no invitation', async () => {
  const table = await house.table();
  await table.visitHome('ataxx');
  for (const name of ['constructor', '__proto__', 'toString']) {
    await table.page.getByLabel('Variant', { exact: true }).fill(name);
    await expect.poll(() => table.page.getByRole('alert').innerText()).toMatch(/^variant: there is no game /);
    await table.page.getByLabel('Variant', { exact: true }).fill('ataxx');
    await expect.poll(() => table.page.getByRole('alert').count()).toBe(0);
  }
  table.complaints.length = 0; // the browser tells of what the server refuses
  await table.page.goto(`${house.server.url}#constructor`);
  await expect.poll(() => table.page.getByRole('alert').innerText()).toMatch(/^There is no game at this address/);
  expect(table.complaints).toEqual([]);
  await table.close();
});
