import { describe, expect, it } from 'vitest';
import { againstEngine, House, Table, twoPeople } from './harness.ts';

const house = new House();
let table: Table;
house.tableForEach({ reducedMotion: 'reduce' }, (fresh) => (table = fresh));

it("plays the newsletter's example", async () => {
  await table.visit();
  await table.startInForm('Ataxx');
  await table.settled();
  await expect.poll(() => table.status()).toBe('Black to move');
  await table.play('a2');
  await expect.poll(() => table.words('a2')).toContain('Black piece, last move');
  await table.play('a7', 'a5');
  await expect.poll(() => table.words('a7')).toContain('empty');
  await table.play('a2', 'a4');
  await expect.poll(() => table.words('a5')).toContain('Black piece');
  expect(table.game.history.map((move) => move.text)).toEqual(['a2', 'a7-a5', 'a2-a4']);
  await expect.poll(() => table.page.locator('.count').allInnerTexts()).toEqual([expect.stringMatching(/^4/), expect.stringMatching(/^1/)]);
  await table.shoot('newsletter');
});

it('shows the same growth by clicking the piece first', async () => {
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  await table.play('a1', 'a2');
  expect(table.game.history.map((move) => move.text)).toEqual(['a2']);
});

describe('plays a whole game against the engine', () => {
  it.each([
    'ataxx', 'hexxagon', 'penntagon', 'clobber', 'blocco', 'boop', 'magnetone', 'magnetone:weak',
    'attract', 'insert', 'insert:xplus',
  ])('of %s', async (game) => {
    const name = game.replace(/\W/g, '-');
    await table.sitDown({ game, ...againstEngine });
    await table.shoot(`${name}-start`);
    for (let turns = 0; turns < 3 && !table.game.result; turns++) await table.playMove(table.game.moves.at(-1)!);
    await table.shoot(`${name}-playing`);
    await table.playToTheEnd(7);
    await table.shoot(`${name}-end`);
  });
});

it('plays a whole game between two people', async () => {
  await table.sitDown({ game: 'ataxx:size=5x5', ...twoPeople });
  await table.playToTheEnd(3);
  await expect.poll(() => table.page.getByRole('button', { name: 'Resign' }).isDisabled()).toBe(true);
});

it('two people follow one game by its link', async () => {
  await table.sitDown({ game: 'ataxx', ...twoPeople });
  const friend = await house.table();
  await friend.page.goto(table.page.url());
  await friend.settled();
  await table.play('a2');
  await friend.settled(table.game.version - 1);
  await expect.poll(() => friend.words('a2')).toContain('Black piece');
  await friend.play('a7', 'a5');
  await table.settled(friend.game.version - 1);
  await expect.poll(() => table.words('a5')).toContain('White piece');
  await friend.close();
});

it('asks again for the games where the server was away', async () => {
  let refused = 0;
  await table.page.route('**/api/games', (route) => (refused++ === 0 ? route.abort() : route.continue()));
  await table.visit();
  expect(refused).toBe(2);
  expect(await table.page.getByRole('alert').count()).toBe(0);
  // The browser says itself that it could not connect.
  table.complaints.length = 0;
});

describe('brings the game back', () => {
  it('after a reload', async () => {
    await table.sitDown({ game: 'hexxagon', ...twoPeople });
    await table.play('b5');
    await table.page.reload();
    await table.settled();
    await expect.poll(() => table.words('b5')).toContain('Black piece');
  });

  it('at the bare address, the last one, where it is asked for', async () => {
    await table.sitDown({ game: 'ataxx', ...twoPeople });
    await table.play('a2');
    await table.page.goto('about:blank');
    await table.page.goto(house.server.url);
    await table.page.locator('.my-games a').first().click();
    await table.settled();
    await expect.poll(() => table.words('a2')).toContain('Black piece');
  });

  it('or says that there is none under this key', async () => {
    await table.page.goto(`${house.server.url}#nonsense`);
    const said = await table.page.getByRole('alert').innerText();
    expect(said).toContain('There is no game at this address');
    await table.startInForm('Clobber');
    await table.settled();
    expect(await table.page.getByRole('alert').count()).toBe(0);
  });

  it('after the server was killed and started again', async () => {
    await table.sitDown({ game: 'penntagon', ...twoPeople });
    const [first] = table.game.moves;
    await table.play(...first!.path);
    await house.server.stop('SIGKILL');
    await table.page.getByText('Connection lost').waitFor();
    await house.server.start();
    await table.page.getByText('Connection lost').waitFor({ state: 'detached' });
    await table.play(...table.game.moves[0]!.path);
    expect(table.game.history).toHaveLength(2);
    await table.page.reload();
    await table.settled();
    expect(table.game.history[0]!.text).toBe(first!.text);
    // The browser says itself that it could not connect.
    table.complaints.length = 0;
  });
});
