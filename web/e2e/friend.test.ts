/** Two people at two browsers, and a link between them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOvertaken } from '../src/overtaken.ts';
import { homeTexts } from '../src/parts/texts.ts';
import type { Side } from '../src/protocol.ts';
import { newKey } from '../src/shelf.ts';
import { tableTexts } from '../src/table/texts.ts';
import { texts } from '../src/texts.ts';
import { expectFits, generator, House, Table, twoPeople, violations } from './harness.ts';

type Box = { x: number; y: number; width: number; height: number };

const house = new House();
let maker: Table;
let friend: Table;

const sitDownBoth = async (options: Parameters<House['table']>[0] = {}) => {
  maker = await house.table({ reducedMotion: 'reduce', ...options });
  friend = await house.table({ reducedMotion: 'reduce', ...options });
};

afterEach(async () => {
  await maker.close();
  await friend.close();
});

const button = (table: Table, name: string) => table.page.getByRole('button', { name, exact: true });

/** Makes a game with the form and gives the link for the friend. */
async function makeGame(table: Table, t: typeof texts.en, variant: string, seat: string, clock: string): Promise<string> {
  await table.visitHome('ataxx');
  await table.page.getByRole('radio', { name: homeTexts[t.code].friendByLink }).check({ force: true });
  await table.page.getByRole('radio', { name: seat, exact: true }).check({ force: true });
  await table.page.getByLabel(t.clock.label).selectOption({ label: clock });
  await table.page.getByLabel(t.variant, { exact: true }).fill(variant);
  await button(table, t.start).click();
  await table.page.locator('.status').waitFor();
  return table.page.getByRole('textbox', { name: t.inviteFriend }).inputValue();
}

/** Both at a game by link: the maker has x. */
async function begin(variant = 'ataxx', clock = '5 min + 3 s'): Promise<void> {
  await friend.follow(await makeGame(maker, texts.en, variant, 'Black', clock));
  await button(friend, 'Play White').click();
  await expect.poll(() => friend.game.seats).toBe('o');
  await agree();
}

/** Waits until both have seen the same. */
async function agree(): Promise<void> {
  await expect.poll(() => maker.game.version === friend.game.version).toBe(true);
  for (const table of [maker, friend]) await table.settled();
}

async function playToTheEnd(seats: Record<Side, Table>, seed: number): Promise<void> {
  const random = generator(seed);
  while (!seats.x.game.result) {
    const table = seats[seats.x.game.turn];
    const short = table.game.moves.filter((move) => move.path.length < 2);
    const among = short.length > 0 ? short : table.game.moves;
    await table.playMove(among[Math.floor(random() * among.length)]!);
    await agree();
  }
}

