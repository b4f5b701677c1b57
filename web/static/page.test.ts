/** The page that needs no server, from a folder and then from nowhere. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch, Table } from '../e2e/harness.ts';
import { writeHome } from '../src/homes.ts';
import { writeAddress } from '../src/analyse/address.ts';
import type { Puzzle } from '../src/learn/puzzles.ts';
import { Folder } from './harness.ts';
import { triesABrokenLaw, triesACopy, triesALegend, triesAWrongText, triesToCount, Writer } from '../e2e/writing.ts';

let folder: Folder;
let browser: Browser;
let table: Table;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

beforeEach(async () => {
  folder = new Folder();
  await folder.start();
  table = await Table.open(browser, folder);
});
afterEach(async () => {
  await table.close();
  await folder.stop();
});

/** Until the page is kept for when there is no network. */
const kept = () => table.page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** Everything that a network is: the browser's own switch, and the server's end. */
async function takeOff(): Promise<void> {
  await table.page.context().setOffline(true);
  await folder.stop();
}

/** To a variant's home, without loading the page again. */
async function goHome(variant: string): Promise<void> {
  const place = writeHome(variant);
  await table.page.evaluate((to) => void (location.hash = to), place);
  await table.page.locator('form > label.field input.code').waitFor();
  await expect.poll(() => table.page.locator('form > label.field input.code').inputValue()).toBe(variant);
}

/** Begins a game of a variant, the page's person as x against the engine's first level. */
async function begin(variant: string): Promise<void> {
  await goHome(variant);
  const [x, o] = await table.page.locator('.seat select').all();
  await x!.selectOption('person');
  await o!.selectOption('level 1');
  await table.page.locator('.actions .primary').click();
  await table.page.locator('.status').waitFor();
  await table.settled();
}

/** Of a kind that were asked for, each once. */
const asked = (ending: string) => [...new Set(folder.asked)].filter((path) => path.endsWith(ending));

