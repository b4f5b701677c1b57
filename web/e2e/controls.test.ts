import { beforeEach, describe, expect, it } from 'vitest';
import { againstEngine, House, Table, twoPeople } from './harness.ts';

const house = new House();
let table: Table;
const button = (name: string) => table.page.getByRole('button', { name, exact: true });
house.tableForEach({ reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] }, (fresh) => (table = fresh));

describe('undo', () => {
  it('takes back one move between people', async () => {
    await table.sitDown({ game: 'ataxx', ...twoPeople });
    await table.play('a2');
    await table.play('a7', 'a5');
    await button('Undo').click();
    await expect.poll(() => table.game.history.length).toBe(1);
    await expect.poll(() => table.words('a7')).toContain('White piece');
  });

  it("takes back the engine's answer as well", async () => {
    await table.sitDown({ game: 'ataxx', ...againstEngine });
    await table.play('a2');
    expect(table.game.history).toHaveLength(2);
    await table.page.keyboard.press('u');
    await expect.poll(() => table.game.history.length).toBe(0);
    await expect.poll(() => table.words('a2')).toContain('empty');
  });
});

it('resigns on the second click', async () => {
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  await button('Resign').click();
  expect(table.game.result).toBeNull();
  await button('Resign: sure?').click();
  await expect.poll(() => table.status()).toBe('White wins: Black resigned.');
});

it('offers a pass where that is the only move', async () => {
  await table.sitDown({ game: 'ataxx', position: '7/7/7/7/ooo4/ooo4/xoo4 x 0 1', ...twoPeople });
  await button('Pass').click();
  await expect.poll(() => table.game.history[0]?.text).toBe('pass');
  await expect.poll(() => button('Pass').count()).toBe(0);
});

it('hints with marks on the board', async () => {
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  await table.page.keyboard.press('h');
  await table.page.getByText(/^Hint: /).waitFor();
  await expect.poll(() => table.page.locator('.hint > *').count()).toBeGreaterThan(0);
  await table.shoot('hint');
  await table.play('a2');
  await expect.poll(() => table.page.locator('.hint > *').count()).toBe(0);
});

it('flips the board and remembers it', async () => {
  await table.sitDown({ game: 'hexxagon', ...twoPeople });
  const height = async () => (await table.cell('a1').boundingBox())!.y;
  const before = await height();
  await table.page.keyboard.press('f');
  await expect.poll(height).toBeLessThan(before);
  await table.play('b5');
  await table.page.reload();
  await table.settled();
  await expect.poll(height).toBeLessThan(before);
  await table.shoot('flipped');
});

it('looks at earlier positions', async () => {
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  await table.play('a2');
  await table.play('a7', 'a5');
  await button('a2').click();
  await expect.poll(() => table.words('a7')).toContain('White piece');
  await table.page.keyboard.press('ArrowLeft');
  await expect.poll(() => table.words('a2')).toBe('a2, empty');
  await table.page.keyboard.press('End');
  await expect.poll(() => table.words('a5')).toContain('White piece');
});

it('changes who plays', async () => {
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  await table.page.getByLabel('Black, played by').selectOption('0.2');
  await expect.poll(() => table.game.history.length).toBe(1);
});

it('plays against a level', async () => {
  await table.sitDown({ game: 'boop', ...twoPeople });
  await table.page.getByLabel('Grey, played by').selectOption({ label: 'Engine, level 1' });
  await expect.poll(() => table.game.o.kind).toBe('engine');
  await table.play('c3');
  await expect.poll(() => table.game.history.length).toBe(2);
  expect(table.game.o).toEqual({ kind: 'engine', level: 1 });
  await table.shoot('level');
});