describe.each(['en', 'it'] as const)('a whole game with clocks, in %s', (language) => {
  const t = texts[language];
  const colour = (name: 'Black' | 'White') => (language === 'en' ? name : { Black: 'Nero', White: 'Bianco' }[name]);
  beforeEach(() => sitDownBoth({ locale: language === 'en' ? 'en-GB' : 'it-IT', colorScheme: language === 'en' ? 'light' : 'dark' }));

  it('from the invitation to the rematch', async () => {
    const name = (what: string) => `friend-${what}-${language}`;
    const link = await makeGame(maker, t, 'ataxx:size=4x4', colour('Black'), t.clock.game(5, 3));
    expect(await violations(maker)).toEqual([]);
    await maker.shoot(name('made'));

    await friend.follow(link);
    await expect.poll(() => friend.page.getByText(t.invitation(colour('White'))).count()).toBe(1);
    expect(await violations(friend)).toEqual([]);
    await expect.poll(() => friend.page.getByText(t.inviteLapses(15)).count()).toBe(1);
    await friend.shoot(name('invited'));
    await button(friend, t.takeSeat(colour('White'))).click();
    await expect.poll(() => friend.game.seats).toBe('o');
    expect(friend.page.url()).not.toBe(link);
    await agree();
    await expect.poll(() => maker.page.locator('.share').count()).toBe(0);
    await expect.poll(() => maker.page.locator('.presence').innerText()).toBe(t.connected);
    await expect.poll(() => maker.status()).toBe(t.yourTurn);
    await expect.poll(() => friend.status()).toBe(t.toMove(colour('Black')));
    await expect.poll(() => maker.page.locator('.seats .clock').allInnerTexts()).toEqual(['5:00', '5:00']);

    await maker.playMove(maker.game.moves[0]!);
    await agree();
    await friend.playMove(friend.game.moves[0]!);
    await agree();
    await expect.poll(() => maker.page.locator('.seats .clock.running').innerText()).toMatch(/^[34]:\d\d$/);
    expect(await violations(maker)).toEqual([]);
    await maker.shoot(name('playing'));

    await button(maker, tableTexts[t.code].offerDraw).click();
    await friend.page.getByText(t.offers.draw(t.yourFriend)).waitFor();
    expect(await violations(friend)).toEqual([]);
    await friend.shoot(name('offer'));
    await button(friend, t.decline).click();
    await maker.page.getByText(t.declined.draw).waitFor();

    await button(friend, t.takeBack).click();
    await maker.page.getByText(t.offers.takeback(t.yourFriend)).waitFor();
    await button(maker, t.accept).click();
    await expect.poll(() => maker.game.history.length).toBe(1);
    await agree();

    await playToTheEnd({ x: maker, o: friend }, 5);
    // Each is told of it from his own seat.
    const told = ({ seats }: { seats?: unknown }) => ({ [String(winner)]: t.youWon, draw: t.draw })[winner === 'draw' ? 'draw' : String(seats)] ?? t.youLost;
    const { winner } = maker.game.result!;
    for (const table of [maker, friend]) {
      await expect.poll(() => table.status()).toMatch(new RegExp(`^${told(table.game)}\\b`));
      await expect.poll(() => table.page.title()).toMatch(new RegExp(`^${told(table.game)} · `));
      await expect.poll(() => table.page.locator('.moves .ending').innerText()).toBe(told(table.game));
    }
    const outcome = await friend.status();
    const short = told(friend.game);
    const over = maker.game.key;
    await maker.shoot(name('over'));

    await button(maker, t.rematch).click();
    await friend.page.getByText(t.offers.rematch(t.yourFriend)).waitFor();
    await button(friend, t.accept).click();
    await expect.poll(() => [maker.game.seats, friend.game.seats]).toEqual(['o', 'x']);
    await agree();
    expect(maker.game.key).not.toBe(over);
    await expect.poll(() => friend.status()).toBe(t.yourTurn);

    // The list of games: the one that is over, and the one that waits for the friend.
    await friend.page.getByRole('link', { name: 'Tavoliere', exact: true }).click();
    await friend.page.getByText(`${t.myGames}: ${t.awaiting(1)}`).waitFor();
    await expect.poll(() => friend.page.locator('.my-games li').count()).toBe(2);
    expect(await violations(friend)).toEqual([]);
    await friend.shoot(name('my-games'));
    await friend.page.locator('.my-games li').filter({ hasText: short }).getByRole('link').click();
    await expect.poll(() => friend.game.result).not.toBeNull();
    await friend.settled();
    await expect.poll(() => friend.status()).toBe(outcome);
    for (const table of [maker, friend]) expect(table.complaints).toEqual([]);
  });
});

