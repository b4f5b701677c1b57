/** The packages as somebody else has them: installed from what `npm pack` made, in a project of their own, without a network. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../e2e/harness.ts';
import { Folder } from '../static/harness.ts';

const web = resolve(import.meta.dirname, '..');
const root = resolve(web, '..');
const project = join(root, 'build/npm/foreign');
const examples = join(root, 'examples/npm');
const environment = { ...process.env, PROGRAM: process.env.TAVOLIERE ?? join(root, 'build/tavoliere'), DATA: join(root, 'tests/data'), NO_COLOR: '1' };

/** Runs what web/ has installed in the project; says what it printed where it fails. */
async function run(name: string, ...args: string[]): Promise<string> {
  const bin = name === 'npm' ? name : join(web, 'node_modules/.bin', name);
  return promisify(execFile)(bin, args, { cwd: project, env: environment, maxBuffer: 1 << 24 }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string; message: string }) => {
      throw new Error(`${error.message}\n${error.stdout}${error.stderr}`);
    },
  );
}

beforeAll(async () => {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  for (const folder of [examples, join(import.meta.dirname, 'foreign')]) cpSync(folder, project, { recursive: true });
  const packages = globSync(join(project, '../*.tgz'));
  expect(packages).toHaveLength(2);
  await run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--no-package-lock', '--no-save', ...packages);
});

it('their version is the program\'s', async () => {
  const { stdout } = await promisify(execFile)(environment.PROGRAM, ['--version']);
  for (const name of ['board', 'engine']) {
    const { version } = JSON.parse(readFileSync(join(project, `node_modules/@tavoliere/${name}/package.json`), 'utf8')) as { version: string };
    expect(stdout).toContain(`tavoliere ${version} `);
  }
});

it.each([['bundler', 'ESNext'], ['nodenext', 'NodeNext']])('their types are right, found as %s finds them', async (resolution, module) => {
  await run('tsc', '-p', '.', '--moduleResolution', resolution, '--module', module);
});

it('the engine plays in Node as the program does', async () => {
  expect(await run('node', '--test', '--test-reporter', 'spec', 'engine.test.js')).toMatch(/^ℹ fail 0$/m);
});

it('a process ends when its game does', async () => {
  expect(await run('node', 'match.js', 'clobber:size=4x4')).toMatch(/^White .*, depth \d+\n.*[xo]: \w+\n$/s);
});

it('the board is imported where there is no document', async () => {
  expect(await run('node', '-e', "import('@tavoliere/board').then((board) => console.log(Object.keys(board).sort().join()))")).toBe('Board,aspect,mountBoard,pieceIcon\n');
});

it('the examples are as short as docs/npm.md says, and as it shows them', () => {
  const page = readFileSync(join(root, 'docs/npm.md'), 'utf8');
  for (const [name, most] of [['board.ts', 20], ['game.ts', 40]] as const) {
    const text = readFileSync(join(examples, name), 'utf8');
    expect(text.trimEnd().split('\n').length, name).toBeLessThanOrEqual(most);
    expect(page, name).toContain(text);
  }
});