describe('a position as text', () => {
  beforeEach(async () => {
    await table.sitDown({ game: 'ataxx', ...twoPeople });
    await table.page.locator('.position summary').click();
  });

  const paste = async (text: string) => {
    await table.page.getByLabel('Start from a position').fill(text);
    await button('Start from it').click();
  };

  it('is copied', async () => {
    await table.page.getByRole('button', { name: /^Copy: / }).first().click();
    await expect.poll(() => table.page.evaluate(() => navigator.clipboard.readText())).toBe(table.game.position);
  });

  it('begins a game', async () => {
    const position = 'o5x/7/7/3x3/7/7/x5o o 0 1';
    await paste(position);
    await expect.poll(() => table.game.start.position).toBe(position);
    await expect.poll(() => table.words('d4')).toContain('Black piece');
    await expect.poll(() => table.status()).toBe('White to move');
  });

  it('that cannot be read is refused in words', async () => {
    const { key } = table.game;
    await paste('o5x/8/7/7/7/7/x5o x 0 1');
    const said = await table.page.getByRole('alert').innerText();
    expect(said.length).toBeGreaterThan(10);
    expect(said).not.toContain('\n');
    expect(table.game.key).toBe(key);
    await table.shoot('bad-position');
  });
});

describe('the form', () => {
  const variant = () => table.page.getByLabel('Variant', { exact: true }).inputValue();

  it.each([[1280, 800], [360, 640]])('has its button in sight at %i x %i', async (width, height) => {
    await table.page.setViewportSize({ width, height });
    await table.visitHome('ataxx');
    const button = table.page.getByRole('button', { name: 'Play', exact: true });
    await button.waitFor();
    await expect.poll(() => button.evaluate((it) => it.getBoundingClientRect().bottom)).toBeLessThanOrEqual(height);
  });

  it('shows the number that it takes where another was typed', async () => {
    await table.visitHome('ataxx');
    await table.page.locator('.clock-choice select').selectOption('own');
    const type = async (label: string, value: string) => {
      const field = table.page.getByLabel(label, { exact: true });
      await field.fill(value);
      await field.press('Tab');
      return field.inputValue();
    };
    expect([await type('Minutes', '400'), await type('Seconds more after each move', '-3')]).toEqual(['180', '0']);
    expect([await type('Minutes', ''), await type('Minutes', '7')]).toEqual(['180', '7']);
    await table.page.getByText('Options').click();
    expect(await type('Size: columns', '99')).toBe('11');
    await button('Play').click();
    await table.page.locator('.status').waitFor();
    await table.settled();
    expect(table.game.clock).toMatchObject({ seconds: 420, increment: 0 });
  });

  // The address gets the variant's name between the press and the game.
  it('leads to a game that was begun before its board had come', async () => {
    const early = await house.table();
    let asked = (_begin: () => void) => {};
    const begun = new Promise<() => void>((resolve) => (asked = resolve));
    await early.page.routeWebSocket(/api\/play/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        if (String(text).startsWith('{"t":"new"')) asked(() => server.send(text));
        else server.send(text);
      });
    });
    await early.visitHome('ataxx');
    await early.page.getByText('Options').click();
    await early.page.getByLabel('Size: columns', { exact: true }).fill('5');
    await early.page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => early.page.url()).toContain('size=5');
    (await begun)();
    await early.page.locator('.status').waitFor();
    expect(early.complaints).toEqual([]);
    await early.close();
  });

  it('spells the variant from the options', async () => {
    await table.visitHome('ataxx');
    await table.page.getByText('Options').click();
    await table.page.getByLabel(/Misère/).check();
    await table.page.getByLabel('Size: columns').fill('5');
    await table.page.getByLabel('Size: columns').press('Tab');
    await expect.poll(variant).toBe('ataxx:size=5x7,misere');
    await expect.poll(() => table.page.locator('[data-cell]').count()).toBe(35);
    await table.shoot('options');
    await table.page.getByRole('link', { name: 'Standard', exact: true }).click();
    await expect.poll(variant).toBe('ataxx');
    await table.page.goBack();
    await expect.poll(variant).toBe('ataxx:size=5x7,misere');
    await button('Play').click();
    await table.page.locator('.status').waitFor();
    expect(table.game.game).toBe('ataxx:size=5x7,misere');
  });

  it('reads the variant and shows the error of one it cannot', async () => {
    await table.visitHome('ataxx');
    await table.page.getByLabel('Variant', { exact: true }).fill('ataxx:size=99x1');
    await expect.poll(() => table.page.getByRole('alert').count()).toBe(1);
    await table.page.getByLabel('Variant', { exact: true }).fill('thomas');
    await expect.poll(() => table.page.getByRole('alert').count()).toBe(0);
    await button('Play').click();
    await expect.poll(() => table.page.locator('.status').count()).toBe(1);
    await table.settled();
    expect(table.game.game).toBe('ataxx:orthogonal');
    // The browser reports the refused request, which is what was wanted.
    table.complaints.length = 0;
  });

  it.each([[1280, 800], [360, 640]])('leads to a variant that is refused at %i x %i', async (width, height) => {
    await table.page.setViewportSize({ width, height });
    await table.visitHome('ataxx');
    const field = table.page.getByLabel('Variant', { exact: true });
    await field.fill('ataxx:sise=3');
    await table.page.getByRole('alert').waitFor();
    await table.page.getByRole('link', { name: 'Standard', exact: true }).focus();
    await table.page.evaluate(() => scrollTo(0, 0));
    await button('Play').click();
    await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
    const box = (await field.boundingBox())!;
    const bar = (await table.page.locator('.begin').boundingBox())!;
    expect(box.y).toBeGreaterThan(0);
    expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
    expect(bar.y + bar.height).toBeLessThanOrEqual(height);
    const error = (await table.page.getByRole('alert').boundingBox())!;
    expect(error.y + error.height + 8).toBeLessThanOrEqual((await button('Play').boundingBox())!.y + 0.5);
    table.complaints.length = 0;
  });
});