describe('a rematch, while one of the two analyses the game', () => {
  beforeEach(() => sitDownBoth());
  const toAnalysis = async (table: Table) => {
    await table.page.keyboard.press('a');
    await table.page.locator('.tree-moves').waitFor();
    return table.page.url();
  };
  const over = async () => {
    await begin('ataxx:size=4x4');
    await playToTheEnd({ x: maker, o: friend }, 5);
    return maker.game.key;
  };

  it('begins without him, and is a press away', async () => {
    const key = await over();
    await button(maker, 'Rematch').click();
    await button(friend, 'Accept').waitFor();
    const board = await toAnalysis(maker);
    await button(friend, 'Accept').click();
    await expect.poll(() => friend.game.key).not.toBe(key);
    await maker.page.getByText('The rematch has begun.').waitFor();
    expect(maker.page.url()).toBe(board);
    expect(await maker.page.locator('.tree-moves').count()).toBe(1);
    expect(await violations(maker)).toEqual([]);
    await expectFits(maker);
    await maker.shoot('friend-rematch-elsewhere');
    await maker.page.getByRole('link', { name: 'To the rematch' }).click();
    await expect.poll(() => maker.game.seats).toBe('o');
    await agree();
    expect(await maker.page.getByText('The rematch has begun.').count()).toBe(0);
    for (const table of [maker, friend]) expect(table.complaints).toEqual([]);
  });

  it.each([{ width: 1280, height: 720 }, { width: 360, height: 640 }])('leaves the buttons at the foot free, is read aloud, and is closed: $width px', async (viewport) => {
    await over();
    await maker.page.setViewportSize(viewport);
    await toAnalysis(maker);
    const region = (await maker.page.locator('.told[role=status]').elementHandle())!;
    expect(await region.innerText()).toBe('');
    await button(friend, 'Rematch').click();
    await expect.poll(() => region.innerText()).toContain('Your friend would like a rematch.');
    await maker.page.evaluate(() => history.pushState(null, '', '/ataxx'));
    await maker.page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await button(maker, 'Play').waitFor();
    expect(await region.innerText()).toContain('Your friend would like a rematch.');
    const covered = () => maker.page.locator('.begin').locator('button, a').evaluateAll((all) => all.filter((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.offer');
    }).map((each) => each.textContent));
    for (const place of ['top', 'foot']) {
      await maker.page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), place);
      expect([place, await covered()]).toEqual([place, []]);
    }
    expect(await violations(maker)).toEqual([]);
    await expectFits(maker);
    await maker.shoot(`friend-rematch-at-home-${viewport.width}`);
    await button(maker, 'Close').click();
    await expect.poll(() => region.innerText()).toBe('');
    await maker.page.goBack();
    await maker.page.locator('.tree-moves').waitFor();
    expect(await region.innerText()).toBe('');
    for (const table of [maker, friend]) expect(table.complaints).toEqual([]);
  });

  it('is asked for where he is, and answered at the table', async () => {
    const key = await over();
    const board = await toAnalysis(maker);
    await button(friend, 'Rematch').click();
    await maker.page.getByText('Your friend would like a rematch.').waitFor();
    expect(maker.page.url()).toBe(board);
    await maker.page.getByRole('link', { name: 'Back to the game' }).last().click();
    await button(maker, 'Accept').click();
    await expect.poll(() => [maker.game.key === key, friend.game.key === key]).toEqual([false, false]);
    await agree();
    for (const table of [maker, friend]) expect(table.complaints).toEqual([]);
  });
});

describe('the connection', () => {
  beforeEach(() => sitDownBoth());

  it('may be away while a move is made, and the move is not lost', async () => {
    await begin();
    await friend.page.context().setOffline(true);
    await friend.page.getByText('Connection lost').waitFor();
    await expect.poll(() => maker.page.locator('.presence').innerText()).toBe('not connected');
    expect(await friend.page.locator('.presence').count()).toBe(0); // nobody knows
    await maker.playMove(maker.game.moves[0]!);
    await friend.page.context().setOffline(false);
    await friend.page.getByText('Connection lost').waitFor({ state: 'detached' });
    await agree();

    await friend.page.context().setOffline(true);
    await friend.page.getByText('Connection lost').waitFor();
    const move = friend.game.moves[0]!;
    await friend.click(...move.path.slice(0, 1));
    await friend.page.getByText(`Your move ${move.text} will be sent as soon as the connection is back.`).waitFor();
    await friend.shoot('friend-offline');
    expect(maker.game.history).toHaveLength(1);
    await friend.page.context().setOffline(false);
    await expect.poll(() => maker.game.history.map(({ text }) => text).at(-1)).toBe(move.text);
    await agree();
    expect(maker.game.history).toHaveLength(2);
    await expect.poll(() => maker.page.locator('.presence').innerText()).toBe('connected');
  });

  it('may break with the server, and the clock goes on', async () => {
    await begin();
    await maker.playMove(maker.game.moves[0]!);
    await agree();
    await house.server.stop('SIGKILL');
    await friend.page.getByText('Connection lost').waitFor();
    const move = friend.game.moves[0]!;
    await friend.click(...move.path.slice(0, 1));
    await friend.page.getByText(`Your move ${move.text}`).waitFor();
    await house.server.start();
    await expect.poll(() => maker.game.history.length).toBe(2);
    await agree();
    expect(maker.game.clock).toMatchObject({ running: 'x' });
  });
});

