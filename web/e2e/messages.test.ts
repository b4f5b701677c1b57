/** What cannot be sent is said once, and the connection goes on. */
import { beforeEach, describe, expect, it } from 'vitest';
import { writeAddress } from '../src/analyse/address.ts';
import { longestCaption, mostMessageBytes } from '../src/limits.ts';
import { House, Table, twoPeople } from './harness.ts';

const house = new House();
let table: Table;
let sockets: number;
house.tableForEach({ reducedMotion: 'reduce' }, (fresh) => {
  table = fresh;
  sockets = 0;
  table.page.on('websocket', () => sockets++);
});

const button = (name: string) => table.page.getByRole('button', { name, exact: true });
const alert = () => table.page.getByRole('alert');
const tooLong = /^This is too long to be sent: \d+ bytes, where at most 4096 are read\.$/;

const open = async (game: string, more = {}) => {
  await table.page.goto('about:blank');
  await table.page.goto(`${house.server.url}${writeAddress({ game, ...more })}`);
};

/** What was sent has been read over the connection that there is, and none of it has ended that. */
async function expectOpen(opened = 1): Promise<void> {
  expect(await table.answered()).toBe(true);
  expect(sockets).toBe(opened);
}

describe('an import', () => {
  const paste = async (text: string) => {
    await table.page.getByLabel('Paste a record, a list of moves, or a position').fill(text);
    await button('Analyse it').click();
  };

  beforeEach(async () => {
    await open('ataxx');
    await table.page.locator('.analysis .browse').waitFor();
    await table.page.locator('.exchange > summary').click();
  });

  it('of 6,000 letters is an error line, and a good one afterwards is carried out', async () => {
    await paste('a'.repeat(6000));
    await expect.poll(() => alert().innerText()).toMatch(tooLong);
    await table.shoot('import-too-long');
    await expectOpen();
    await paste('a2 g2');
    await expect.poll(() => table.page.locator('.tree-moves button').count()).toBe(2);
    expect(await alert().count()).toBe(0);
    await expectOpen();
  });

  it('of a message near the bound is sent or refused, as the server would', async () => {
    for (const letters of [mostMessageBytes - 200, mostMessageBytes - 100, mostMessageBytes - 40, mostMessageBytes]) {
      await paste('€'.repeat(Math.floor(letters / 3)));
      await expect.poll(() => alert().innerText()).toMatch(letters > mostMessageBytes - 60 ? tooLong : /^(?!This is too long)/);
    }
    await expectOpen();
  });
});

it.each([
  ['position', { position: 'x'.repeat(6000) }],
  ['move', { moves: 'a'.repeat(6000) }],
])('a long address, its %s, is an error line', async (_, more) => {
  await open('ataxx', more);
  await expect.poll(() => alert().first().innerText()).toMatch(tooLong);
  await expectOpen();
});

it("the set-up's text is an error line, and a good one afterwards is taken", async () => {
  await open('ataxx');
  await button('Set up').click();
  const text = table.page.getByLabel('The position as text');
  const before = await text.inputValue();
  await text.fill('x'.repeat(6000));
  await expect.poll(() => alert().innerText()).toMatch(tooLong);
  await expectOpen();
  await text.fill(before);
  await expect.poll(() => alert().count()).toBe(0);
  await expectOpen();
});

it('a key, a variant and a position that are too long are error lines', async () => {
  await table.page.goto(`${house.server.url}#${'k'.repeat(6000)}`);
  await expect.poll(() => alert().innerText()).toMatch(tooLong);
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  await table.page.locator('.position summary').click();
  await table.page.getByLabel('Start from a position').fill('x'.repeat(6000));
  await button('Start from it').click();
  await expect.poll(() => alert().innerText()).toMatch(tooLong);
  await button('More').click();
  await button('New game').click();
  await table.page.getByLabel('Variant', { exact: true }).fill('x'.repeat(6000));
  await button('Play').click();
  // The board of such a variant is refused by HTTP, perhaps a moment later.
  await expect.poll(() => alert().innerText()).toMatch(/^(This is too long to be sent|variant: there is no game)/);
  await expectOpen(2); // the page was opened twice
  table.complaints.length = 0; // the browser tells of the board that is refused by HTTP
});

it("a diagram's caption is cut to what the program takes", async () => {
  await open('ataxx', { marks: '', caption: 'à'.repeat(3000) });
  await expect.poll(() => table.page.getByLabel('Caption').inputValue()).toBe('à'.repeat(longestCaption));
  await expect.poll(() => table.page.locator('.diagram').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expectOpen();
  expect(await alert().count()).toBe(0);
});

it('a diagram that is too long to be asked for is an error line', async () => {
  const cells = [...'abcdefg'].flatMap((column) => [...'1234567'].map((row) => column + row));
  await open('ataxx', { marks: cells.map((cell) => `label:${cell}=😀😀😀`).join(' '), caption: '😀'.repeat(longestCaption) });
  await expect.poll(() => alert().innerText()).toMatch(/^request: the header is longer than 8192 bytes/);
  expect(sockets).toBe(1);
  table.complaints.length = 0;
});
