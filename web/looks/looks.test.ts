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
