/** The real server and a real browser, and what a hand can do with the page. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { directions, moveFocus, type Focus } from '../src/board/focus.ts';
import { turned } from '../src/board/geometry.ts';
import type { Geometry } from '../src/board/types.ts';
import { press } from '../src/board/input.ts';
import type { Move } from '../src/board/types.ts';
import { ToldMoves } from '../src/client.ts';
import { writeHome } from '../src/homes.ts';
import type { Answers, GameState, Players, Requests, RequestType, ServerMessage } from '../src/protocol.ts';

const root = resolve(import.meta.dirname, '..');
export const program = process.env.TAVOLIERE ?? resolve(root, '../build/tavoliere');
const shots = process.env.SHOTS ?? join(root, 'e2e/shots');

export const twoPeople: Players = { x: { kind: 'person' }, o: { kind: 'person' } };
export const againstEngine: Players = { x: { kind: 'person' }, o: { kind: 'engine', seconds: 0.05 } };

export class Server {
  url = '';
  private process: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'tavoliere-'));
  private readonly store = `sqlite:${join(this.folder, 'games.db')}`;

  /** `records`: of games that it has a database of. */
  constructor(private readonly records?: string) {}

  /** Started again, it has the same games at the same address. */
  async start(): Promise<void> {
    const port = this.url ? new URL(this.url).port : '0';
    const server = spawn(program, ['serve', '--port', port, '--store', this.store, '--page', join(root, 'dist'), ...this.database()], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.process = server;
    this.url = await new Promise<string>((found, failed) => {
      let output = '';
      server.on('exit', (status) => failed(new Error(`the server ended with ${status}: ${output}`)));
      server.on('error', failed);
      server.stdout.on('data', (text) => {
        output += text;
        const url = /http:\/\/[\d.:]+\//.exec(output);
        if (url) found(url[0]);
      });
    });
  }

  private database(): string[] {
    if (this.records === undefined) return [];
    const [file, folder] = [join(this.folder, 'games.tgn'), join(this.folder, 'db')];
    writeFileSync(file, this.records);
    execFileSync(program, ['db', 'import', folder, file]);
    return ['--db', folder];
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const server = this.process;
    this.process = undefined;
    if (!server || server.exitCode !== null) return;
    const ended = new Promise((done) => server.on('exit', done));
    server.kill(signal);
    await ended;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Begins a game without the page, for what its form does not offer. */
  create(request: Requests['new']): Promise<GameState> {
    return this.ask('new', request);
  }

  /** Asks without the page. */
  ask<Type extends RequestType>(type: Type, request: Requests[Type]): Promise<Answers[Type]> {
    return new Promise((answered, failed) => {
      const socket = new WebSocket(`${this.url.replace('http', 'ws')}api/play`);
      socket.onopen = () => socket.send(JSON.stringify({ t: type, id: 1, d: request }));
      socket.onerror = () => failed(new Error('no connection'));
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data) as ServerMessage;
        socket.close();
        if (message.t === 'error') failed(new Error(message.d.error));
        else answered(message.d as never);
      };
    });
  }
}

/** Chromium without its own windows and menus is the same to a page, and a fifth faster to test with. What measures takes all of it. */
export const launch = (whole = false): Promise<Browser> =>
  chromium.launch({
    executablePath: `/usr/bin/chromium${whole ? '' : '-headless-shell'}`,
    args: [
      '--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync',
    ],
  });

/** The server and the browser for a file of tests. */
export class House {
  readonly server: Server;
  private browser!: Browser;

  constructor(records?: string) {
    this.server = new Server(records);
    beforeAll(async () => {
      await this.server.start();
      this.browser = await launch();
    });
    afterAll(async () => {
      await this.browser.close();
      await this.server.dispose();
    });
  }

  table(options: BrowserContextOptions = {}): Promise<Table> {
    return Table.open(this.browser, this.server, options);
  }

