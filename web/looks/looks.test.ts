/** Makes a picture of every screen: three sizes, light and dark, both languages. ONLY is a pattern of the names of those that are wanted. */
import { describe, it } from 'vitest';
import { againstEngine, House, type Table } from '../e2e/harness.ts';
import { pack } from '../src/pack.ts';
import { writeBook, type Book } from '../src/studies/book.ts';

const house = new House();
const wanted = new RegExp(process.env.ONLY ?? '');

const study: Book = {
  title: 'Three ways to lose a corner',
  chapters: [
    { title: 'The corner is given away', game: 'ataxx', moves: '{White is about to take the corner: what does Black play here?} a2 a7-a5 {Too soon.} (a7-b5 {Better.} b2) a2-a4' },
    { title: 'The same with blocked cells', game: 'ataxx:blocks=c3+c5+e3+e5' },
    { title: 'Penntagon has no corners', game: 'penntagon' },
  ],
};

/** What is opened, and what is there when it can be looked at. */
const screens: Record<string, (table: Table) => Promise<void>> = {
  gallery: (table) => table.visit(),
  home: (table) => table.visitHome('hexxagon'),
  table: async (table) => {
    await table.sitDown({ game: 'ataxx', ...againstEngine });
    await table.play('a2');
  },
  analysis: (table) => at(table, '#analyse?game=boop&moves=c3_d4_c4&at=3', '.analysis .cell.open'),
  explorer: async (table) => {
    await at(table, '#analyse?game=ataxx&moves=a2_a7-a5&at=1', '.analysis .cell.open');
    await table.page.keyboard.press('o');
    await table.page.locator('.explorer td').first().waitFor();
  },
  review: async (table) => {
    await at(table, '#analyse?game=ataxx&moves=g7-g5_g1-e2_g5-e5_e2-c1_b2_b6_f6_c5_d6_b6-d5_e6_c6', '.analysis .cell.open');
    await table.page.keyboard.press('v');
    await table.page.locator('.review .primary').click();
    await table.page.locator('.review .primary', { hasText: /again|ancora/ }).waitFor();
  },
  setup: async (table) => {
    await at(table, '#analyse?game=boop&moves=c3_d4_c4&at=3', '.analysis .cell.open');
    await table.page.keyboard.press('e');
    await table.page.locator('.analysis .actions').first().waitFor();
  },
  draw: (table) => at(table, '#analyse?game=hexxagon&marks=arrow:a1-b2_circle:c3_label:e5=A&caption=Where_to%3F', '.analysis .diagram'),
  writing: (table) => at(table, '#write/othello', '.verdict .fine'),
  rules: async (table) => {
    await at(table, '#/ataxx', 'main [data-cell]');
    await table.page.keyboard.press('r');
    await table.page.locator('dialog img').first().waitFor();
  },
  help: async (table) => {
    await table.visit();
    await table.page.keyboard.press('?');
    await table.page.getByRole('dialog').waitFor();
  },
  embed: async (table) => {
    await table.page.goto(`${house.server.url}embed/#analyse?game=boop&moves=c3_d4_c4_{Near.}_e5&at=3`);
    await table.page.locator('.words').waitFor();
  },
  puzzles: (table) => at(table, '#puzzles', '.puzzle-games progress'),
  puzzle: (table) => at(table, '#puzzles/insert', '.puzzle .cell.open'),
  studies: (table) => at(table, '#study', 'main h2'),
  study: async (table) => at(table, `#study=${await pack(writeBook(study))}`, '.analysis .cell.open'),
  lesson: (table) => at(table, '#learn/penntagon/tactic', '.lesson .cell.open'),
};

async function at(table: Table, place: string, there: string): Promise<void> {
  await table.page.goto(`${house.server.url}${place}`);
  await table.page.locator(there).first().waitFor();
}

const sizes = [[360, 740], [1280, 800], [3840, 2160]] as const;

describe.each(Object.keys(screens))('%s', (screen) => {
  for (const [width, height] of sizes)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const locale of ['en-GB', 'it-IT']) {
        const name = `${screen}-${width}-${colorScheme}-${locale.slice(0, 2)}`;
        it.runIf(wanted.test(name))(name, async () => {
          const table = await house.table({ locale, colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
          await screens[screen]!(table);
          await table.shoot(name);
          await table.close();
        });
      }
});
