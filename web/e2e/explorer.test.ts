import { describe, expect, it } from 'vitest';
import { writeAddress, type Address } from '../src/analyse/address.ts';
import { expectFits, House, Table, violations } from './harness.ts';

/** The first moves of the first three are one up to symmetry, and so are the second moves of the first two. */
const records = [
  ['a2 a6 b2', '1-0', 'Ada', 'Bea', 2000], ['b1 f1 b2', '0-1', 'Carl', 'Ada', 1500], ['g6 b7', '1/2-1/2', 'Dora', 'Ada', 1200], ['b2', '*', '', '', 0],
].map(([moves, result, first, second, rating]) => `%tgn 1
[Game "ataxx"]
${first ? `[First "${first}"]\n[Second "${second}"]\n[FirstElo "${rating}"]\n` : ''}[Date "2026-11-27"]
[Result "${result}"]

${moves} ${result}
`).concat('%tgn 1\n[Game "clobber:size=2x2"]\n[Result "1-0"]\n\na2xb2 a1xb1 b2xb1 1-0\n').join('\n');

const house = new House(records);
let table: Table;
house.tableForEach({ reducedMotion: 'reduce' }, (fresh) => (table = fresh));

async function openBoard(address: Address, on = table): Promise<void> {
  await on.page.goto(`${house.server.url}${writeAddress(address)}`);
  await on.page.locator('.analysis .browse').waitFor();
}

const panel = (on = table) => on.page.locator('.explorer');
const rows = (on = table) => panel(on).locator('tbody tr');
/** Each line as it is read: its move, how often, and how the games ended. */
const told = () => rows().evaluateAll((all) => all.map((row) => [
  row.querySelector('button')!.innerText, row.querySelector('td')!.innerText.split(/\s/)[0], row.querySelector('[role=img]')!.getAttribute('aria-label'),
]));

describe('the explorer', () => {
  it('shows what was played, and is walked by keyboard', async () => {
    await openBoard({ game: 'ataxx' });
    expect(await panel().count()).toBe(0);
    await table.page.keyboard.press('o');
    await expect.poll(told).toEqual([
      [expect.stringMatching(/^(a2|b1|g6|f7)$/), '3', 'Black won 33%, drawn 33%, White won 33%'],
      [expect.stringMatching(/^(b2|f6)$/), '1', 'no result is known'],
    ]);
    await expect.poll(() => panel().locator('tfoot td').first().innerText()).toBe('4');
    await rows().first().getByRole('button').focus();
    await table.page.keyboard.press('Enter');
    await expect.poll(() => table.page.locator('.tree [aria-current]').innerText()).toMatch(/^1\.(a2|b1|g6|f7)$/);
    await expect.poll(async () => (await told()).map(([, count]) => count)).toEqual(['2', '1']);
    await table.page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await told()).map(([, count]) => count)).toEqual(['3', '1']);
    await table.page.keyboard.press('o');
    await panel().waitFor({ state: 'detached' });
  });

  it('opens a game at the move where the position came', async () => {
    await openBoard({ game: 'ataxx', moves: 'a2', at: '1' });
    await table.page.keyboard.press('o');
    const games = panel().getByRole('link');
    await expect.poll(() => games.allInnerTexts()).toEqual([
      'Black wins, Ada (2000) – Bea, 3 moves, 2026-11-27', 'White wins, Carl (1500) – Ada, 3 moves, 2026-11-27', 'Draw, Dora (1200) – Ada, 2 moves, 2026-11-27',
    ]);
    await games.nth(1).click();
    await expect.poll(() => table.page.locator('.tree-moves button').allInnerTexts()).toEqual(['1.b1', 'f1', '2.b2']);
    await expect.poll(() => table.page.locator('.tree [aria-current]').innerText()).toBe('1.b1');
    await table.page.goBack();
    await expect.poll(() => table.page.locator('.tree-moves button').allInnerTexts()).toEqual(['1.a2']);
  });

  it('says what is proved of a move', async () => {
    await openBoard({ game: 'clobber:size=2x2' });
    await table.page.keyboard.press('o');
    await expect.poll(() => rows().count()).toBe(1); // all first moves are one
    await table.page.keyboard.press('x');
    await expect.poll(() => rows().locator('.exact').innerText()).toMatch(/^= (wins|loses)/);
    await rows().getByRole('button').press('Enter');
    await expect.poll(() => panel().locator('tfoot td').first().innerText()).toBe('1');
  });

  it('says where no game came', async () => {
    await openBoard({ game: 'ataxx', position: 'x5o/7/7/7/7/7/7 x 0 1' });
    await table.page.keyboard.press('o');
    await expect.poll(() => panel().innerText()).toContain('No game that is kept came to this position.');
  });
});

const looks = (['en-GB', 'it-IT'] as const).flatMap((locale) => (['light', 'dark'] as const).map((colorScheme) => ({ locale, colorScheme })));
it.each(looks)('is well made in $locale, $colorScheme', async ({ locale, colorScheme }) => {
  const other = await house.table({ locale, colorScheme, reducedMotion: 'reduce' });
  await openBoard({ game: 'ataxx' }, other);
  await other.page.getByRole('button', { name: locale === 'it-IT' ? 'Esplora' : 'Explorer', exact: true }).click();
  await expect.poll(() => rows(other).count()).toBe(2);
  expect(await violations(other)).toEqual([]);
  for (const [width, height] of [[320, 568], [360, 800], [1280, 800], [3840, 2160]] as const) {
    await other.page.setViewportSize({ width, height });
    await expectFits(other);
    await other.shoot(`explorer-${locale.slice(0, 2)}-${colorScheme}-${width}`);
    if (width === 320 || width === 360) {
      await panel(other).scrollIntoViewIfNeeded();
      await other.page.screenshot({ path: `${process.env.SHOTS ?? 'e2e/shots'}/explorer-${locale.slice(0, 2)}-${colorScheme}-${width}-panel.png` });
    }
  }
  await other.close();
});

describe('a server without a database', () => {
  const poor = new House();
  it('has the openings, and says where there are none', async () => {
    const other = await poor.table({ reducedMotion: 'reduce' });
    await other.page.goto(`${poor.server.url}${writeAddress({ game: 'ataxx' })}`);
    await other.page.locator('.analysis .browse').waitFor();
    await other.page.keyboard.press('o');
    await expect.poll(() => rows(other).count()).toBe(5);
    await expect.poll(() => panel(other).locator('code').innerText()).toMatch(/^tavoliere selfplay ataxx /);
    await other.page.goto(`${poor.server.url}${writeAddress({ game: 'ataxx:misere' })}`);
    await expect.poll(() => panel(other).innerText()).toBe('There are no games to explore here.');
    await other.close();
  });
});