describe('from a folder of any web server', () => {
  it('at most 60 kB of script and 12 kB of worker come at first, and nothing from elsewhere', async () => {
    await table.visit();
    await table.page.waitForLoadState('networkidle');
    const scripts = new Set(await table.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)));
    expect([...scripts].filter((name) => !name.startsWith(folder.url))).toEqual([]);
    // Whatever the chunks are called: all that the page has asked for, not what the service worker keeps for later.
    const page = [...scripts].map((name) => new URL(name).pathname);
    const size = (paths: string[]) => paths.reduce((sum, path) => sum + gzipSync(folder.content(path), { level: 9 }).length, 0);
    const worker = asked('.js').filter((path) => path.includes('/worker-'));
    expect(worker).toHaveLength(1);
    expect(size(worker)).toBeLessThanOrEqual(12_000);
    expect(size(asked('.js').filter((path) => page.includes(path) && !worker.includes(path)))).toBeLessThanOrEqual(60_000);
  });

  it('the explorer has the openings, which come when it is opened', async () => {
    await table.page.goto(`${folder.url}${writeAddress({ game: 'ataxx' })}`);
    await table.page.locator('.analysis .browse').waitFor();
    const files = () => folder.asked.filter((path) => /\/ataxx-[^/]*\.json$/.test(path));
    await table.page.keyboard.press('o');
    const rows = table.page.locator('.explorer tbody tr');
    await expect.poll(() => rows.count()).toBe(5);
    expect(files().length).toBeGreaterThan(0);
    await expect.poll(() => table.page.locator('.explorer code').innerText()).toMatch(/^tavoliere selfplay ataxx /);
    await rows.first().getByRole('button').click();
    await expect.poll(() => table.page.locator('.tree [aria-current]').count()).toBe(1);
    await expect.poll(() => rows.count()).toBe(12);
    await table.page.goto(`${folder.url}${writeAddress({ game: 'ataxx:misere' })}`);
    await expect.poll(() => table.page.locator('.explorer').innerText()).toBe('There are no games to explore here.');
  });

  it('a game is saved as a moving picture, and shown in a page by embed.html', async () => {
    await table.page.goto(`${folder.url}${writeAddress({ game: 'ataxx', moves: 'a2 a6', at: '1' })}`);
    await table.page.locator('.exchange summary').click();
    const save = table.page.getByRole('button', { name: 'Save moving SVG' });
    const [download] = await Promise.all([table.page.waitForEvent('download', { timeout: 20_000 }), save.click()]);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^<svg[^]*<animate /);
    expect(await table.page.getByRole('button', { name: 'Save GIF' }).count()).toBe(0);
    const line = await table.page.getByLabel('Embed in a page (HTML)', { exact: true }).inputValue();
    const address = /src="([^"]*)"/.exec(line)![1]!.replaceAll('&amp;', '&');
    expect(address).toMatch(new RegExp(`^${folder.url}embed\\.html#analyse\\?`));
    await table.page.goto(address);
    await expect.poll(() => table.page.locator('.words').innerText()).toMatch(/a2\.$/);
    await table.page.keyboard.press('ArrowRight');
    await expect.poll(() => table.page.locator('.words').innerText()).toMatch(/a6\.$/);
  });

  it('a study is made, sent and read', async () => {
    await table.page.goto(`${folder.url}#analyse?game=boop&moves={Kittens.}_c3_d4`);
    await table.page.getByText('Add to a study', { exact: true }).click();
    await table.page.getByLabel('Title of the study').fill('Cats');
    await table.page.getByRole('button', { name: 'Add', exact: true }).click();
    await table.page.getByRole('link', { name: 'Open the study' }).click();
    await table.page.getByText('Share', { exact: true }).click();
    const link = table.page.getByLabel('Address of this study', { exact: true });
    await expect.poll(() => link.inputValue()).toMatch(/\/some\/folder\/#study=[\w-]+$/);
    const sent = await link.inputValue();
    await table.page.goto('about:blank');
    await table.page.goto(sent);
    await expect.poll(() => table.page.locator('.says').innerText()).toBe('Kittens.');
    await expect.poll(() => table.page.locator('.tree-moves button').allInnerTexts()).toEqual(['1.c3', 'd4']);
  });

  it('a game is found again by its address, where it was', async () => {
    await table.visit();
    await begin('hexxagon');
    await table.playMove(table.game.moves[0]!);
    const { position, key } = table.game;
    await table.page.reload();
    await table.page.locator('.status').waitFor();
    await table.settled();
    expect([table.game.position, table.game.key, table.game.history.length]).toEqual([position, key, 2]);
    expect(new URL(table.page.url()).hash).toBe(`#${key}`);
  });

  it('offers nothing that takes a server', async () => {
    await table.visitHome('clobber');
    expect(await table.page.locator('input[name=opponent]').count()).toBe(0);
    await begin('clobber');
    await table.page.getByRole('link', { name: 'Tavoliere', exact: true }).click();
    await table.page.locator('.my-games a').first().waitFor({ state: 'attached' });
  });

  it('two at one screen agree a draw', async () => {
    await table.visit();
    await table.startInForm('Boop');
    await table.settled();
    await table.playMove(table.game.moves[0]!);
    for (const words of ['More', 'Agree a draw', 'Draw: sure?']) await table.page.getByRole('button', { name: words, exact: true }).click();
    await expect.poll(() => table.status()).toMatch(/draw/i);
    await table.page.reload();
    await expect.poll(() => table.status()).toMatch(/draw/i);
    expect([table.game.result, table.game.version]).toEqual([{ winner: 'draw', reason: 'agreed' }, 3]);
  });

  it('the engine is offered a draw, and has its say', async () => {
    await table.visit();
    await begin('boop');
    for (const words of ['More', 'Offer a draw']) await table.page.getByRole('button', { name: words, exact: true }).click();
    await expect.poll(() => table.game.offers).toEqual([{ what: 'draw', by: 'x', declined: true }]);
    expect(table.complaints).toEqual([]);
  });

  it('the engine plays with a clock', async () => {
    await table.visitHome('boop');
    await table.page.getByLabel('Clock').selectOption({ index: 1 });
    await begin('boop');
    for (let ply = 0; ply < 4; ply += 2) {
      await table.playMove(table.game.moves[0]!);
      await expect.poll(() => table.game.history.length).toBe(ply + 2);
    }
    const { clock } = table.game;
    expect(clock).toMatchObject({ running: 'x' });
    // A share of it, not all.
    expect(clock!.o).toBeGreaterThan(0);
  });

  it('has clocks for two at one screen', async () => {
    await table.visitHome('ataxx');
    const clock = table.page.getByLabel('Clock');
    await clock.selectOption({ index: 1 });
    for (const seat of await table.page.locator('.seat select').all()) await seat.selectOption('person');
    await table.page.getByRole('button', { name: 'Play', exact: true }).click();
    await table.page.locator('.status').waitFor();
    await table.settled();
    const shown = () => table.page.locator('.seats .clock').allInnerTexts();
    expect(table.game.clock).toMatchObject({ running: null });
    for (let ply = 0; ply < 2; ply++) await table.playMove(table.game.moves[0]!);
    expect(table.game.clock).toMatchObject({ running: 'x' });
    const [x] = await shown();
    await expect.poll(async () => (await shown())[0]).not.toBe(x);
    // The world's clock, and the worker's with it, cannot be turned: what is kept says when it began to run.
    await table.page.evaluate(() => new Promise<void>((done) => {
      const opening = indexedDB.open('tavoliere');
      opening.onsuccess = () => {
        const games = opening.result.transaction('games', 'readwrite').objectStore('games');
        games.openCursor().onsuccess = ({ target }) => {
          const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
          if (!cursor) return done();
          cursor.update({ ...cursor.value, clock: { ...cursor.value.clock, since: Date.now() - 3_600_000 } });
          cursor.continue();
        };
      };
    }));
    await table.page.reload();
    await expect.poll(() => table.status()).toMatch(/White wins.*time/i);
  });

  it('solves what thinking proves', async () => {
    await table.page.goto(`${folder.url}${writeAddress({ game: 'clobber:size=3x4' })}`);
    await table.page.locator('.analysis .browse').waitFor();
    await table.page.keyboard.press('x');
    await expect.poll(() => table.page.locator('.solution').innerText()).toMatch(/^= exact White loses/);
  });

  it('takes back, hints and resigns', async () => {
    await table.visit();
    await begin('clobber');
    await table.playMove(table.game.moves[0]!);
    const { version } = table.game;
    await table.page.keyboard.press('u');
    await table.settled(version);
    expect(table.game.history).toEqual([]);
    await table.page.keyboard.press('h');
    await table.page.locator('.hinted').waitFor();
    for (const words of ['Resign', 'Resign: sure?']) await table.page.getByRole('button', { name: words, exact: true }).click();
    await expect.poll(() => table.status()).toMatch(/resigned/);
    expect(table.complaints).toEqual([]);
  });

  it('what is typed wrongly is answered in one line', async () => {
    await table.visitHome('ataxx');
    const line = table.page.locator('form .error');
    const type = (variant: string) => table.page.locator('form > label.field input.code').fill(variant);
    await type('chess');
    await expect.poll(() => line.innerText()).toMatch(/^variant: there is no game "chess"; there are ataxx, /);
    await type('ataxx:size=99');
    await expect.poll(() => line.innerText()).toMatch(/^variant: ataxx: size: /);
  });

  it('where only the first position is another, it is judged by the same network', async () => {
    await table.close();
    table = await Table.open(browser, folder, { serviceWorkers: 'block' }); // which would ask for every file there is
    await table.visit();
    await begin('hexxagon:aligned');
    await table.playMove(table.game.moves[0]!);
    expect(asked('.net').some((path) => /hexxagon-[^/]*$/.test(path))).toBe(true);
  });

  it('two tabs show the same game', async () => {
    await table.visit();
    await begin('boop');
    const other = await table.page.context().newPage();
    await other.goto(table.page.url());
    await other.locator('.moves, .status').first().waitFor();
    await table.playMove(table.game.moves[0]!);
    await expect.poll(() => other.locator('.moves [data-ply]').count()).toBe(2);
  });
});

