/** What is on a panel is seen from its top, and nothing on it is cut. */
import { describe, expect, it } from 'vitest';
import { writeAddress } from '../src/analyse/address.ts';
import { texts } from '../src/texts.ts';
import { House, Table, twoPeople } from './harness.ts';

const house = new House();

/** How far the page and its panel are scrolled, and how far the page could be where only the panel should. */
const scrolled = (table: Table) => table.page.evaluate(() => {
  const panelScrolls = getComputedStyle(document.querySelector('aside')!).overflowY === 'auto';
  const room = document.documentElement.scrollHeight - innerHeight;
  return [scrollY, document.querySelector('aside')!.scrollTop, panelScrolls ? room : 0];
});

/** A click of a hand: it does not scroll first, as the driver's own does. */
const press = (table: Table, selector: string) => table.page.locator(selector).first().evaluate((element) => {
  (element as HTMLElement).focus();
  (element as HTMLElement).click();
});

/** Choices whose words are wider than there is room for. */
const cutChoices = (table: Table) => table.page.locator('select').evaluateAll((all) => {
  const pen = document.createElement('canvas').getContext('2d')!;
  return (all as HTMLSelectElement[]).flatMap((select) => {
    const style = getComputedStyle(select);
    pen.font = style.font;
    const arrow = 20;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    const words = select.selectedOptions[0]?.text ?? '';
    return pen.measureText(words).width > room ? [words] : [];
  });
});

describe.each([
  { width: 1280, height: 800 }, { width: 640, height: 400 }, { width: 360, height: 740 },
].flatMap((size) => (['en', 'it'] as const).map((language) => ({ ...size, language }))))('at $width x $height in $language', ({ width, height, language }) => {
  const t = texts[language];
  const open = () => house.table({ viewport: { width, height }, locale: language === 'en' ? 'en-GB' : 'it-IT', reducedMotion: 'reduce' });

  it('the form and the game', async () => {
    const table = await open();
    await table.visitHome('ataxx');
    expect(await scrolled(table)).toEqual([0, 0, 0]);
    // A chip that is in sight is chosen without moving anything.
    const chips = table.page.locator('.chip:has(input)');
    for (let i = 0; i < (await chips.count()); i++) {
      const chip = chips.nth(i);
      await chip.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const before = await scrolled(table);
      await chip.locator('input').evaluate((element: HTMLElement) => element.focus());
      expect(await scrolled(table)).toEqual(before);
    }
    const clock = { seconds: 300, increment: 3 };
    for (const seconds of [0.2, 5]) {
      await table.sitDown({ game: 'ataxx', x: { kind: 'person' }, o: { kind: 'engine', seconds }, clock });
      expect(await cutChoices(table)).toEqual([]);
      expect(await scrolled(table)).toEqual([0, 0, 0]);
    }
    await table.sitDown({ game: 'ataxx', x: { kind: 'person' }, o: { kind: 'engine', level: 3 }, clock });
    expect(await cutChoices(table)).toEqual([]);
    await table.shoot(`panel-clock-${width}-${language}`);
    // From the bottom of one panel to the top of the next.
    await press(table, '.bar [aria-expanded]');
    await press(table, `.actions button:has-text("${t.newGame}")`);
    await table.page.locator('.begin .primary').waitFor();
    await table.page.evaluate(() => [scrollTo(0, 1e6), document.querySelector('aside')!.scrollTo(0, 1e6)]);
    await press(table, '.begin .primary');
    await table.page.locator('.status').waitFor();
    await expect.poll(() => scrolled(table)).toEqual([0, 0, 0]);
    await table.close();
  });

  it('the end of a game, told in more than one line', async () => {
    const table = await open();
    await table.sitDown({ game: 'blocco', position: '6/6/6/6/6/4o1/3xox x', ...twoPeople });
    await table.play('f1', 'e1', 'e1');
    expect(table.game.result).toBeDefined();
    await table.page.locator('.status.over').waitFor();
    expect(await table.page.locator('.status').evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return words.getBoundingClientRect().height - element.getBoundingClientRect().height;
    })).toBeLessThanOrEqual(0);
    await table.close();
  });

  it('the review, whose marks cover no other', async () => {
    const table = await open();
    // Each move gives all away that the one before gave.
    const played = 'e1-e3 i1-i3 a5-b4 i3-g5 h5 a1-b3 f3 f8 e2 f8-g6 h6 g5-i4 g6-e8 h5-g7 e8-g6 h5 f7 a2 g6-h4 h6-f8 h6 g6 h4-f6 g5'.split(' ');
    const moves = `{[%eval 9.00]} ${played.map((move, i) => `${move} {[%eval ${i % 2 ? '' : '-'}9.00]}`).join(' ')}`;
    await table.page.goto(`${house.server.url}${writeAddress({ game: 'hexxagon', moves })}`);
    await table.page.getByRole('button', { name: language === 'en' ? 'Review' : 'Rivedi', exact: true }).click();
    await expect.poll(() => table.page.locator('.turning-point').count()).toBe(played.length);
    const boxes = await table.page.locator('.turning-point').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
    const cover = boxes.flatMap((one, i) => boxes.slice(i + 1).filter((other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom));
    expect(cover).toEqual([]);
    await table.shoot(`panel-review-${width}-${language}`);
    expect(await cutChoices(table)).toEqual([]);
    // From far down in the list of mistakes to the question.
    await table.page.evaluate(() => [scrollTo(0, 1e6), document.querySelector('aside')!.scrollTo(0, 1e6)]);
    await table.page.locator('.mistakes li > button').last().evaluate((element: HTMLElement) => element.click());
    await table.page.locator('.hinted').waitFor();
    await expect.poll(() => scrolled(table)).toEqual([0, 0, 0]);
    await table.close();
  });
});