describe('a move entered while it is the other’s turn', () => {
  beforeEach(() => sitDownBoth());
  const t = texts.en;
  const ready = (cell: string) => expect.poll(() => friend.cell(cell).getAttribute('class')).toContain('draggable');
  const shapes = (table: Table) => table.page.locator('.shapes > *');

  it('is seen, taken back by a press, and made when the turn comes', async () => {
    await begin();
    // White while Black is to move.
    await ready('a7');
    await friend.click('a7', 'a6');
    await expect.poll(() => friend.page.getByText(t.ahead.entered('a6')).count()).toBe(1);
    await expect.poll(() => shapes(friend).count()).toBe(1);
    expect(await violations(friend)).toEqual([]);
    await friend.shoot('friend-ahead');
    await friend.click('d4');
    await expect.poll(() => shapes(friend).count()).toBe(0);
    await ready('a7');
    await friend.click('a7', 'a5');
    await expect.poll(() => friend.page.getByText(t.ahead.entered('a7-a5')).count()).toBe(1);
    await maker.click('a2');
    await expect.poll(() => maker.game.history.map(({ text }) => text)).toEqual(['a2', 'a7-a5']);
    await agree();
    await expect.poll(() => shapes(friend).count()).toBe(0);
  });

  it('is dropped where it is no longer legal, and taken back by the keyboard', async () => {
    await begin('ataxx:size=4x4');
    await ready('a4');
    await friend.click('a4', 'a2');
    await friend.page.getByText(t.ahead.entered('a4-a2')).waitFor();
    await friend.page.keyboard.press('Escape');
    await expect.poll(() => shapes(friend).count()).toBe(0);
    await ready('a4');
    await friend.click('a4', 'a2');
    await friend.page.getByText(t.ahead.entered('a4-a2')).waitFor();
    await maker.click('a2');
    await friend.page.getByText(t.ahead.dropped('a4-a2')).waitFor();
    await agree();
    expect(friend.game.history.map(({ text }) => text)).toEqual(['a2']);
    // It is an ordinary turn.
    await friend.play('a4', 'a3');
    expect(friend.game.history.length).toBe(2);
  });
});

describe('the same seat in two windows', () => {
  beforeEach(() => sitDownBoth());

  it('makes one of two moves that were entered ahead, and the other window says no more than that', async () => {
    await begin();
    const other = await house.table({ reducedMotion: 'reduce' });
    const refused: string[] = [];
    for (const { page } of [friend, other])
      page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => String(payload).includes('another move than') && refused.push(String(payload))));
    const link = friend.page.url();
    for (const [table, cell] of [[friend, 'a6'], [other, 'b7']] as const) {
      await table.follow(link);
      await expect.poll(() => table.cell('a7').getAttribute('class')).toContain('draggable');
      await table.click('a7', cell);
      await table.page.getByText(texts.en.ahead.entered(cell)).waitFor();
    }
    await maker.click('a2');
    await expect.poll(() => refused.length).toBe(1);
    for (const table of [maker, friend, other]) {
      await expect.poll(() => table.game.history.length).toBe(2);
      await table.settled();
      await table.page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await table.page.getByRole('alert').count()).toBe(0);
      expect(table.game.history).toEqual(maker.game.history);
      expect(table.complaints).toEqual([]);
    }
    await other.close();
  });
});