  /** A table of its own for each test, at the end of which the browser must not have complained. */
  tableForEach(options: BrowserContextOptions, use: (table: Table) => void): void {
    let table: Table;
    beforeEach(async () => {
      table = await this.table(options);
      use(table);
    });
    afterEach(async () => {
      await table.close();
      expect(table.complaints).toEqual([]);
    });
  }
}

/** Where a page comes from; a server also begins games. */
export interface Origin {
  url: string;
  create?(request: Requests['new']): Promise<GameState>;
}

/** A page with its player: knows the state that the page was sent last, by a server or its own worker, and clicks what is legal. */
export class Table {
  /** Whatever the browser complained of. */
  readonly complaints: string[] = [];
  private latest: GameState | undefined;
  private hearOut: ((isOpen: boolean) => void) | undefined;

  private constructor(readonly page: Page, private readonly origin: Origin) {
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('websocket', (socket) => {
      const moves = new ToldMoves();
      socket.on('framereceived', ({ payload }) => this.hear(String(payload), moves));
      socket.on('close', () => this.hearOut?.(false));
    });
  }

  static async open(browser: Browser, origin: Origin, options: BrowserContextOptions = {}): Promise<Table> {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(30_000); // as much as a busy machine takes: nothing is decided by it
    const table = new Table(await context.newPage(), origin);
    await context.exposeFunction('hearWorker', (payload: string) => table.hear(payload, new ToldMoves()));
    await context.addInitScript(tapWorkers);
    await context.addInitScript(tapSockets);
    return table;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  /** Shows the page without a game, ready to choose one. */
  async visit(): Promise<void> {
    await this.page.goto(this.origin.url);
    await this.page.getByRole('button', { name: /^(Play|Gioca)/ }).first().waitFor();
  }

  /** Opens the home of a variant, where a game is begun with the form. */
  async visitHome(variant: string): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goto(this.origin.url + writeHome(variant));
    await this.page.getByRole('button', { name: /^(Play|Gioca)$/ }).waitFor();
    await this.page.locator('[data-cell]').first().waitFor(); // which moves what is beside it
  }

  async sitDown(request: Requests['new']): Promise<void> {
    const { key } = await this.origin.create!(request);
    await this.page.goto('about:blank');
    await this.page.goto(`${this.origin.url}#${key}`);
    await this.page.locator('.status').waitFor();
    await this.settled();
  }

