import { describe, expect, it } from 'vitest';
import { againstEngine, expectFits, House, Table, twoPeople, violations } from './harness.ts';

const house = new House();

const looks = (['en-GB', 'it-IT'] as const).flatMap((locale) => (['light', 'dark'] as const).map((scheme) => ({ locale, scheme })));

describe.each(looks)('in $locale, $scheme', ({ locale, scheme }) => {
  it('axe finds no violations', async () => {
    const table = await house.table({ locale, colorScheme: scheme, reducedMotion: 'reduce' });
    const name = (what: string) => `${what}-${locale.slice(0, 2)}-${scheme}`;
    await table.visit();
    expect(await violations(table)).toEqual([]);
    await table.shoot(name('gallery'));
    await table.visitHome('ataxx');
    for (const summary of await table.page.locator('.setup-form summary, .known summary').all()) await summary.click();
    expect(await violations(table)).toEqual([]);
    await table.shoot(name('setup'));

    await table.sitDown({ game: 'hexxagon', ...twoPeople });
    await table.play('b5');
    await table.click('a1');
    await table.page.locator('.position summary').click();
    expect(await violations(table)).toEqual([]);
    await table.shoot(name('game'));

    await table.sitDown({ game: 'boop', position: '6/6/xx1xo1/6/6/6 x 4,1,7,0', ...twoPeople });
    await table.click('c4');
    expect(await violations(table)).toEqual([]);
    await table.shoot(name('choosing'));

    await table.page.keyboard.press('Escape');
    await table.page.keyboard.press('?');
    await table.page.getByRole('dialog').waitFor();
    expect(await violations(table)).toEqual([]);
    await table.close();
  });
});

it('switches language', async () => {
  const table = await house.table();
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  await table.page.getByRole('button', { name: 'Italiano' }).click();
  await expect.poll(() => table.status()).toBe('Tocca al Nero');
  await expect.poll(() => table.words('a1')).toContain('pedina nera');
  await table.page.reload();
  await expect.poll(() => table.page.locator('.status').innerText()).toBe('Tocca al Nero');
  await table.close();
});

it('keeps half a move when the language is switched', async () => {
  const table = await house.table({ reducedMotion: 'reduce' });
  await table.sitDown({ game: 'blocco', position: '5x/5o/1X4/1x4/1x4/xo4/1Xxxx1 x', ...twoPeople });
  await table.click('a2', 'b2');
  await table.page.getByRole('button', { name: 'Italiano' }).click();
  await expect.poll(() => table.status()).toBe('Bianco: scegli una casella segnata');
  await expect.poll(() => table.words('a2')).toContain('vuota');
  await expect.poll(() => table.words('b2')).toMatch(/bianca, scelta, si può scegliere/);
  await expect.poll(() => table.page.getByRole('grid').getAttribute('aria-label')).toBe('Tavoliere di Blocco');
  await table.play('b3');
  expect(table.game.history[0]!.text).toBe('a2xb2@b3');
  await table.close();
});

const screens = [
  { name: 'phone', width: 320, height: 568 },
  { name: 'phone-it', width: 320, height: 568, locale: 'it-IT' },
  { name: 'phone-lying', width: 667, height: 375 },
  { name: 'phone-lying-it', width: 667, height: 375, locale: 'it-IT' },
  { name: 'tablet', width: 768, height: 1024 },
  // 1280 pixels at 200 %.
  { name: 'zoomed', width: 640, height: 400 },
  { name: 'zoomed-it', width: 640, height: 400, locale: 'it-IT' },
  { name: '4k', width: 3840, height: 2160 },
];

