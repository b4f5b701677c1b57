/** What is tried of the screen where games are written, by whoever serves the page. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { expectFits, violations, type Table } from './harness.ts';

const program = process.env.TAVOLIERE ?? resolve(import.meta.dirname, '../../build/tavoliere');

/** What the program says, and says against it. */
function said(...args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}

/** What the program says against a text. */
function saidAgainst(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tavoliere-'));
  const file = join(folder, 'wrong.game');
  writeFileSync(file, text);
  const line = said('check', file);
  rmSync(folder, { recursive: true });
  return line;
}

export const nodesOf = (game: string, depth: number): number =>
  (JSON.parse(said('perft', game, '--depth', String(depth), '--json').trim().split('\n').at(-1)!) as { nodes: number }).nodes;

/** Hands on the screen where games are written. */
export class Writer {
  constructor(readonly table: Table, private readonly url: string) {}

  get page() {
    return this.table.page;
  }

  async open(place: string): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goto(place.startsWith('#') ? this.url + place : place);
    await this.page.locator('.verdict .fine').waitFor();
  }

  async write(text: string): Promise<void> {
    await this.page.locator('.cm-content').click();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.insertText(text);
  }

  /** The lines of the text, as they are seen. */
  lines(): Promise<string[]> {
    return this.page.locator('.cm-line').allTextContents();
  }

  link(): Promise<string> {
    return this.page.locator('.text > .with-button input').inputValue();
  }
}

const wrong = ['game mine "Mine"', 'summary "È mio"', 'board rectangle 3x3', 'move place  at in empty', '  put mine at', 'end line lose if any rows(3, theirs)', 'stuck full draw'];

/** What is wrong stands under its line, as the program says it; and the editor is left by keyboard. */
export async function triesAWrongText(writer: Writer): Promise<void> {
  const { page, table } = writer;
  await writer.open('#write/tic-tac-toe');
  await writer.write(wrong.join('\n'));
  const fault = page.locator('.cm-fault');
  await expect.poll(() => fault.innerText()).toMatch(/^line 6, column 22: "rows" is no set .*; did you mean "row"\?$/);
  expect(saidAgainst(wrong.join('\n'))).toContain(await fault.innerText());
  await expect.poll(() => fault.evaluate((line) => line.previousElementSibling!.textContent)).toBe(wrong[5]);
  await expect.poll(() => page.locator('.verdict').innerText()).toBe(await fault.innerText());
  expect(await violations(table)).toEqual([]);
  await expectFits(table);

  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => !!document.activeElement!.closest('.cm-content'))).toBe(true);
  await page.keyboard.press('Control+z');
  // Tab leaves for two seconds after Escape; what comes later on a busy machine indents.
  await expect.poll(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    return page.evaluate(() => !!document.activeElement!.closest('.editor'));
  }).toBe(false);

  await writer.write(wrong.join('\n').replace('rows', 'row'));
  await page.locator('.verdict .fine').waitFor();
  await expect.poll(() => fault.count()).toBe(0);
}

/** A copy of a game is changed, played against the engine, sent as a link and opened by somebody else. */
export async function triesACopy(writer: Writer, other: Writer): Promise<void> {
  const { page, table } = writer;
  await writer.open('#write/breakthrough');
  const text = (await writer.lines()).join('\n').replace('size 8x8', 'size 5x5').replace('"Breakthrough"', '"Short Breakthrough"');
  await writer.write(text);
  await expect.poll(() => page.locator('.verdict').innerText()).toMatch(/^(✓ )?Short Breakthrough: .*25/);
  const [x, o] = await page.locator('.play-form .seat select').all();
  await x!.selectOption('person');
  await o!.selectOption('level 1');
  await page.locator('.play-form .primary').click();
  await page.locator('.beside .status').waitFor();
  await table.settled();
  expect(table.game.cells).toHaveLength(25);
  await table.playMove(table.game.moves[0]!);
  await expect.poll(() => table.game.history.length).toBe(2);

  await expect.poll(async () => new URL(await writer.link()).hash).toBe(new URL(page.url()).hash);
  const link = await writer.link();
  expect(link).toMatch(/#write=[\w-]+$/);
  await page.reload();
  await expect.poll(() => page.locator('.moves [data-ply]').count()).toBe(2);

  await other.open(link);
  await expect.poll(async () => (await other.lines()).join('\n')).toBe(text);
  await expect.poll(() => other.page.locator('[data-cell]').count()).toBe(25);
}

/** What is drawn on the board is told beside it, and in the rules. */
export async function triesALegend(writer: Writer): Promise<void> {
  const { page, table } = writer;
  await writer.open('#write/hex');
  const told = () => page.locator('.legend').evaluateAll((lists) => lists.map((list) => [...list.children].map((item) => item.textContent)));
  await expect.poll(told).toEqual([['Black: bottom, top', 'White: left, right'], ['Black: bottom, top', 'White: left, right']]);
  await expectFits(table);
  await page.locator('.play-form').getByRole('button', { name: 'Rules' }).click();
  await page.locator('dialog.about .legend').waitFor();
  expect(await violations(table)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('.play-form .primary').click();
  await page.locator('.beside .status').waitFor();
  await expect.poll(() => page.locator('.beside .legend').count()).toBe(1);
  await expectFits(table);
}

/** Whoever begins has what wins. */
const over = ['game over "Over"', 'board rectangle 3x3', 'start x bottom', 'move place  at in empty', '  put mine at', 'end held win if any mine', 'stuck full draw'];

/** The law that breaks is said as the program says it. */
export async function triesABrokenLaw(writer: Writer): Promise<void> {
  const { page } = writer;
  await writer.open('#write/tic-tac-toe');
  await writer.write(over.join('\n'));
  await expect.poll(() => page.locator('.verdict').innerText()).toMatch(/^(✓ )?Over: /);
  await page.locator('.bench summary').click();
  await page.getByRole('button', { name: 'Check the laws' }).click();
  const broken = page.locator('.bench .error');
  await expect.poll(() => broken.innerText()).toBe('the game is over before its first move');
  expect(saidAgainst(over.join('\n'))).toContain(`BROKEN: ${await broken.innerText()}\n`);
}

/** What is counted is what the program counts; the laws hold; the rules are told in the text's own words. */
export async function triesToCount(writer: Writer): Promise<void> {
  const { page, table } = writer;
  await writer.open('#write/othello');
  await page.locator('.bench summary').click();
  await page.locator('.bench input').fill('5');
  await page.locator('.bench button').first().click();
  const nodes = new Intl.NumberFormat('en').format(nodesOf('othello', 5));
  await expect.poll(() => page.locator('.counted li').last().innerText()).toContain(`5 plies: ${nodes} (`);
  await page.getByRole('button', { name: 'Check the laws' }).click();
  await expect.poll(() => page.locator('.bench [role=status]').innerText()).toMatch(/All laws hold, in 20 games/);
  await page.locator('.play-form').getByRole('button', { name: 'Rules' }).click();
  await expect.poll(() => page.locator('dialog.about').innerText()).toMatch(/nobody can move any more/);
  expect(await violations(table)).toEqual([]);
  await page.keyboard.press('Escape');
  // What is closed is a step back of the browser's, which would otherwise come after whatever is opened next, and take it away.
  await page.waitForFunction(() => !history.state?.over?.length);
}
