/** What the page makes of answers that come late, or of another game than the one on the table. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ComeAgain, type Socket } from './client.ts';
import { fakeStorage } from './fakeStorage.ts';
import { goneTexts } from './goneTexts.ts';
import type { BoardInfo, GameState, Played } from './protocol.ts';
import { texts } from './texts.ts';

const server = vi.hoisted(() => ({ sent: [] as { t: string; id: number; d: Record<string, unknown> }[], socket: undefined as Socket | undefined, boards: new Map<string, (board: unknown) => void>() }));

vi.mock('./builtTransport.ts', () => ({
  transport: {
    isServer: false,
    games: async () => [],
    board: (variant: string) => new Promise((resolve) => server.boards.set(variant, resolve)),
    connect() {
      server.socket = { send: (text) => server.sent.push(JSON.parse(text)), close() {}, onopen: null, onmessage: null, onclose: null };
      return server.socket;
    },
  },
}));

const person = { kind: 'person' } as const;
const stateOf = (key: string, game: string, ...moves: string[]) =>
  ({ key, game, version: moves.length + 1, from: 0, seats: 'xo', x: person, o: person, turn: 'x', result: null, start: { position: 'p' }, position: moves.join(''),
    moves: [{ text: 'a', path: ['a'] }], history: moves.map((text) => ({ text, turn: 'x' }) as Played) }) as unknown as GameState;
const answer = (message: object) => server.socket!.onmessage!({ data: JSON.stringify(message) });
const asked = (t: string) => server.sent.findLast((message) => message.t === t)!;
const settled = () => vi.advanceTimersByTimeAsync(0);
const bringBoard = async (game: string) => {
  server.boards.get(game)!({ game } as BoardInfo);
  await settled();
};

let heardOf: Record<string, () => void>;
let play: import('./play.svelte.ts').Play;

/** The page, as it is when it has been loaded. */
async function load(): Promise<void> {
  (await import('./where.ts')).begin();
  const { Play } = await import('./play.svelte.ts');
  play = new Play();
  server.socket!.onopen!();
}