describe.each(screens)('on a $name', ({ name, width, height, locale = 'en-GB' }) => {
  it.each(['hexxagon:size=6', 'penntagon', 'ataxx:size=11x11', 'boop'])('%s fits', async (game) => {
    const table = await house.table({ locale, viewport: { width, height }, reducedMotion: 'reduce' });
    await table.visit();
    await expectFits(table);
    await table.shoot(`${name}-gallery`);
    await table.visitHome(game);
    await expectFits(table);
    await table.shoot(`${name}-setup`);
    await table.sitDown({ game, ...againstEngine });
    await table.playMove(table.game.moves[0]!);
    await table.page.locator('.position summary').click();
    await expectFits(table);
    await table.page.locator('.toolbar').getByRole('button', { name: /^(Resign|Abbandona)$/ }).click();
    await expectFits(table);
    await table.page.locator('.position summary').click();
    await table.shoot(`${name}-${game.replace(/\W/g, '-')}`);
    const board = (await table.page.locator('.board').boundingBox())!;
    expect(board.y + board.height).toBeLessThanOrEqual(height);
    expect(Math.max(board.width / width, board.height / height)).toBeGreaterThan(0.6);
    await table.close();
  });
});

describe.each(['en-GB', 'it-IT'])('rows of buttons in %s', (locale) => {
  /** The heights of the rows, and how many buttons each has. */
  const rows = (table: Table, buttons: string) => table.page.locator(buttons).evaluateAll((all) => {
    const boxes = all.map((each) => each.getBoundingClientRect());
    const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))];
    return tops.map((top) => boxes.filter((box) => Math.round(box.top) === top)).map((row) => [Math.round(row[0]!.height), row.length]);
  });

  it.each([[360, 640], [1280, 800]])('are even at %i x %i', async (width, height) => {
    const table = await house.table({ locale, viewport: { width, height }, reducedMotion: 'reduce' });
    for (const players of [againstEngine, twoPeople]) {
      await table.sitDown({ game: 'ataxx', ...players });
      await table.play('a2');
      expect(await rows(table, '.toolbar > *')).toEqual([[44, 8]]);
      await expectFits(table);
      await table.page.locator('.bar [aria-expanded]').click();
      await expect.poll(async () => (await rows(table, '.actions > *')).map(([, buttons]) => buttons)).toEqual([2, 2]);
      await expectFits(table);
    }
    await table.page.keyboard.press('a');
    await table.page.locator('.node-tools').waitFor();
    expect(await rows(table, '.toolbar[role=group] > *')).toEqual([[44, 4], [44, 3]]);
    expect(await rows(table, '.node-tools button')).toEqual([[44, 2]]);
    await expectFits(table);
    await table.page.keyboard.press('Delete');
    await expect.poll(() => rows(table, '.node-tools button')).toEqual([[44, 3]]);
    await expectFits(table);
    await table.close();
  });
});