describe('in an aeroplane', () => {
  for (const [locale, wins] of [['en-GB', /You (won|lost)|Draw/], ['it-IT', /Hai (vinto|perso)|Patta/]] as const)
    it(`a whole game is played against the engine (${locale})`, async () => {
      await table.close();
      table = await Table.open(browser, folder, { locale });
      await table.visit();
      await kept();
      await takeOff();
      await table.page.reload();
      await table.page.getByRole('button', { name: /^(Play|Gioca)/ }).first().waitFor();
      await begin('ataxx:size=4x4');
      while (!table.game.result) await table.playMove(table.game.moves[0]!);
      await expect.poll(() => table.status()).toMatch(wins);
      expect(table.game.history.some(({ turn }) => turn === 'o')).toBe(true);
      expect(table.complaints).toEqual([]);
      await folder.start(); // afterEach stops it
    });

  it('a game that was never played before has its network', async () => {
    await table.visit();
    await kept();
    await takeOff();
    await table.page.reload();
    await begin('attract');
    await table.playMove(table.game.moves[0]!);
    expect(table.game.history.length).toBe(2);
    const asked = await table.page.evaluate(async () => {
      const names = (await Promise.all((await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()))).flat();
      const network = names.find(({ url }) => /attract-[^/]*\.net$/.test(url))!;
      return (await fetch(network)).ok;
    });
    expect(asked).toBe(true);
    await folder.start();
  });

  it('a game is written, played and sent', async () => {
    await table.visit();
    await kept();
    const friend = await Table.open(browser, folder);
    await friend.visit();
    await friend.page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await friend.page.context().setOffline(true);
    await takeOff();
    const [writer, reader] = [new Writer(table, folder.url), new Writer(friend, folder.url)];
    await triesAWrongText(writer);
    await triesACopy(writer, reader);
    await triesToCount(writer);
    await triesABrokenLaw(writer);
    await triesALegend(writer);
    expect([...table.complaints, ...friend.complaints]).toEqual([]);
    await friend.close();
    await folder.start();
  });

  it('the rules are there with their pictures', async () => {
    await table.visit();
    await kept();
    await takeOff();
    await table.page.reload();
    await goHome('ataxx');
    await table.page.getByRole('button', { name: 'Rules' }).first().click();
    const pictures = table.page.locator('dialog img');
    await expect.poll(() => pictures.count()).toBeGreaterThan(0);
    await expect.poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await folder.start();
  });
});

