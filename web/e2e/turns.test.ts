import { beforeEach, describe, expect, it } from 'vitest';
import { House, Table, twoPeople } from './harness.ts';

const house = new House();
let table: Table;
house.tableForEach({ reducedMotion: 'reduce' }, (fresh) => (table = fresh));

const pressed = (step: string) => table.hand(step).getAttribute('aria-pressed');

describe('a marker', () => {
  beforeEach(() => table.sitDown({ game: 'blocco', position: '5x/5o/1X4/1x4/1x4/xo4/1Xxxx1 x', ...twoPeople }));

  it('is chosen on the board as it stands after the move', async () => {
    await table.click('a2', 'b2');
    await expect.poll(() => table.words('a2')).toContain('empty');
    await expect.poll(() => table.words('b2')).toContain('White piece, selected, can be clicked');
    await expect.poll(() => table.words('e1')).toContain('can be clicked');
    await expect.poll(() => table.status()).toBe('White: choose a marked cell');
    await table.shoot('blocco-choosing');
    await table.play('b3');
    expect(table.game.history[0]!.text).toBe('a2xb2@b3');
    await expect.poll(() => table.words('b3')).toContain('White marked piece');
  });

  it.each([
    ['Escape', () => table.page.keyboard.press('Escape')],
    ['a click elsewhere', () => table.page.locator('header').click()],
    ['a click on another cell', () => table.click('f7')],
    ['undo', () => table.page.keyboard.press('u')],
  ])('is taken back by %s', async (_, takeBack) => {
    await table.click('a2', 'b2');
    await takeBack();
    await expect.poll(() => table.words('a2')).toContain('White piece, can be clicked');
    await expect.poll(() => table.words('b2')).toBe('b2, Black piece');
    await expect.poll(() => table.status()).toBe('White to move');
    expect(table.game.history).toHaveLength(0);
  });

  it('outlasts a look at the form, which Escape closes first', async () => {
    await table.click('a2', 'b2');
    await table.page.keyboard.press('n');
    const play = table.page.getByRole('button', { name: 'Play', exact: true });
    await play.waitFor();
    await table.page.keyboard.press('Escape');
    await play.waitFor({ state: 'detached' });
    await expect.poll(() => table.status()).toBe('White: choose a marked cell');
    await table.page.keyboard.press('Escape');
    await expect.poll(() => table.status()).toBe('White to move');
  });

  it('is chosen after a drag, which Escape takes back', async () => {
    await table.drag('a2', 'b2');
    await expect.poll(() => table.words('b2')).toContain('White piece');
    await table.page.keyboard.press('Escape');
    await expect.poll(() => table.words('a2')).toContain('White piece');
    await table.drag('a2', 'b2');
    await table.play('b2');
    expect(table.game.history[0]!.text).toBe('a2xb2@b2');
  });

  it('is not asked for where there is no group', async () => {
    await table.play('f7', 'f6');
    expect(table.game.history[0]!.text).toBe('f7xf6');
  });
});

describe('pieces in hand', () => {
  it('of one kind need no click', async () => {
    await table.sitDown({ game: 'boop', ...twoPeople });
    await expect.poll(() => table.hand('@x').getAttribute('aria-label')).toMatch(/^Orange .+: 8$/);
    await table.play('c3');
    expect(table.game.history[0]!.text).toBe('c3');
  });

  it('that are just what is left are named and counted', async () => {
    await table.sitDown({ game: 'magnetone', ...twoPeople });
    await table.play('c3');
    const { count } = table.game.hands[0]!;
    await expect.poll(() => table.page.getByRole('img', { name: `White piece: ${count}`, exact: true }).count()).toBe(1);
  });

  it('of two kinds are chosen, and the kind taken last is held', async () => {
    await table.sitDown({ game: 'boop', position: '6/6/6/6/6/6 x 5,3,5,3', ...twoPeople });
    expect([await pressed('@x'), await pressed('@X')]).toEqual(['true', 'false']);
    await expect.poll(() => table.hand('@X').getAttribute('aria-label')).toMatch(/^Orange .+: 3$/);
    await table.play('a1');
    await table.play('f6');
    await table.click('@X');
    await expect.poll(async () => [await pressed('@x'), await pressed('@X')]).toEqual(['false', 'true']);
    await table.shoot('boop-hand');
    await table.play('c1');
    await table.play('d6');
    expect(table.game.history.map((move) => move.text)).toEqual(['a1', 'f6', 'Cc1', 'd6']);
    expect([await pressed('@x'), await pressed('@X')]).toEqual(['false', 'true']);
    await table.click('@x');
    await table.play('@x', 'e1');
    expect(table.game.history.at(-1)!.text).toBe('e1');
  });
});