it('what another window has done first is refused in sentences that the page knows', async () => {
  await sitDownBoth(); // closed after every test
  const { server } = house;
  const refused = (...asked: Parameters<typeof server.ask>) => server.ask(...asked).then(() => 'nothing was refused', ({ message }: Error) => message);
  const clobber = { game: 'clobber:size=2x2', ...twoPeople };
  const { key } = await server.create(clobber);
  const move = (ply: number, text: string, of = key) => ['move', { key: of, ply, move: text }] as const;
  await server.ask(...move(0, 'a2xb2'));
  const told = [await refused(...move(0, 'a1xb1')), await refused(...move(2, 'b2xb1'))];
  for (const [ply, text] of [[1, 'a1xb1'], [2, 'b2xb1']] as const) await server.ask(...move(ply, text));
  told.push(await refused(...move(3, 'b1xa1')), await refused('resign', { key, player: 'x' }), await refused('hint', { key }), await refused('offer', { key, what: 'draw' }));

  const { key: changed } = await server.create(clobber);
  await server.ask('players', { key: changed, x: twoPeople.x, o: { kind: 'engine', level: 1 } });
  told.push(await refused('resign', { key: changed, player: 'o' }));

  const made = await server.create({ ...clobber, seat: 'x' });
  const seat = await server.ask('sit', { key: made.invite!, seat: newKey() });
  told.push(await refused('offer', { key: made.key, what: 'rematch' }));
  for (const what of ['draw', 'takeback'] as const) told.push(await refused('accept', { key: made.key, what }), await refused('decline', { key: made.key, what }));
  await server.ask('resign', { key: made.key, player: 'x' });
  await server.ask('offer', { key: made.key, what: 'rematch' });
  await server.ask('accept', { key: seat.key, what: 'rematch' });
  told.push(await refused('offer', { key: made.key, what: 'rematch' }));

  expect(told.filter((text) => !isOvertaken(new Error(text)))).toEqual([]);
  // What is refused for another reason is told.
  for (const other of [await refused(...move(0, 'zz', seat.key)), await refused('undo', { key: seat.key }), await refused('move', { key: 'nothing', ply: 0, move: 'a' })])
    expect([other, isOvertaken(new Error(other))]).toEqual([other, false]);
});