describe('in an aeroplane, one learns:', () => {
  beforeEach(async () => {
    await table.visit();
    await kept();
    await takeOff();
  });
  afterEach(async () => {
    expect(table.complaints).toEqual([]);
    await folder.start(); // afterEach stops it
  });

  it('the pictures of the rules are played on', async () => {
    await table.page.goto(`${folder.url}?rules=hexxagon`);
    await table.page.locator('figure:has(img[src*="hexxagon-after"])').getByRole('button').click();
    for (const cell of ['d3', 'd5']) await table.page.locator(`.try-it [data-cell="${cell}"]`).click();
    await expect.poll(() => table.page.locator('.try-it .said').innerText()).toMatch(/^That was it: d3-d5\./);
  });

  it('puzzles are solved, also wrongly', async () => {
    const { puzzles } = JSON.parse(readFileSync(join(import.meta.dirname, '../../puzzles/clobber.json'), 'utf8')) as { puzzles: Puzzle[] };
    const { id, line, wrong } = puzzles.find(({ find, wrong = {} }) => find === 1 && Object.keys(wrong).length > 0)!;
    await table.page.goto(`${folder.url}#puzzles/${id.replace('-', '/')}`);
    await table.page.reload();
    const play = async (move: string) => {
      await table.page.locator('.puzzle .cell.open').first().waitFor();
      for (const cell of move.split('x')) await table.cell(cell).click();
    };
    const status = () => table.page.locator('.task .status').innerText();
    const [mistake] = Object.keys(wrong!);
    await play(mistake!);
    await expect.poll(status).toContain(`${mistake} does not win`);
    await table.page.getByRole('button', { name: 'Try again' }).click();
    await play(line[0]!);
    await expect.poll(status).toMatch(/Solved$/);
  });
});