describe('graduation', () => {
  beforeEach(() => table.sitDown({ game: 'boop', position: '6/6/xx1xo1/6/6/6 x 5,0,7,0', ...twoPeople }));

  it('is chosen after the pushes, and completes itself', async () => {
    await table.click('c4');
    await expect.poll(() => table.words('c4')).toContain('Orange');
    await expect.poll(() => table.words('a4')).toContain('can be clicked');
    await expect.poll(() => table.words('e4')).not.toContain('can be clicked');
    await table.shoot('boop-choosing');
    await table.click('b4');
    expect(table.game.history).toHaveLength(0);
    await table.play('a4');
    expect(table.game.history[0]!.text).toBe('c4=a4b4c4');
    await expect.poll(() => table.hand('@X').innerText()).toBe('3');
    await table.shoot('boop-graduated');
  });

  it('is taken back by Escape', async () => {
    await table.click('c4', 'b4');
    await table.page.keyboard.press('Escape');
    await expect.poll(() => table.words('c4')).toContain('empty');
    await table.play('c5');
    expect(table.game.history[0]!.text).toBe('c5');
  });
});

it('a choice that others continue ends by a second click, and shows that it may', async () => {
  await table.sitDown({ game: 'boop', position: '2x3/o1xxO1/X3O1/2X1x1/o3X1/2o3 x 0,1,2,1', ...twoPeople });
  await table.click('b2', 'd4');
  await expect.poll(() => table.words('d4')).toContain('selected, can be clicked');
  await expect.poll(() => table.words('c5')).toContain('can be clicked');
  await table.play('d4');
  expect(table.game.history[0]!.text).toBe('Cb2=d4');
});

it('hints point at the piece in hand and at each cell of the choice', async () => {
  await table.sitDown({ game: 'boop', position: '6/6/oX1Xo1/6/6/6 x 5,1,6,0', ...twoPeople });
  await table.page.keyboard.press('h');
  await table.page.getByText('Hint: Cc4').waitFor();
  await expect.poll(() => table.page.locator('.hand .hinted').getAttribute('data-step')).toBe('@X');
  await table.sitDown({ game: 'blocco', position: '5x/5o/1X4/1x4/1x4/xo4/1Xxxx1 x', ...twoPeople });
  await table.page.keyboard.press('h');
  await table.page.getByText('Hint: ').waitFor();
  await expect.poll(() => table.page.locator('.hint .arrow').count()).toBe(1);
  await table.shoot('blocco-hint');
});

it('a forced line is shown', async () => {
  await table.sitDown({ game: 'insert:xplus', ...twoPeople });
  await table.play('d4');
  const { guides } = table.game;
  await expect.poll(() => table.page.locator('.guide').count()).toBe(guides!.length);
  await table.shoot('insert-line');
  const ends = () => table.page.locator('.guide').first().evaluate((line) => ['x1', 'y1'].map((end) => line.getAttribute(end)));
  const before = await ends();
  await table.page.keyboard.press('f');
  await expect.poll(ends).not.toEqual(before);
  await table.shoot('insert-line-flipped');
});

it('winning figures are shown and said', async () => {
  await table.sitDown({ game: 'attract', position: '8/3x4/x2o4/1o6/1x2x3/1o6/3o4/8 x', ...twoPeople });
  await table.play('d4');
  await expect.poll(() => table.page.locator('.figure').count()).toBe(5);
  await expect.poll(() => table.words('c4')).toContain('in a winning figure');
  await expect.poll(() => table.words('d4')).not.toContain('in a winning figure');
  await table.shoot('attract-figure');
});

it('figures in the balance are not called winning, even where somebody resigns', async () => {
  await table.sitDown({ game: 'attract', position: '8/4x1x1/5o2/4x1x1/8/o1o5/1x6/o1o5 x', ...twoPeople });
  await expect.poll(() => table.page.locator('.figure').count()).toBe(10);
  await expect.poll(() => table.words('b2')).toBe('b2, Blue piece, in a figure');
  await table.page.getByRole('button', { name: 'Resign' }).click();
  await table.page.getByRole('button', { name: 'Resign: sure?' }).click();
  await expect.poll(() => table.status()).toContain('resigned');
  await expect.poll(() => table.words('b2')).toBe('b2, Blue piece, in a figure');
});