  /** Opens an address of the page. */
  async follow(link: string): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goto(link);
    await this.page.locator('.status').waitFor();
    await this.settled();
  }

  /** Starts a game with the form, both sides persons. */
  async startInForm(title: string): Promise<void> {
    await this.chooseGame(title);
    for (const seat of await this.page.locator('.seat select').all()) await seat.selectOption('person');
    await this.page.getByRole('button', { name: 'Play', exact: true }).click();
    await this.page.locator('.status').waitFor();
  }

  /** From the gallery to the home of a game. */
  async chooseGame(title: string): Promise<void> {
    await this.page.getByRole('link', { name: title, exact: true }).click();
    await this.page.getByRole('button', { name: /^(Play|Gioca)$/ }).waitFor();
  }

  get game(): GameState {
    if (!this.latest) throw new Error('no state has come yet');
    return this.latest;
  }

  cell(name: string) {
    return this.page.locator(`[data-cell="${name}"]`);
  }

  /** A piece in hand is "@X". */
  async click(...steps: string[]): Promise<void> {
    for (const step of steps) await (step.startsWith('@') ? this.hand(step) : this.cell(step)).click();
  }

  async drag(from: string, to: string): Promise<void> {
    const [a, b] = [(await this.cell(from).boundingBox())!, (await this.cell(to).boundingBox())!];
    await this.page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
    await this.page.mouse.up();
  }

  hand(step: string) {
    return this.page.locator(`[data-step="${step}"]`);
  }

  /** Clicks a move and waits until a person is to move again. */
  async play(...cells: string[]): Promise<void> {
    const before = this.game.version;
    await this.click(...cells);
    await this.settled(before);
  }

  /** Clicks a legal move as far as it needs clicks, and a pass on its button. */
  async playMove({ text, path }: Move): Promise<void> {
    const { version, history, moves } = this.game;
    if (path.length === 0) await this.page.getByRole('button', { name: /^(Pass|Passa)$/ }).click();
    await this.click(...clicksFor(moves, path));
    await this.settled(version);
    expect(this.game.history[history.length]!.text).toBe(text);
  }

  /** Waits for news after a version, for the engine to have moved, and for the page to show it. */
  async settled(after = 0): Promise<void> {
    await expect.poll(() => this.latest && this.game.version > after && !this.game.thinking).toBeTruthy();
    const moves = this.page.locator('.moves [data-ply]');
    await expect.poll(async () => (await moves.count()) - this.game.history.length).toBe(0);
  }

  /** Plays random moves, growing rather than jumping, until there is a result; a pass is a button. */
  async playToTheEnd(seed: number): Promise<void> {
    const random = generator(seed);
    while (!this.game.result) {
      const short = this.game.moves.filter((move) => move.path.length < 2);
      const among = short.length > 0 && random() < 0.9 ? short : this.game.moves;
      await this.playMove(among[Math.floor(random() * among.length)]!);
    }
    await expect.poll(() => this.status()).toMatch(/wins|Draw|You (won|lost)/);
  }

  status(): Promise<string> {
    return this.page.locator('.status').innerText();
  }

  /** The letter shown on a cell, as a screen reader hears it. */
  async words(cell: string): Promise<string> {
    return (await this.cell(cell).getAttribute('aria-label')) ?? '';
  }

  pieceCount(): Promise<number> {
    return this.page.locator('.pieces > g').count();
  }

  /** `fromTop`: what has been scrolled is scrolled back. */
  async shoot(name: string, fromTop = true): Promise<void> {
    mkdirSync(shots, { recursive: true });
    if (fromTop) await this.page.evaluate(() => {
      for (const element of [document.documentElement, ...document.querySelectorAll('aside')]) element.scrollTop = 0;
    });
    await this.page.screenshot({ path: join(shots, `${name}.png`), animations: 'disabled' });
  }

  /**
   * Waits until all that the page has sent is answered, and heard of here: until an answer has come to one more request over the same
   * connection, whose requests are done in order. False where the connection ended instead.
   */
  async answered(): Promise<boolean> {
    const heardOut = new Promise<boolean>((done) => (this.hearOut = done));
    await this.page.evaluate((text) => (window as unknown as { lastSocket: WebSocket }).lastSocket.send(text), JSON.stringify({ t: 'glance', id: lastId, d: { keys: ['none'] } }));
    const isOpen = await heardOut;
    this.hearOut = undefined;
    return isOpen;
  }

  private hear(payload: string, moves: ToldMoves): void {
    const message = JSON.parse(payload) as ServerMessage;
    if (message.t === 'glance' && message.id === lastId) this.hearOut?.(true);
    if (message.t !== 'state') return;
    moves.complete(message.d);
    const { key, version } = message.d;
    if (this.latest?.key !== key || version >= this.latest.version) this.latest = message.d;
  }
}

/** Hands on the keyboard only. */
export class Typist {
  private focus: Focus | undefined;
  private geometry: Geometry | undefined;

  constructor(private readonly table: Table) {}