describe('animations', () => {
  const running = (table: Table) => table.page.evaluate(() => document.querySelector('.pieces')!.getAnimations({ subtree: true }).length);
  const begun = (table: Table) => table.page.evaluate(() => Number(document.body.dataset.animations ?? 0));

  const countAnimations = (table: Table) => table.page.evaluate(() => {
    const original = Element.prototype.animate;
    Element.prototype.animate = function (...frames) {
      document.body.dataset.animations = String(Number(document.body.dataset.animations ?? 0) + 1);
      return original.apply(this, frames);
    };
  });

  it('run after a move and end with the position', async () => {
    const table = await house.table();
    await table.sitDown({ game: 'ataxx', ...twoPeople });
    await table.play('a2');
    await table.play('a7', 'a5');
    await countAnimations(table);
    await table.play('a2', 'a4');
    await expect.poll(() => begun(table)).toBe(3);
    await expect.poll(() => running(table)).toBe(0);
    await expect.poll(() => table.pieceCount()).toBe(5);
    await table.close();
  });

  /** What is about to happen, in the order in which it was planned. */
  const planned = (table: Table) => table.page.evaluate(() => {
    const all = document.querySelector('.pieces')!.getAnimations({ subtree: true });
    return all.map((each) => {
      const { delay, duration } = each.effect!.getTiming();
      const [first] = (each.effect as KeyframeEffect).getKeyframes();
      return { slides: String(first!.transform).startsWith('translate'), delay: delay!, end: delay! + Number(duration) };
    });
  });

  /** Stops animations at their beginning, so that there is time to look at them. */
  const holdStill = (table: Table) => table.page.evaluate(() => {
    const original = Element.prototype.animate;
    Element.prototype.animate = function (...frames) {
      const animation = original.apply(this, frames);
      animation.pause();
      return animation;
    };
  });

  it('show the cause before the effects', async () => {
    const table = await house.table();
    await table.sitDown({ game: 'magnetone', position: '8/8/5x2/2o5/8/5x2/8/o7 x 10,10', ...twoPeople });
    await holdStill(table);
    await table.play('c3');
    const [placed, ...others] = await planned(table);
    expect(placed).toMatchObject({ slides: false, delay: 0 });
    expect(others).toHaveLength(4);
    for (const other of others) {
      expect(other.slides).toBe(true);
      expect(other.delay).toBeGreaterThan(100);
      expect(other.end).toBeLessThanOrEqual(450);
    }
    await table.cell('c3').click();
    expect(await planned(table)).toEqual([]);
    await table.close();
  });

  it('show what leaves the board last', async () => {
    const table = await house.table();
    await table.sitDown({ game: 'boop', position: '6/6/xx4/3o2/6/6 x 6,0,7,0', ...twoPeople });
    await holdStill(table);
    await table.play('c4');
    const [placed, pushed, ...leaving] = await planned(table);
    expect(placed).toMatchObject({ slides: false, delay: 0 });
    expect(pushed!.slides).toBe(true);
    expect(pushed!.delay).toBeGreaterThan(100);
    expect(leaving).toHaveLength(3);
    for (const { delay, end } of leaving) {
      expect(delay).toBeGreaterThan(pushed!.delay + 100);
      expect(end).toBeLessThanOrEqual(450);
    }
    await table.close();
  });

  it('show half a move and take it back', async () => {
    const table = await house.table();
    await table.sitDown({ game: 'boop', position: '6/6/xx1xo1/2o3/6/6 x 5,0,6,0', ...twoPeople });
    await table.click('c4');
    await expect.poll(() => table.pieceCount()).toBe(6);
    await expect.poll(() => running(table)).toBe(0);
    await expect.poll(() => table.words('c2')).toContain('Grey');
    await table.page.keyboard.press('Escape');
    await expect.poll(() => running(table)).toBe(0);
    await expect.poll(() => table.words('c3')).toContain('Grey');
    await expect.poll(() => table.pieceCount()).toBe(5);
    await table.click('c4', 'a4');
    await table.settled(1);
    await expect.poll(() => running(table)).toBe(0);
    await expect.poll(() => table.pieceCount()).toBe(3);
    await table.close();
  });

  it('keep up with two engines', async () => {
    const table = await house.table();
    const engine = { kind: 'engine', seconds: 0.05 } as const;
    await table.sitDown({ game: 'hexxagon:size=3', x: engine, o: engine });
    await expect.poll(() => table.status()).toMatch(/wins|Draw/);
    await expect.poll(() => running(table)).toBe(0);
    await expect.poll(() => table.pieceCount()).toBe(table.game.cells.match(/[xo]/g)!.length);
    expect(table.complaints).toEqual([]);
    await table.close();
  });

  it('do not run where motion is to be reduced', async () => {
    const table = await house.table({ reducedMotion: 'reduce' });
    await table.sitDown({ game: 'ataxx', ...twoPeople });
    await countAnimations(table);
    await table.play('a1', 'a3');
    await expect.poll(() => table.words('a3')).toContain('Black piece');
    const place = () => table.page.locator('.pieces > g').evaluateAll((all) => all.map((each) => (each as SVGElement).style.transform).sort());
    const before = await place();
    await table.drag('a7', 'g4');
    expect(await place()).toEqual(before);
    expect(await table.pieceCount()).toBe(4);
    expect(await begun(table)).toBe(0);
    await table.close();
  });
});
