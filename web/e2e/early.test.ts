/** Nothing that somebody does while something moves is lost: it counts, or waits until it can. */
import { describe, expect, it } from 'vitest';
import { writeAddress } from '../src/analyse/address.ts';
import { againstEngine, House, Table } from './harness.ts';

const house = new House();
let table: Table;
house.tableForEach({}, (fresh) => (table = fresh));

/** Presses cells one after the other in one task, before anything can be answered or shown. */
const rush = (...cells: string[]) =>
  table.page.evaluate((names) => {
    for (const name of names) {
      const cell = [...document.querySelectorAll(`[data-cell="${name}"] .tile`)].at(-1)!;
      const { x, y, width, height } = cell.getBoundingClientRect();
      const where = { bubbles: true, isPrimary: true, button: 0, clientX: x + width / 2, clientY: y + height / 2 };
      for (const type of ['pointerdown', 'pointerup']) cell.dispatchEvent(new PointerEvent(type, where));
    }
  }, cells);

const played = () => table.game.history.filter(({ turn }) => turn === 'x').map(({ text }) => text);

describe('against the engine', () => {
  it('the next move may be clicked before the answer is seen', async () => {
    await table.sitDown({ game: 'ataxx', ...againstEngine });
    await rush('a2', 'g6');
    await expect.poll(played).toEqual(['a2', 'g6']);
    await table.settled();
    await rush('g7', 'e7');
    await expect.poll(played).toEqual(['a2', 'g6', 'g7-e7']);
  });

  it('and by keyboard', async () => {
    await table.sitDown({ game: 'ataxx', ...againstEngine });
    await table.page.evaluate(() => {
      for (const name of ['a2', 'g6']) document.querySelector(`[data-cell="${name}"]`)!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    await expect.poll(played).toEqual(['a2', 'g6']);
  });

  it('a piece taken up before the answer is seen may be carried after it', async () => {
    await table.sitDown({ game: 'ataxx', ...againstEngine });
    const at = async (name: string) => {
      const box = (await table.cell(name).boundingBox())!;
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    const [from, to] = [await at('g7'), await at('e7')];
    await table.page.mouse.move(...from);
    await rush('a2');
    await table.page.mouse.down();
    await table.settled(2);
    await table.page.mouse.move(...to, { steps: 5 });
    await table.page.mouse.up();
    await expect.poll(played).toEqual(['a2', 'g7-e7']);
  });

  it('what was pressed long before counts no more', async () => {
    await table.sitDown({ game: 'ataxx', x: { kind: 'person' }, o: { kind: 'engine', seconds: 2 } });
    await rush('a2', 'g6');
    await expect.poll(() => table.game.history.length).toBe(2);
    await table.settled();
    expect(played()).toEqual(['a2']);
    await table.play('g6');
    expect(played()).toEqual(['a2', 'g6']);
  });
});

it('in the analysis', async () => {
  await table.page.goto(`${house.server.url}${writeAddress({ game: 'ataxx' })}`);
  await table.page.locator('.cell.open').first().waitFor();
  await rush('a2', 'f1');
  await expect.poll(() => table.page.locator('.tree-moves button').allInnerTexts()).toEqual(['1.a2', 'f1']);
});

it('on a board in the rules', async () => {
  await table.page.goto(`${house.server.url}?rules=ataxx`);
  await table.page.getByRole('button', { name: 'Play both sides on a board' }).click();
  await table.page.locator('.try-it .cell.open').first().waitFor();
  await table.page.locator('.try-it [data-cell=f1]').scrollIntoViewIfNeeded();
  await rush('a2', 'f1');
  await expect.poll(() => table.page.locator('.try-it [data-cell=f1]').getAttribute('aria-label')).toContain('White piece');
});
