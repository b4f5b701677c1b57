import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measuredOf, minutesOf, pictureOf, storyOf } from './gallery.ts';
import { knownOf } from './known.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const games = [...read('../../src/games/games.def').matchAll(/^GAME\((\w+),/gm)].flatMap(([, file]) =>
  [...read(`../../src/games/${file}.hpp`).matchAll(/^\s+(?:\{)?\.name = "(\w+)"/gm)].map(([, name]) => name!));

it('the gallery has every game', () => {
  expect(games).toHaveLength(9);
  for (const game of games) {
    expect([game, !!pictureOf(game), !!knownOf(game)]).toEqual([game, true, true]);
    expect(storyOf(game)!.it).not.toBe(storyOf(game)!.en);
    const { games: played, short, plies, long, first, draws } = measuredOf(game)!;
    expect(short <= plies && plies <= long && first + draws <= played, game).toBe(true);
    const [least, most] = minutesOf(measuredOf(game)!);
    expect(least <= most, game).toBe(true);
  }
});

/** "| `ataxx:size=3x5` | wins | 33 |" of the tables of all positions. */
it('what is solved by a table is what docs/solved.md says', () => {
  const rows = new Map([...read('../../docs/solved.md').matchAll(/^\| `([^`]+)` \| (wins|loses|draw) \| (\d*) ?\|/gm)].map(([, variant, value, plies]) =>
    [variant!.replace(/^thomas:(.*)/, 'ataxx:$1,orthogonal').replace(/^assimilation:(.*)/, 'ataxx:$1,straight'), [value, plies]]));
  expect(rows.size).toBeGreaterThan(20);
  const told = { win: 'wins', loss: 'loses', draw: 'draw' };
  for (const game of games)
    for (const { variant, value, plies, how } of knownOf(game)!.solved)
      if (how === 'table') expect([variant, rows.get(variant)]).toEqual([variant, [told[value], String(plies ?? '')]]);
});

/** "| 4x5 | loses | …" of Clobber's sums, and boards by their size where a proof or sums found who wins. */
it('and every other board is there by its size', () => {
  const page = read('../../docs/solved.md');
  for (const game of games)
    for (const { variant } of knownOf(game)!.solved) expect(page, variant).toContain(/size=(\d+x?\d*)/.exec(variant)?.[1] ?? variant);
});