describe('a seat', () => {
  beforeEach(() => sitDownBoth());

  it('is found again by the invitation in the browser that took it, and taken for others', async () => {
    const link = await makeGame(maker, texts.en, 'ataxx', 'Black', '3 days a move');
    await friend.follow(link);
    await button(friend, 'Play White').click();
    await expect.poll(() => friend.game.seats).toBe('o');
    const { key } = friend.game;
    await friend.follow(link);
    expect(friend.game.key).toBe(key);

    const third = await house.table();
    await third.follow(link);
    expect(third.game.seats).toBe('');
    await expect.poll(() => third.status()).toBe('Black to move');
    expect(await third.page.getByRole('button', { name: /^(Resign|Undo|Hint)$/ }).count()).toBe(0);
    await third.cell('a1').click();
    await expect.poll(() => third.words('a1')).not.toContain('selected');
    await maker.settled();
    await maker.playMove(maker.game.moves[0]!);
    await expect.poll(() => third.game.history.length).toBe(1);
    await third.shoot('friend-watching');
    expect(await violations(third)).toEqual([]);
    await third.close();
  });

  it('has a key that is in nothing that is asked for, nor in what the other is shown', async () => {
    const asked = { maker: '', friend: '' };
    maker.page.on('request', (request) => (asked.maker += request.url() + JSON.stringify(request.headers())));
    friend.page.on('request', (request) => (asked.friend += request.url() + JSON.stringify(request.headers())));
    await begin();
    await maker.playMove(maker.game.moves[0]!);
    await agree();
    expect(maker.game.key).toMatch(/^\w{22}$/);
    expect(asked.maker).toContain(house.server.url);
    expect(asked.maker).not.toContain(maker.game.key);
    expect(asked.friend).not.toContain(friend.game.key);
    expect(JSON.stringify(maker.game) + (await maker.page.content())).not.toContain(friend.game.key);
    expect(JSON.stringify(friend.game) + (await friend.page.content())).not.toContain(maker.game.key);
  });

  it('has its own side at the bottom', async () => {
    await begin();
    const heightOf = async (table: Table) => (await table.cell('a1').boundingBox())!.y;
    await expect.poll(() => heightOf(maker)).toBeGreaterThan(await heightOf(friend));
    const rows = (table: Table) => table.page.locator('.seats .colour').allInnerTexts();
    await expect.poll(() => rows(maker)).toEqual(['White', 'Black']);
    await expect.poll(() => rows(friend)).toEqual(['Black', 'White']);
  });

  it('loses on time before the eyes of both', async () => {
    await maker.visit();
    const { key } = await house.server.create({ game: 'ataxx', x: { kind: 'person' }, o: { kind: 'person' }, seat: 'x', clock: { seconds: 12, increment: 0 } });
    await maker.follow(`${house.server.url}#${key}`);
    await friend.follow(await maker.page.getByRole('textbox', { name: 'Send this link' }).inputValue());
    await button(friend, 'Play White').click();
    await expect.poll(() => friend.game.seats).toBe('o');
    await agree();
    await maker.playMove(maker.game.moves[0]!);
    await agree();
    await friend.playMove(friend.game.moves[0]!);
    await agree();
    // Said to whose time it is.
    await expect.poll(() => maker.page.locator('[aria-live=assertive]').allInnerTexts()).toContain('10 seconds left');
    expect(await friend.page.locator('[aria-live=assertive]').allInnerTexts()).not.toContain('10 seconds left');
    await maker.shoot('friend-low');
    await expect.poll(() => maker.status()).toBe('You lost: you ran out of time.');
    await expect.poll(() => friend.status()).toBe('You won: your opponent ran out of time.');
  });

  it('is played from by keyboard alone', async () => {
    await begin();
    const tabTo = async (table: Table, name: string) => {
      for (let tabs = 0; tabs < 80; tabs++) {
        if (await button(table, name).evaluate((element) => element === document.activeElement)) return;
        await table.page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach ${name}`);
    };
    await tabTo(maker, 'Offer a draw');
    await maker.page.keyboard.press('Enter');
    await friend.page.getByText('Your friend offers a draw.').waitFor();
    await tabTo(friend, 'Accept');
    await friend.page.keyboard.press('Enter');
    await expect.poll(() => maker.status()).toBe('Draw: by agreement.');
    await tabTo(maker, 'Rematch');
    await maker.page.keyboard.press('Enter');
    await button(friend, 'Decline').waitFor();
    await tabTo(friend, 'Decline');
    await friend.page.keyboard.press('Enter');
    await maker.page.getByText('No rematch.').waitFor();
    await expect.poll(() => friend.page.evaluate(() => document.activeElement!.classList.contains('offers'))).toBe(true);
  });
});

describe.each([
  { name: 'phone', width: 320, height: 568, language: 'en' as const },
  { name: 'phone', width: 320, height: 568, language: 'it' as const },
  { name: 'phone-lying', width: 667, height: 375, language: 'it' as const },
])('on a $name in $language', ({ name, width, height, language }) => {
  const t = texts[language];
  beforeEach(() => sitDownBoth({ viewport: { width, height }, locale: language === 'en' ? 'en-GB' : 'it-IT' }));

  it('all of it fits', async () => {
    const shot = (what: string) => `friend-${name}-${what}-${language}`;
    await maker.visitHome('ataxx');
    await maker.page.getByRole('radio', { name: homeTexts[t.code].friendByLink }).check({ force: true });
    await maker.page.getByLabel(t.clock.label).selectOption({ label: t.clock.own });
    await expectFits(maker);
    await maker.shoot(shot('setup'));
    const link = await makeGame(maker, t, 'hexxagon', homeTexts[t.code].eitherColour, t.clock.game(3, 2));
    await expectFits(maker);
    await maker.shoot(shot('made'));
    await friend.follow(link);
    await expectFits(friend);
    await friend.shoot(shot('invited'));
    await friend.page.locator('.share .primary').click();
    await expect.poll(() => friend.game.seats).not.toBe('');
    await agree();
    await button(friend, tableTexts[t.code].offerDraw).click();
    await maker.page.getByText(t.offers.draw(t.yourFriend)).waitFor();
    await expectFits(maker);
    await maker.page.locator('.links summary').click();
    await expectFits(maker);
    await maker.shoot(shot('offer'));
    await expect.poll(() => maker.page.locator('.clock-strip').isVisible()).toBe(true);
    const board = (await maker.page.locator('.board').boundingBox())!;
    expect(board.y + board.height).toBeLessThanOrEqual(height);
    await button(maker, tableTexts[language].more).click();
    await button(maker, t.newGame).click();
    await maker.page.getByRole('link', { name: t.allGames }).click();
    await maker.page.locator('.my-games').waitFor();
    await expectFits(maker);
  });
});

describe.each([
  { name: 'a small phone that lies', width: 568, height: 320 },
  { name: 'a page that is enlarged four times', width: 320, height: 256 },
])('on $name', ({ width, height }) => {
  beforeEach(() => sitDownBoth({ viewport: { width, height } }));

  it('both clocks stand over the board, which is large enough for a finger', async () => {
    await maker.sitDown({ game: 'boop', ...twoPeople, clock: { seconds: 10_800, increment: 5 }, seat: 'x' });
    const clocks = maker.page.locator('.clock-strip .clock');
    await expect.poll(() => clocks.count()).toBe(2);
    const boxes = async () => (await Promise.all([clocks.first(), clocks.last(), maker.page.locator('.table'), maker.page.locator('.board')].map((each) => each.boundingBox()))).map((box) => box!);
    const [first, second, table, board] = (await boxes()) as [Box, Box, Box, Box];
    expect(first.x + first.width).toBeLessThan(second.x);
    expect(second.x + second.width).toBeLessThanOrEqual(table.x + table.width);
    expect(board.width / 6).toBeGreaterThanOrEqual(24);
    expect(await maker.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

describe('on one screen', () => {
  beforeEach(() => sitDownBoth());

  it('a clock runs for both, an offer is answered, a rematch comes at once', async () => {
    const { key } = await house.server.create({
      game: 'ataxx:size=5x5', x: { kind: 'person' }, o: { kind: 'engine', level: 3 }, clock: { seconds: 180, increment: 0 },
    });
    await maker.follow(`${house.server.url}#${key}`);
    for (let turn = 0; turn < 2; turn++) await maker.playMove(maker.game.moves[0]!);
    await maker.settled(4);
    expect(maker.game.history).toHaveLength(4);
    expect(maker.game.clock).toMatchObject({ running: 'x' });
    // The engine of a low level answers within a millisecond, for which nothing is taken.
    expect(maker.game.clock!.x).toBeLessThan(180_000);
    expect(maker.game.clock!.o).toBeLessThanOrEqual(180_000);

    await button(maker, 'More').click();
    await button(maker, 'Offer a draw').click();
    await maker.page.getByText('No draw.').waitFor();
    await expect.poll(() => button(maker, 'Offer a draw').isDisabled()).toBe(true);

    await button(maker, 'Resign').click();
    await button(maker, 'Resign: sure?').click();
    await button(maker, 'Rematch').click();
    await expect.poll(() => maker.game.key).not.toBe(key);
    expect(maker.game).toMatchObject({ x: { kind: 'engine', level: 3 }, o: { kind: 'person' }, clock: { seconds: 180, increment: 0 } });
    await maker.settled(1);
    expect(maker.game.history).toHaveLength(1);
    expect(maker.complaints).toEqual([]);
  });

  it('two people at one screen agree on a draw with two clicks, and may think better of it', async () => {
    const { key } = await house.server.create({ game: 'ataxx', x: { kind: 'person' }, o: { kind: 'person' } });
    await maker.follow(`${house.server.url}#${key}`);
    await button(maker, 'More').click();
    await button(maker, 'Agree a draw').click();
    expect(maker.game.result).toBeNull();
    await button(maker, 'Draw: sure?').click();
    await expect.poll(() => maker.status()).toBe('Draw: by agreement.');
    await button(maker, 'Undo').click();
    await expect.poll(() => maker.status()).toBe('Black to move');
  });
});