it('leads by its name to the form, and back to the game that is played', async () => {
  const name = table.page.getByRole('link', { name: 'Tavoliere' });
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  await table.play('a2');
  const { key } = table.game;
  const thereAndBack = async () => {
    await name.click();
    await button('Play Ataxx').waitFor();
    await table.page.locator('.my-games a').first().click();
    await table.page.locator('.seats').waitFor();
    expect(new URL(table.page.url()).hash).toBe(`#${key}`);
    await expect.poll(() => table.words('a2')).toContain('Black piece');
  };
  await thereAndBack();
  await table.page.keyboard.press('a');
  await table.page.locator('.analysis .browse').waitFor();
  await thereAndBack();
});

it('drags with the mouse', async () => {
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  await table.drag('a1', 'c2');
  await expect.poll(() => table.game.history[0]?.text).toBe('a1-c2');
});

it('drags with a finger without scrolling the page, which scrolls from elsewhere', async () => {
  const phone = await house.table({ viewport: { width: 320, height: 480 }, hasTouch: true, isMobile: true });
  await phone.sitDown({ game: 'ataxx', ...twoPeople });
  const touches = await phone.page.context().newCDPSession(phone.page);
  const swipe = async (from: string, to: string) => {
    const [a, b] = [(await phone.cell(from).boundingBox())!, (await phone.cell(to).boundingBox())!];
    const at = (part: number) => ({ x: a.x + a.width / 2 + (b.x - a.x) * part, y: a.y + a.height / 2 + (b.y - a.y) * part });
    await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] });
    for (let step = 1; step <= 8; step++) await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(step / 8)] });
    await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const scrolled = () => phone.page.evaluate(() => scrollY);
  await swipe('a1', 'a3');
  await expect.poll(() => phone.game.history[0]?.text).toBe('a1-a3');
  await expect.poll(scrolled).toBe(0);
  await swipe('d2', 'd6');
  await expect.poll(scrolled).toBeGreaterThan(0);
  expect(phone.game.history).toHaveLength(1);
  await phone.close();
});