/** A page of the project, with what it complained of. */
async function open(browser: Browser, address: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`));
  await page.goto(address);
  return { page, complaints };
}

const says = (page: Page) => page.locator('#says').textContent();

/** Presses what may be pressed until the game is over. */
async function playOut(page: Page): Promise<string> {
  for (let press = 0; press < 200; ++press) {
    await expect.poll(() => says(page)).not.toMatch(/thinking/);
    const said = (await says(page))!;
    if (!said.startsWith('Your move')) return said;
    await page.locator('.cell.open').first().click();
  }
  throw new Error('the game does not end');
}

function builtAndServed(start: () => Promise<string>): void {
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    [browser, url] = await Promise.all([launch(), start()]);
  });
  afterAll(() => browser.close());

  it('a board is played on', async () => {
    const { page, complaints } = await open(browser, `${url}board.html`);
    await page.locator('[data-cell=b2]').click();
    await page.locator('[data-cell=c3]').click();
    await expect.poll(() => page.locator('[data-cell=b2]').getAttribute('aria-label')).toBe('b2, Black');
    await expect.poll(() => page.locator('[data-cell=c3]').getAttribute('aria-label')).toBe('c3, White, last move');
    // board.css has come: the tiles have its colour, and the board is square.
    expect(await page.locator('.tile').first().evaluate((tile) => getComputedStyle(tile).fill)).toBe('rgb(216, 193, 154)');
    const { width, height } = (await page.locator('#board').boundingBox())!;
    expect(Math.round(height)).toBe(Math.round(width));
    expect(complaints).toEqual([]);
  });

  it('a game is played against the engine, to its end', async () => {
    const { page, complaints } = await open(browser, `${url}game.html`);
    expect(await page.evaluate(() => [crossOriginIsolated, typeof SharedArrayBuffer])).toEqual([false, 'undefined']);
    await expect.poll(() => says(page)).toBe('Your move, Black');
    await page.locator('#level').fill('1');
    await page.locator('#variant').selectOption('clobber:size=5x6');
    await expect.poll(() => page.locator('.cell').count()).toBe(30);
    expect(await playOut(page)).toMatch(/^(Black|White) wins$/);
    await page.locator('#back').click();
    await expect.poll(() => says(page)).toMatch(/^Your move/);

    // Taken back while the engine thinks, which says nothing more then; and another game is chosen meanwhile. It thinks for as long as
    // its worker does not come.
    await page.route(/\/worker[^/]*\.js/, () => {});
    await page.locator('#variant').selectOption('ataxx');
    await expect.poll(() => page.locator('.cell').count()).toBe(49);
    const move = async () => {
      await page.locator('[data-cell=a1]').click();
      await page.locator('[data-cell=a2]').click();
      await expect.poll(() => says(page)).toBe('White is thinking');
    };
    await move();
    await page.locator('#back').click();
    await expect.poll(() => page.locator('[data-cell=a2]').getAttribute('aria-label')).toBe('a2, empty, can be clicked');
    // What was under way has ended, and what that brings about with it.
    await page.evaluate(() => new Promise((later) => requestAnimationFrame(() => setTimeout(later))));
    expect(await says(page)).toBe('Your move, Black');
    await move();
    await page.locator('#variant').selectOption('boop');
    await expect.poll(() => says(page)).toBe('Your move, Orange');
    expect(await page.locator('.board').count()).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(complaints).toEqual([]);
  });

  it('the engine thinks in a worker of the page\'s own, as in Node', async () => {
    const { page, complaints } = await open(browser, `${url}worker.html`);
    const told = page.locator('output');
    await expect.poll(() => told.textContent()).not.toBe('');
    const script = "import('@tavoliere/engine').then(async ({ loadGame }) => { const { depth, nodes, lines } = await (await loadGame('ataxx')).start.analyse({ nodes: 20_000 }); console.log(JSON.stringify({ depth, nodes, lines })); })";
    expect(`${await told.textContent()}\n`).toBe(await run('node', '-e', script));
    expect(complaints).toEqual([]);
  });
}

describe('built by Vite and served as files', () => {
  const folder = new Folder(join(project, 'dist'));
  builtAndServed(async () => {
    await run('vite', 'build', '--base', './', '--config', 'foreign.config.js');
    await folder.start();
    return folder.url;
  });
  afterAll(() => folder.stop());
});

describe('by Vite\'s own server', () => {
  let server: ChildProcess;
  builtAndServed(
    () => new Promise((found, failed) => {
      let output = '';
      server = spawn(join(web, 'node_modules/.bin/vite'), ['--port', '0', '--host', '127.0.0.1', '--config', 'foreign.config.js'], { cwd: project, env: environment });
      server.on('exit', (status) => failed(new Error(`Vite ended with ${status}: ${output}`)));
      server.stdout!.on('data', (text) => {
        output += text;
        const url = /http:\/\/[\d.:]+\//.exec(output);
        if (url) found(url[0]);
      });
      server.stderr!.on('data', (text) => (output += text));
    }),
  );
  afterAll(() => void server.kill());
});