  async tabTo(target: Locator): Promise<void> {
    for (let tabs = 0; tabs < 60; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.table.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target}`);
  }

  async chooseGame(title: string): Promise<void> {
    await this.tabTo(this.table.page.getByRole('link', { name: title, exact: true }));
    await this.table.page.keyboard.press('Enter');
    await this.table.page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    for (const seat of await this.table.page.locator('.seat select').all()) {
      await this.tabTo(seat);
      await this.table.page.keyboard.press('Home');
    }
    await this.tabTo(this.table.page.getByRole('button', { name: 'Play', exact: true }));
    await this.table.page.keyboard.press('Enter');
    await this.table.page.locator('.status').waitFor();
    await this.table.settled();
  }

  async enterBoard(): Promise<void> {
    await this.tabTo(this.table.page.locator('[data-cell][tabindex="0"]'));
    await this.stayOn(this.table.game.game);
  }

  /** The keyboard is on the board of a variant already, which is seen from the other side where it is flipped. */
  async stayOn(variant: string, flipped = false): Promise<void> {
    const { page } = this.table;
    this.focus = { cell: await page.evaluate(() => (document.activeElement as SVGElement).dataset.cell!) };
    const geometry = await page.evaluate((name) => fetch(`api/board?game=${name}`).then((answer) => answer.json()), variant);
    this.geometry = flipped ? turned(geometry) : geometry;
  }

  async press(cell: string): Promise<void> {
    for (const key of this.route(cell)) {
      await this.table.page.keyboard.press(key);
      this.focus = moveFocus(this.geometry!.cells, this.focus!, key);
    }
    await expect.poll(() => this.table.page.evaluate(() => (document.activeElement as SVGElement).dataset.cell)).toBe(cell);
    await this.table.page.keyboard.press('Enter');
  }

  /** The fewest arrow keys from here to a cell. */
  private route(target: string): string[] {
    const queue: { focus: Focus; keys: string[] }[] = [{ focus: this.focus!, keys: [] }];
    const seen = new Set<string>();
    for (const { focus, keys } of queue) {
      if (focus.cell === target) return keys;
      if (seen.has(JSON.stringify(focus))) continue;
      seen.add(JSON.stringify(focus));
      for (const key of Object.keys(directions)) {
        queue.push({ focus: moveFocus(this.geometry!.cells, focus, key), keys: [...keys, key] });
      }
    }
    throw new Error(`arrow keys do not reach ${target}`);
  }
}

/** Of a request that is none of the page's. */
const lastId = 1_000_000_000;

/** Keeps the page's connection where a test can use it. */
function tapSockets() {
  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      Object.assign(window, { lastSocket: this });
    }
  };
}

/** Has a table hear what workers say to the page. */
function tapWorkers() {
  const { hearWorker } = window as unknown as { hearWorker(payload: string): void };
  window.Worker = class extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      this.addEventListener('message', ({ data }) => data.message && hearWorker(data.message));
    }
  };
}

/** As much of a move's path as must be clicked: what is left when there is nothing more to choose goes by itself. */
export function clicksFor(moves: readonly Move[], path: readonly string[]): string[] {
  let pressed: ReturnType<typeof press> = { clicks: [] };
  return path.filter((step) => {
    if (pressed.move) return false;
    pressed = press(moves, pressed.clicks, step);
    return true;
  });
}

/** What axe finds to complain of. */
export async function violations(table: Table): Promise<string[]> {
  // There are no frames; and what is well need not be told, which takes most of the time.
  const axe = new AxeBuilder({ page: table.page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** Nothing to scroll sideways, no text under 12 pixels, no button under 44 (but the many in lists of moves) or too narrow for its words. */
export async function expectFits(table: Table): Promise<void> {
  // The board measures itself a moment after its size has changed.
  const misfits = () => table.page.evaluate(() => {
    const seen = [...document.querySelectorAll<HTMLElement | SVGElement>('body *')].filter((element) => element.checkVisibility());
    const scale = (element: Element) => (element instanceof SVGTextElement ? element.getScreenCTM()!.a : 1);
    const ownText = (element: Element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim());
    const small = seen.filter((element) => ownText(element) && parseFloat(getComputedStyle(element).fontSize) * scale(element) < 11.95);
    const tight = seen.filter((element) => element.matches('button:not(.moves li *, .tree-moves *, .pv *)') && element.getBoundingClientRect().height < 44);
    const cramped = seen.filter((element) => element.matches('button') && element.scrollWidth > element.clientWidth);
    const sideways = document.documentElement.scrollWidth - innerWidth;
    return [...small, ...tight, ...cramped].map((element) => element.outerHTML).concat(sideways > 0 ? [`${sideways} px to scroll sideways`] : []);
  });
  await expect.poll(misfits).toEqual([]);
}

/** A small random generator, the same on every run. */
export function generator(seed: number): () => number {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}
