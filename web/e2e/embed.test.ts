/** A position, a game and a puzzle in somebody else's page. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inOrder, nameOf, type Puzzle } from '../src/learn/puzzles.ts';
import { texts } from '../src/texts.ts';
import { expectFits, House, Table, violations } from './harness.ts';

const house = new House();

/** Shows a page of another origin that has nothing but the line; what is in its frame. */
async function inAnotherPage(table: Table, line: string, test: (frame: ReturnType<Table['page']['frameLocator']>) => Promise<void>): Promise<void> {
  const site = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>Mine</title><p>Look:</p>${line}`));
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  try {
    await table.page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    await test(table.page.frameLocator('iframe'));
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

const puzzlesOf = (game: string) =>
  inOrder(game, (JSON.parse(readFileSync(resolve(import.meta.dirname, `../../puzzles/${game}.json`), 'utf8')) as { puzzles: Puzzle[] }).puzzles);

const lineIn = (table: Table, t: (typeof texts)['en']) => table.page.getByLabel(t.embed, { exact: true }).inputValue();

it('a link to a position has a card for others, and leads to all that was there', async () => {
  const table = await house.table();
  await table.page.goto(`${house.server.url}#analyse?game=boop&moves=c3_d4_{near}&at=1`);
  await table.page.locator('.exchange summary').click();
  const link = table.page.getByLabel('Address of this analysis', { exact: true });
  await expect.poll(() => link.inputValue()).toContain('/position?game=boop&position=');
  const sent = await link.inputValue();
  const page = await (await fetch(sent)).text();
  expect(page).toContain('<meta property="og:title" content="A position of Boop · Tavoliere" />');
  const picture = /og:image" content="([^"]*)"/.exec(page)![1]!.replaceAll('&amp;', '&');
  expect((await fetch(new URL(picture, house.server.url))).headers.get('content-type')).toBe('image/png');
  await table.page.goto('about:blank');
  await table.page.goto(sent);
  await expect.poll(() => table.page.locator('.tree-moves button').count()).toBe(2);
  await expect.poll(() => new URL(table.page.url())).toMatchObject({ pathname: '/', search: '' });
  expect(table.complaints).toEqual([]);
  await table.close();
});

describe('what somebody shows in a page', () => {
  let table: Table;
  house.tableForEach({ locale: 'it-IT', colorScheme: 'dark' }, (opened) => (table = opened));
  const t = texts.it;

  it('is a game to be looked through, by the line that the analysis board gives', async () => {
    await table.page.goto(`${house.server.url}#analyse?game=boop&moves=c3_d4_{vicino}_e5&at=2&flipped=on`);
    await table.page.getByText('Condividi e importa').click();
    const line = await lineIn(table, t);
    expect(line).toMatch(/^<iframe src="http[^"]*\/embed\/#analyse\?game=boop&amp;moves=[^"]*" title="Boop" [^>]*><\/iframe>$/);
    await inAnotherPage(table, line, async (frame) => {
      await frame.locator('[data-cell]').first().waitFor();
      await expect.poll(() => frame.locator('.words').innerText()).toMatch(/ d4\. vicino$/);
      await expect.poll(() => frame.locator('.pieces > g').count()).toBe(2);
      await frame.getByRole('button', { name: 'Mossa successiva' }).click();
      await expect.poll(() => frame.locator('.words').innerText()).toMatch(/ e5\.$/);
      await expect.poll(() => frame.locator('.pieces > g').count()).toBe(3);
      await table.page.keyboard.press('Home');
      await expect.poll(() => frame.locator('.pieces > g').count()).toBe(0);
      await frame.getByRole('button', { name: 'Riproduci' }).click();
      await expect.poll(() => frame.locator('.pieces > g').count()).toBe(3);
      expect(await frame.getByRole('link', { name: 'Boop · Tavoliere' }).getAttribute('href')).toMatch(/^\/#analyse\?game=boop&moves=/);
    });
  });

  it('is a puzzle that is solved there, and nothing is kept of it', async () => {
    const puzzle = puzzlesOf('clobber').find(({ find }) => find === 1)!;
    await table.page.goto(`${house.server.url}#puzzles/clobber/${nameOf(puzzle)}`);
    await table.page.getByText('Condividi', { exact: true }).click();
    await inAnotherPage(table, await lineIn(table, t), async (frame) => {
      const [from, to] = puzzle.line[0]!.split('x') as [string, string];
      await frame.locator(`[data-cell="${from}"]`).click();
      await frame.locator(`[data-cell="${to}"]`).click();
      await expect.poll(() => frame.locator('.words').innerText()).toMatch(/^Risolto/);
      await frame.getByRole('button', { name: 'Mossa precedente' }).waitFor();
      await frame.getByRole('button', { name: 'Ricomincia' }).click();
      await frame.getByRole('button', { name: t.hint }).waitFor();
    });
    await table.page.goto(`${house.server.url}#puzzles/clobber/${nameOf(puzzle)}`);
    await expect.poll(() => table.page.locator('.puzzle-progress').innerText()).toMatch(/^0 /);
  });

  it('is another place where its address changes while the first is on its way', async () => {
    const asked: Record<string, (() => void)[]> = { boop: [], ataxx: [] };
    const free = new Set<string>();
    const letGo = (game: string) => {
      free.add(game);
      for (const send of asked[game]!.splice(0)) send();
    };
    const closed = new Set<unknown>();
    await table.page.routeWebSocket(/api\/play/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        const game = ['boop', 'ataxx'].find((name) => message.toString().includes(`"${name}"`));
        if (!game || free.has(game)) server.send(message);
        else asked[game]!.push(() => server.send(message));
      });
      socket.onClose(() => {
        closed.add(socket);
        void server.close();
      });
    });
    await table.page.goto(`${house.server.url}embed/#analyse?game=boop&moves=c3_d4`);
    await expect.poll(() => asked.boop!.length).toBeGreaterThan(0);
    await table.page.evaluate(() => (location.hash = '#analyse?game=ataxx&moves=a2'));
    await expect.poll(() => asked.ataxx!.length).toBeGreaterThan(0);
    letGo('boop');
    await expect.poll(() => closed.size).toBe(1);
    letGo('ataxx');
    await expect.poll(() => table.page.getByRole('link', { name: 'Ataxx · Tavoliere' }).count()).toBe(1);
    await expect.poll(() => table.page.locator('[data-cell]').count()).toBe(49);
    await expect.poll(() => closed.size).toBe(2);
  });

  it('fits its frame, is read aloud and is played by keyboard', async () => {
    await table.page.setViewportSize({ width: 320, height: 420 });
    await table.page.goto(`${house.server.url}embed/#analyse?game=ataxx&position=x5o/7/7/7/7/7/o5x_x&marks=circle:a1&caption=Al_Nero`);
    await expect.poll(() => table.page.locator('.words').innerText()).toMatch(/ Al Nero$/);
    await expectFits(table);
    expect(await violations(table)).toEqual([]);
    const box = (await table.page.locator('.board').boundingBox())!;
    const words = (await table.page.locator('.words').boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(words.y);
    await table.page.goto('about:blank');
    await table.page.goto(`${house.server.url}embed/#puzzles/attract/${nameOf(puzzlesOf('attract')[0]!)}`);
    await table.page.getByRole('button', { name: 'Soluzione' }).click();
    await table.page.getByRole('button', { name: 'Ricomincia' }).waitFor();
    await expectFits(table);
    await table.page.goto('about:blank');
    await table.page.goto(`${house.server.url}embed/#puzzles/clobber/nothing`);
    await table.page.getByRole('alert').waitFor();
    await table.page.goto(`${house.server.url}embed/#abc`);
    await expect.poll(() => table.page.getByRole('alert').innerText()).toBe(t.nothingToShow);
    await table.page.goto(`${house.server.url}embed/#analyse?game=ataxx&moves=zz`);
    await expect.poll(() => table.page.getByRole('alert').innerText()).toContain('zz');
  });
});