beforeEach(async () => {
  vi.useFakeTimers();
  for (const [name, value] of Object.entries({ location: { hash: '' }, addEventListener: (name: string, heard: () => void) => void (heardOf[name] = heard), matchMedia: () => ({ matches: true }), history: { state: null, replaceState() {}, pushState() {} } }))
    vi.stubGlobal(name, value);
  heardOf = {};
  [server.sent, server.boards] = [[], new Map()];
  await load();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(key: string, game: string, ...moves: string[]): Promise<void> {
  const opened = play.client.open(key);
  answer({ t: 'state', id: asked('open').id, d: stateOf(key, game, ...moves) });
  await opened;
}

it('shows no game that another has followed on while its board came', async () => {
  await open('one', 'slow');
  await open('two', 'quick');
  await bringBoard('quick');
  expect(play.game?.key).toBe('two');
  await bringBoard('slow');
  expect([play.game?.key, play.board?.game]).toEqual(['two', 'quick']);
});

it('tells of a board that does not come', async () => {
  await open('one', 'g');
  server.boards.get('g')!(Promise.reject(new Error('server: no')));
  await settled();
  expect(play.trouble?.text).toBe('server: no');
});

it('tells that a board has to be waited for, until it comes', async () => {
  await open('one', 'g');
  for (let i = 0; i < 3; i++) {
    server.boards.get('g')!(Promise.reject(new ComeAgain('server: busy', 5)));
    await settled();
    expect(play.trouble?.text).toContain('5');
    server.boards.clear();
    await vi.advanceTimersByTimeAsync(5000);
    expect(play.trouble?.text).toContain('5');
  }
  await bringBoard('g');
  expect([play.game?.key, play.trouble]).toEqual(['one', undefined]);
});

it('tells of no board that is not waited for any more', async () => {
  await open('one', 'busy');
  await open('two', 'quick');
  await bringBoard('quick');
  server.boards.get('busy')!(Promise.reject(new ComeAgain('server: busy', 5)));
  await settled();
  expect([play.game?.key, play.trouble]).toEqual(['two', undefined]);
});

it('shows a hint in the game alone that it was asked for', async () => {
  await open('one', 'g', 'b');
  await bringBoard('g');
  play.askHint();
  const { id } = asked('hint');
  await open('two', 'g', 'c');
  await settled();
  answer({ t: 'hint', id, d: { ply: 1, move: { text: 'a', path: ['a'] }, score: { cp: 0 } } });
  await settled();
  expect([play.game?.key, play.hint]).toEqual(['two', undefined]);
});

it('tells of what went wrong in the game alone in which it did', async () => {
  await open('one', 'g');
  await bringBoard('g');
  play.resign();
  const { id } = asked('resign');
  await open('two', 'g');
  await settled();
  answer({ t: 'error', id, d: { error: 'resign: no' } });
  await settled();
  expect([play.game?.key, play.trouble]).toEqual(['two', undefined]);
});

it('a move is on its way until it is answered, whatever else is', async () => {
  await open('one', 'g');
  await bringBoard('g');
  play.play(play.moves[0]!);
  play.askHint();
  answer({ t: 'error', id: asked('hint').id, d: { error: 'hint: no' } });
  await settled();
  expect(play.soon).toBe(true);
  answer({ t: 'state', id: asked('move').id, d: stateOf('one', 'g', 'a') });
  await settled();
  expect(play.soon).toBe(false);
});

describe('a game that the server has no more', () => {
  const kept = () => ['games', 'held', 'seats', 'lastGame'].map((name) => JSON.parse(localStorage.getItem(`tavoliere.${name}`) ?? 'null'));
  const gone = 'key: this is no game here';
  const refuse = async (t: string, error: object) => {
    answer({ t: 'error', id: asked(t).id, d: error });
    await settled();
  };
  const goTo = async (hash: string) => {
    location.hash = hash;
    heardOf.hashchange!();
    await settled();
  };

  beforeEach(async () => {
    vi.stubGlobal('localStorage', fakeStorage());
    await goTo('#one');
    answer({ t: 'state', id: asked('open').id, d: { ...stateOf('one', 'g'), seats: 'x' } });
    await settled();
    await bringBoard('g');
    expect([kept(), play.current, play.onTable]).toEqual([[['one'], ['one'], null, 'one'], 'one', 'one']);
  });
  const reload = async () => {
    await goTo('');
    await load();
    expect([play.current, play.onTable]).toEqual(['one', undefined]);
  };

  it('is told of once when it is opened, and is in no list after that', async () => {
    await reload();
    await goTo('#one');
    await refuse('open', { error: gone });
    expect(play.trouble?.text).toBe(goneTexts.en.removed);
    expect([kept(), play.current, play.gone]).toEqual([[['one'], [], null, null], undefined, ['one']]);
    const glanced = play.glance();
    await settled();
    answer({ t: 'glance', id: asked('glance').id, d: { games: [{ ...stateOf('one', 'g'), seats: 'x' }] } });
    await glanced;
    expect(play.gone).toEqual([]);
    await goTo('');
    await goTo('#one');
    answer({ t: 'state', id: asked('open').id, d: { ...stateOf('one', 'g'), seats: 'x' } });
    await settled();
    await bringBoard('g');
    expect([kept(), play.gone]).toEqual([[['one'], ['one'], null, 'one'], []]); // only away for a moment
  });

  it('is gone by its invitation too, whose seat is kept for a server that finds it again', async () => {
    await reload();
    localStorage.setItem('tavoliere.seats', '{"invitation":"one"}');
    await goTo('#invitation');
    expect(asked('open').d.key).toBe('one');
    await refuse('open', { error: gone });
    expect(asked('open').d.key).toBe('invitation');
    await refuse('open', { error: gone });
    expect(play.trouble?.text).toBe(goneTexts.en.removed);
    expect([kept(), play.current]).toEqual([[['one'], [], { invitation: 'one' }, null], undefined]);
    await goTo('');
    await goTo('#invitation');
    answer({ t: 'state', id: asked('open').id, d: { ...stateOf('one', 'g'), seats: 'x' } });
    await settled();
    await bringBoard('g');
    expect([kept(), play.current, play.gone]).toEqual([[['one'], ['one'], { invitation: 'one' }, 'one'], 'one', ['invitation']]);
  });

  it('stays where the server only says that it cannot tell', async () => {
    await reload();
    const all = kept();
    await goTo('#one');
    await refuse('open', { error: 'server: busy', again: 60 });
    expect([play.trouble?.text, kept()]).toEqual([expect.stringContaining('60'), all]);
    await goTo('');
    await goTo('#one');
    for (let i = 0; i < 3; i++) {
      server.socket!.onclose!();
      await vi.advanceTimersByTimeAsync(10_000);
      server.socket!.onopen!();
    }
    await settled();
    expect([play.trouble?.text, kept()]).toEqual([texts.en.connectionLost, all]);
    await goTo('');
    await goTo('#one');
    await refuse('open', { error: 'store: it cannot be read' });
    expect([play.trouble?.text, kept()]).toEqual(['store: it cannot be read', all]);
  });

  const nowhere = () => [play.trouble?.text, kept(), play.current, play.onTable];
  const isGone = [goneTexts.en.removed, [['one'], [], null, null], undefined, undefined];

  it('is found out by what is asked of it', async () => {
    play.play(play.moves[0]!);
    await refuse('move', { error: gone });
    expect([...nowhere(), play.ahead.dropped]).toEqual([...isGone, '']);
    await goTo('#analyse?game=g');
    await goTo('#one');
    await refuse('open', { error: gone });
    expect(play.setupOpen).toBe(true);
    expect(nowhere()).toEqual(isGone);
  });

  it('is told of by the server, which may find it again', async () => {
    answer({ t: 'error', d: { error: 'key: nobody went on with it for as long as such a game is kept, and so this is no game here' } });
    expect(nowhere()).toEqual(isGone);
    answer({ t: 'state', d: { ...stateOf('one', 'g', 'b'), seats: 'x' } });
    await settled();
    expect([kept(), play.current, play.onTable]).toEqual([[['one'], ['one'], null, 'one'], 'one', 'one']);
  });
});

describe('in two windows', () => {
  beforeEach(async () => {
    await open('one', 'g');
    await bringBoard('g');
  });
  const refuse = async (t: string, error: string) => {
    answer({ t: 'error', id: asked(t).id, d: { error } });
    await settled();
  };
  const goOn = async () => {
    answer({ t: 'state', d: stateOf('one', 'g', 'b') });
    await settled();
  };

  it.each(['move: another move than "a" was made at ply 0', 'move: ply is 0, but 1 moves have been made', 'move: the game is over: resigned'])(
    'a move that comes too late is told in a sentence of the page: %s', async (error) => {
      play.play(play.moves[0]!);
      await goOn();
      const drawn = play.refusals;
      await refuse('move', error);
      expect([play.trouble, play.ahead.dropped, play.soon, play.refusals]).toEqual([undefined, 'a', false, drawn + 1]);
    });

  it('what the other window has done is seen, though the refusal comes first', async () => {
    play.play(play.moves[0]!);
    await refuse('move', 'move: another move than "a" was made at ply 0');
    expect([play.trouble, play.ahead.dropped]).toEqual([undefined, 'a']);
    await goOn();
    expect([play.trouble, play.ahead.dropped, play.game?.history.length]).toEqual([undefined, '', 1]);
  });

  it.each([
    ['accept', 'accept: no draw is offered any more'], ['decline', 'decline: no draw is offered any more'],
    ['offer', 'offer: there is a rematch already'],
  ] as const)('so is an answer to what is settled: %s', async (how, error) => {
    play.propose(how, 'draw');
    await refuse(how, error);
    expect(play.trouble).toBeUndefined();
  });

  it('whatever else is refused is told', async () => {
    play.play(play.moves[0]!);
    await refuse('move', 'move: this key is only for watching');
    expect([play.trouble?.text, play.ahead.dropped]).toEqual(['move: this key is only for watching', '']);
  });
});

it('what nobody asked for is told until the game goes on', async () => {
  await open('one', 'g');
  await bringBoard('g');
  answer({ t: 'error', d: { error: 'the disk is full' } });
  expect(play.trouble?.text).toBe('the disk is full');
  answer({ t: 'state', d: stateOf('one', 'g', 'a') });
  await settled();
  expect(play.trouble).toBeUndefined();
});

describe('a game against a level', () => {
  const level = (level: number) => ({ kind: 'engine', level }) as const;
  /** Opens the game that is going on, and wins it. */
  async function win(position: string, opponent: number): Promise<void> {
    const state: GameState = { ...stateOf('one', 'g'), o: level(opponent), start: { ...stateOf('one', 'g').start, position } };
    const opened = play.client.open('one');
    answer({ t: 'state', id: asked('open').id, d: state });
    await opened;
    server.boards.get('g')!({ game: 'g', start: { position: 'first' } } as BoardInfo);
    await settled();
    answer({ t: 'state', d: { ...state, version: 2, result: { winner: 'x', reason: 'r' } } });
    await settled();
    expect(play.game?.result?.winner).toBe('x');
  }

  it('counts once it has ended', async () => {
    await win('first', 1);
    expect(play.counted).toMatchObject({ before: 1, after: 2 });
  });

  it('from a position that somebody has chosen tells nothing of the reader', async () => {
    await win('chosen', 1);
    expect(play.counted).toBeUndefined();
  });

  it('is followed by one against the level of which the page has told', async () => {
    await win('first', 1);
    play.rematch();
    expect(asked('new').d).toMatchObject({ x: level(2), o: person });
  });

  it('that was chosen in the form is played again', async () => {
    await win('first', 5);
    play.rematch();
    expect(asked('new').d).toMatchObject({ x: level(5), o: person });
  });
});

describe('a rematch that the other has agreed to', () => {
  const lead = vi.fn();
  const goTo = async (hash: string) => {
    location.hash = hash;
    heardOf.hashchange!();
    await settled();
  };
  const agree = async () => {
    answer({ t: 'state', d: { ...stateOf('one', 'g'), version: 9, seats: 'x', rematch: 'two' } });
    await settled();
  };

  beforeEach(async () => {
    vi.stubGlobal('PopStateEvent', class {});
    vi.stubGlobal('dispatchEvent', () => {});
    history.pushState = lead.mockReset();
    await goTo('#one');
    answer({ t: 'state', id: asked('open').id, d: { ...stateOf('one', 'g'), seats: 'x' } });
    await settled();
    await bringBoard('g');
  });
  const led = () => lead.mock.calls.map(([, , address]) => String(address).replace(/.*#/, '#'));

  it('is gone to from the table', async () => {
    await agree();
    expect([led(), play.goneOn]).toEqual([['#two'], undefined]);
  });

  it.each(['#analyse?game=g', '#puzzles/g', '#learn/g', '#study', '#write', '#/g', ''])('leads nobody away from "%s", and is told there', async (hash) => {
    await goTo(hash);
    await agree();
    expect([led(), play.goneOn]).toEqual([[], 'two']);
    await agree();
    await goTo('#one');
    expect([led(), play.goneOn]).toEqual([[], undefined]);
  });

  it('leads nobody away from another game that is on its way, nor from the list where that is opened in vain', async () => {
    await goTo('#three');
    await agree();
    expect([led(), play.goneOn]).toEqual([[], 'two']);
    answer({ t: 'error', id: asked('open').id, d: { error: 'key: this is no game here' } });
    await settled();
    expect([led(), play.goneOn, play.setupOpen]).toEqual([[], 'two', true]);
  });

  it('is told of no more when another game is on the table', async () => {
    await goTo('#analyse?game=g');
    await agree();
    await goTo('#two');
    answer({ t: 'state', id: asked('open').id, d: stateOf('two', 'g') });
    await settled();
    expect([play.game?.key, play.goneOn]).toEqual(['two', undefined]);
  });
});

describe('who has gone back meanwhile', () => {
  const goTo = async (hash: string) => {
    location.hash = hash;
    heardOf.hashchange!();
    await settled();
  };
  const answerOpen = async (key: string) => {
    expect(asked('open').d.key).toBe(key);
    answer({ t: 'state', id: asked('open').id, d: stateOf(key, 'g') });
    await settled();
  };
  const table = () => [play.game?.key, play.client.following, play.setupOpen];
  /** What the server tells its connection of, by what was asked for. */
  const followed = () => server.sent.findLast(({ t }) => t === 'open' || t === 'new')!.d.key;

  beforeEach(async () => {
    await goTo('#one');
    await answerOpen('one');
    await bringBoard('g');
    expect(table()).toEqual(['one', 'one', false]);
  });

  it.each([['#one', false], ['', true]])('is shown no game that he has begun, at "%s"', async (hash, inForm) => {
    await goTo(hash === '' ? '#one' : '');
    const created = play.create({ game: 'g', x: person, o: person });
    await goTo(hash);
    answer({ t: 'state', id: asked('new').id, d: stateOf('new', 'g') });
    await created;
    await settled();
    expect(location.hash).toBe(hash);
    expect(table()).toEqual(['one', 'one', inForm]);
    expect(followed()).toBe('one');
  });

  it.each([['#one', false], ['', true]])('is shown no game that he has opened, at "%s"', async (hash, inForm) => {
    await goTo('#two');
    const { id } = asked('open');
    await goTo(hash);
    answer({ t: 'state', id, d: stateOf('two', 'g') });
    await settled();
    expect(table()).toEqual(['one', 'one', inForm]);
    expect(followed()).toBe('one');
  });

  it('is shown no game whose board was on its way', async () => {
    await goTo('#two');
    answer({ t: 'state', id: asked('open').id, d: stateOf('two', 'slow') });
    await settled();
    expect(table()).toEqual(['one', 'two', false]);
    await goTo('#one');
    await answerOpen('one');
    await bringBoard('slow');
    expect(table()).toEqual(['one', 'one', false]);
  });
});
