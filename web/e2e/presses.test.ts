/** One press does one thing: keys that are held, double clicks, and what is asked before it is done. */
import { beforeEach, describe, expect, it } from 'vitest';
import { House, Table, twoPeople } from './harness.ts';

const house = new House();
let table: Table;
const button = (name: string) => table.page.getByRole('button', { name, exact: true });
house.tableForEach({ reducedMotion: 'reduce' }, (fresh) => (table = fresh));

/** Down and repeated, as a held key is, then up. */
async function hold(key: string, times = 8): Promise<void> {
  for (let i = 0; i < times; i++) await table.page.keyboard.down(key);
  await table.page.keyboard.up(key);
}

/** What comes of the presses has come: all that they asked for is answered, and a picture was drawn since. */
async function done(): Promise<void> {
  expect(await table.answered()).toBe(true);
  await table.page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Lets the page's time stand, so that presses come at once however slow the machine is; at a time that is not past when the page hears of it. */
async function stopTime({ page }: Table): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
}

async function playFour(): Promise<void> {
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  for (const move of [['a2'], ['a7', 'a5'], ['b1'], ['g1', 'g3']]) await table.play(...move);
}

describe('a key that is held', () => {
  beforeEach(playFour);

  it('takes back one move', async () => {
    await hold('u');
    await expect.poll(() => table.game.history.length).toBe(3);
    await done();
    expect(table.game.history).toHaveLength(3);
  });

  it('flips once', async () => {
    const flipped = () => button('Flip').getAttribute('aria-pressed');
    expect(await flipped()).toBe('false');
    await hold('f', 4);
    await done();
    expect(await flipped()).toBe('true');
  });

  it.each(['Enter', ' '])('presses a button once (%j)', async (key) => {
    await button('Undo').focus();
    await hold(key);
    await expect.poll(() => table.game.history.length).toBe(3);
    await button('Flip').focus();
    await hold(key, 5);
    await done();
    expect([table.game.history.length, await button('Flip').getAttribute('aria-pressed')]).toEqual([3, 'true']);
  });

  it.each(['Enter', ' '])('clicks a cell once (%j)', async (key) => {
    const { version } = table.game;
    await table.cell('b1').focus();
    await hold(key, 4); // an even number would pick the piece up and put it down
    await done();
    expect(await table.words('b1')).toContain('selected');
    expect(table.game.version).toBe(version);
  });

  it('walks for as long as it is held', async () => {
    await table.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await hold('ArrowLeft', 3);
    await expect.poll(() => table.page.locator('.browsing').innerText()).toContain('after move 1 of 4');
    await button('Next position').focus();
    await hold('Enter', 2);
    await expect.poll(() => table.page.locator('.browsing').innerText()).toContain('after move 3 of 4');
  });

  it('begins one game, and writes where it is written', async () => {
    await table.page.keyboard.press('n');
    await button('Play').waitFor();
    const variant = table.page.getByLabel('Variant', { exact: true });
    await variant.fill('ataxx:size=');
    await variant.focus();
    await hold('5', 1);
    await hold('Enter');
    await table.page.locator('.status').waitFor();
    await table.settled();
    await table.page.getByRole('link', { name: 'Tavoliere', exact: true }).click();
    await expect.poll(() => table.page.locator('.my-games a').count()).toBe(2);
  });

  it('opens what closes with it once', async () => {
    await hold('?');
    await table.page.getByRole('dialog').waitFor();
    await hold('Escape');
    await table.page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

describe.each([['Resign', 'Resign: sure?'], ['Agree a draw', 'Draw: sure?']])('"%s"', (name, sure) => {
  beforeEach(async () => {
    await playFour();
    await button('More').click();
    await stopTime(table);
  });

  /** It is asked, nothing is done, and a press that begins when the question has been seen does it. */
  async function expectAsked(): Promise<void> {
    await button(sure).waitFor();
    expect(await table.answered()).toBe(true);
    expect(table.game.result).toBeNull();
    await table.page.clock.runFor(700);
    await button(sure).click();
    await expect.poll(() => table.game.result?.reason).toMatch(/resigned|agreed/);
  }

  it('is asked by a double click, and by three', async () => {
    await button(name).click({ clickCount: 3 });
    await expectAsked();
  });

  it('is asked by quick clicks that are no double click', async () => {
    const { x, y, width, height } = (await button(name).boundingBox())!;
    for (let i = 0; i < 4; i++) await table.page.mouse.click(x + width / 2, y + height / 2);
    await expectAsked();
  });

  it.each(['Enter', ' '])('is asked by a held key, and by a quick one (%j)', async (key) => {
    await button(name).focus();
    await hold(key);
    await table.page.keyboard.press(key);
    await expectAsked();
  });

  it('is asked by a press that began before', async () => {
    const { x, y, width, height } = (await button(name).boundingBox())!;
    await table.page.mouse.click(x + width / 2, y + height / 2);
    await table.page.mouse.down();
    await table.page.clock.runFor(900);
    await table.page.mouse.up();
    await expectAsked();
  });

  it('is done by the keyboard', async () => {
    await button(name).focus();
    await table.page.keyboard.press('Enter');
    await table.page.clock.runFor(700);
    await table.page.keyboard.press('Enter');
    await expect.poll(() => table.game.result?.reason).toMatch(/resigned|agreed/);
  });
});

it('a double tap asks whether to resign', async () => {
  const phone = await house.table({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  await phone.sitDown({ game: 'ataxx', ...twoPeople });
  await stopTime(phone);
  const resign = phone.page.getByRole('button', { name: /^Resign/ });
  await resign.tap();
  const { x, y, width, height } = (await resign.boundingBox())!;
  await phone.page.touchscreen.tap(x + width / 2, y + height / 2);
  expect(await phone.answered()).toBe(true);
  expect([await resign.innerText(), phone.game.result]).toEqual(['Resign: sure?', null]);
  await phone.page.clock.runFor(700);
  await resign.tap();
  await expect.poll(() => phone.game.result?.reason).toBe('resigned');
  await phone.close();
});

describe('what cannot be copied', () => {
  const leaveNone = () => table.page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const refuseAll = () => table.page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
    document.execCommand = () => false;
  });
  const open = async () => {
    await table.sitDown({ game: 'ataxx', ...twoPeople });
    await table.page.locator('.position summary').click();
    await table.page.getByRole('button', { name: 'Copy: Position as text' }).click();
  };

  it('by the clipboard is copied in another way', async () => {
    await leaveNone();
    await open();
    await button('Copied').waitFor();
    const other = table.page.getByLabel('Start from a position');
    await other.focus();
    await table.page.keyboard.press('Control+V');
    await expect.poll(() => other.inputValue()).toBe(table.game.position);
  });

  it('in any way is selected, which is said', async () => {
    await refuseAll();
    await open();
    await button('Selected: press Ctrl+C').waitFor();
    const selected = await table.page.evaluate(() => {
      const field = document.activeElement as HTMLInputElement;
      return field.value.slice(field.selectionStart!, field.selectionEnd!);
    });
    expect(selected).toBe(table.game.position);
    await table.shoot('selected');
  });
});