/** The files of the page that are kept. */
const keptFiles = () => table.page.evaluate(async () => {
  const names = await window.caches.keys();
  return (await Promise.all(names.map(async (name) => (await window.caches.open(name)).keys()))).flat().map(({ url }) => url).sort();
});

describe('what the browser throws away', () => {
  it('is asked for to be kept when a game is, once', async () => {
    await table.page.addInitScript(() => {
      const asked = { times: 0 };
      Object.assign(window, { asked });
      navigator.storage.persisted = async () => false;
      navigator.storage.persist = async () => ++asked.times > 0;
    });
    const times = () => table.page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times);
    await table.visit();
    expect(await times()).toBe(0);
    await begin('clobber');
    await expect.poll(times).toBe(1);
    await table.playMove(table.game.moves[0]!);
    await begin('insert');
    expect(await times()).toBe(1);
  });

  it.each(['all of it', 'a part of it'])('comes back while there is a network: %s', async (what) => {
    await table.visit();
    await kept();
    const before = await keptFiles();
    expect(before.length).toBeGreaterThan(20);
    await table.page.evaluate(async (all) => {
      for (const name of await window.caches.keys()) {
        if (all) await window.caches.delete(name);
        else await (await window.caches.open(name)).delete((await (await window.caches.open(name)).keys()).find(({ url }) => url.endsWith('.wasm'))!);
      }
    }, what === 'all of it');
    expect((await keptFiles()).length).toBeLessThan(before.length);
    await table.page.reload();
    await expect.poll(keptFiles).toEqual(before);
    await takeOff();
    await table.page.reload();
    await begin('boop');
    await folder.start(); // afterEach stops it
  });

  it('does not come back from another version', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'tavoliere-'));
    cpSync(folder.root, copy, { recursive: true });
    folder.root = copy;
    await table.visit();
    await kept();
    const [cache] = await table.page.evaluate(() => window.caches.keys());
    const worker = readFileSync(join(copy, 'sw.js'), 'utf8');
    writeFileSync(join(copy, 'sw.js'), worker.replace(/^const version = "\w+"/, 'const version = "other"'));
    writeFileSync(join(copy, 'index.html'), `${readFileSync(join(copy, 'index.html'), 'utf8')}<!-- another -->`);
    await table.page.evaluate((name) => window.caches.delete(name), cache!);
    await table.page.reload();
    const old = () => table.page.evaluate(async (name) => (await (await window.caches.open(name)).keys()).length, cache!);
    await expect.poll(() => table.page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);
    expect(await old()).toBe(0);
    rmSync(copy, { recursive: true });
  });
});

describe('what is kept', () => {
  /** Puts something in the place of the game that is kept. */
  const spoil = (change: object) => table.page.evaluate((changes) => new Promise<void>((done) => {
    const opening = indexedDB.open('tavoliere');
    opening.onsuccess = () => {
      const games = opening.result.transaction('games', 'readwrite').objectStore('games');
      games.openCursor().onsuccess = ({ target }) => {
        const { result: cursor } = target as IDBRequest<IDBCursorWithValue | null>;
        if (!cursor) return;
        cursor.update({ ...cursor.value, ...changes }).onsuccess = () => done();
      };
    };
  }), change);

  it.each<object>([
    { players: 'none' }, { moves: 'a2' }, { moves: [7] }, { version: '1' }, { game: 3 }, { clock: 7 }, { result: {} }, { offers: {} },
  ])('and is no game is none: %j', async (change) => {
    await table.visit();
    await begin('clobber');
    await spoil(change);
    await table.page.reload();
    await expect.poll(() => table.page.getByRole('alert').innerText()).toBe('This game is no longer there.');
    await table.page.locator('.gallery img').first().waitFor();
    await begin('insert');
    expect(table.complaints).toEqual([]);
  });

  it('by an older page is played on', async () => {
    await table.visit();
    await begin('clobber');
    const clock = { control: { seconds: 300, increment: 3 }, x: 300_000, o: 290_000 };
    const { key, game, start } = table.game;
    const moves = [table.game.moves[0]!.text];
    const players = { x: { kind: 'person' }, o: { kind: 'person' } };
    await spoil({ version: 5, moves, players, clock, resigned: null, late: undefined, offers: undefined, result: null });
    await table.page.reload();
    await expect.poll(() => table.game.version).toBe(5);
    expect(table.game).toMatchObject({ key, game, start, ...players, turn: 'o', clock: { ...clock.control, x: 300_000, o: 290_000, running: null } });
    await table.playMove(table.game.moves[0]!);
    expect(table.game.clock).toMatchObject({ running: 'x' });
    expect(table.complaints).toEqual([]);
  });

  it('by another in a database of the same name does no harm: games last as long as the page', async () => {
    // A database of this name that is not ours. Beside a picture alone the browser asks for an icon.
    await table.page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    await table.page.goto(`${folder.url}favicon.svg`);
    await table.page.evaluate(() => new Promise((done) => {
      const opening = indexedDB.open('tavoliere', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('other');
      opening.onsuccess = () => done(opening.result.close());
    }));
    await table.visit();
    await begin('clobber');
    await table.playMove(table.game.moves[0]!);
    expect(table.complaints).toEqual([]);
  });
});

it('what cannot be sent to the worker is an error line, once', async () => {
  await table.visit();
  await begin('clobber');
  await table.page.locator('.position summary').click();
  await table.page.getByLabel('Start from a position').fill('x'.repeat(6000));
  await table.page.getByRole('button', { name: 'Start from it' }).click();
  await expect.poll(() => table.page.getByRole('alert').innerText()).toMatch(/^This is too long to be sent/);
  await table.playMove(table.game.moves[0]!);
  expect(table.complaints).toEqual([]);
});

describe('a new version', () => {
  it('takes the old one\'s place when the page begins the next time', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'tavoliere-'));
    cpSync(folder.root, copy, { recursive: true });
    folder.root = copy;
    await table.visit();
    await kept();
    await begin('insert');
    const { key } = table.game;
    const change = (name: string, from: string | RegExp, to: string) => {
      const path = join(copy, name);
      const text = readFileSync(path, 'utf8');
      expect(text).toMatch(from);
      writeFileSync(path, text.replace(from, to));
    };
    change('index.html', '<meta charset="utf-8" />', '<meta charset="utf-8" /><meta name="made" content="again" />');
    change('sw.js', /^const version = "\w+"/, 'const version = "other"');
    const isNew = () => table.page.locator('meta[name=made]').count();
    await table.page.reload();
    expect(await isNew()).toBe(0);
    await table.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      while (!registration.waiting) await new Promise((wake) => setTimeout(wake, 20));
    });
    await table.page.reload();
    await expect.poll(isNew).toBe(1);
    await expect.poll(() => table.page.evaluate(async () => (await window.caches.keys()).sort())).toEqual(['tavoliere-/some/folder/-other']);
    await table.page.locator('.status').waitFor();
    expect(table.game.key).toBe(key);
    rmSync(copy, { recursive: true });
  });
});
