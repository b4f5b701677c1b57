import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Client, ComeAgain, ConnectionLost, Refused, TooLong, type Socket } from './client.ts';
import { messageBurst, messagesPerSecond, mostMessageBytes } from './limits.ts';
import type { GameState, Played } from './protocol.ts';

class FakeSocket implements Socket {
  sent: { t: string; id: number; d: Record<string, unknown> }[] = [];
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code?: number) {
    this.onclose?.(code === undefined ? undefined : { code });
  }
  answer(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const state = (version: number, key = 'k') => ({ key, version, from: 0, history: [] as Played[] }) as unknown as GameState;
const person = { kind: 'person' } as const;

let sockets: FakeSocket[];
let states: GameState[];
let connections: boolean[];
let presents: string[];
let barred: number;
let problems: string[];
let client: Client;
const latest = () => sockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, states, connections, presents, barred, problems] = [[], [], [], [], 0, []];
  client = new Client(
    () => {
      sockets.push(new FakeSocket());
      return latest();
    },
    {
      onState: (each) => states.push(each),
      onConnection: (each) => connections.push(each),
      onPresent: (each) => presents.push(each),
      onBarred: () => void barred++,
      onProblem: ({ message }) => problems.push(message),
    },
  );
});

afterEach(() => {
  client.close();
  vi.useRealTimers();
});

async function openGame(version = 1): Promise<void> {
  latest().onopen!();
  const opened = client.open('k');
  latest().answer({ t: 'state', id: latest().sent[0]!.id, d: state(version) });
  await opened;
}

describe('histories', () => {
  const played = (...moves: string[]) => moves.map((text) => ({ text }) as Played);
  const tell = (version: number, from: number, ...moves: string[]) =>
    latest().answer({ t: 'state', d: { ...state(version), from, history: played(...moves) } });
  const texts = () => states.at(-1)!.history.map(({ text }) => text).join(' ');

  it('are put together from what is told', async () => {
    await openGame();
    tell(2, 0, 'a', 'b');
    tell(3, 2, 'c');
    expect(texts()).toBe('a b c');
    tell(4, 1); // a take-back
    expect(texts()).toBe('a');
    tell(5, 1, 'd', 'e');
    expect(texts()).toBe('a d e');
  });

  it('that have a gap are asked for anew', async () => {
    await openGame();
    tell(2, 0, 'a', 'b');
    tell(5, 4, 'e');
    expect(connections).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(300);
    latest().onopen!();
    expect(latest().sent).toMatchObject([{ t: 'open', d: { key: 'k' } }]);
    latest().answer({ t: 'state', id: latest().sent[0]!.id, d: { ...state(5), from: 0, history: played('a', 'b', 'c', 'd', 'e') } });
    expect(texts()).toBe('a b c d e');
  });

  it('take in what an old state tells', async () => {
    await openGame();
    tell(7, 0, 'a');
    tell(6, 1, 'b');
    tell(8, 2, 'c');
    expect(texts()).toBe('a b c');
  });
});

describe('requests', () => {
  it('wait for the connection and bear growing ids', () => {
    void client.request('hint', { key: 'k' }).catch(() => {});
    void client.request('undo', { key: 'k' }).catch(() => {});
    expect(latest().sent).toEqual([]);
    latest().onopen!();
    expect(latest().sent.map(({ t, id }) => [t, id])).toEqual([['hint', 1], ['undo', 2]]);
  });

  it('are answered by their own id', async () => {
    latest().onopen!();
    const first = client.request('hint', { key: 'k' });
    const second = client.request('hint', { key: 'k' });
    latest().answer({ t: 'hint', id: 2, d: { ply: 2 } });
    latest().answer({ t: 'hint', id: 1, d: { ply: 1 } });
    expect((await first).ply).toBe(1);
    expect((await second).ply).toBe(2);
  });

  it('hear of lines until the last, which is the answer', async () => {
    latest().onopen!();
    const heard: number[] = [];
    const asked = client.request('analyse', { game: 'ataxx', seconds: 1, lines: 1 }, { onLines: (lines) => heard.push(lines.depth) });
    for (const depth of [1, 2]) latest().answer({ t: 'lines', id: 1, d: { depth, done: false } });
    latest().answer({ t: 'lines', id: 1, d: { depth: 3, done: true } });
    expect((await asked).depth).toBe(3);
    expect(heard).toEqual([1, 2]);
  });

  it('fail with what the server says', async () => {
    latest().onopen!();
    const made = client.create({ game: 'nonsense', x: person, o: person });
    latest().answer({ t: 'error', id: 1, d: { error: "game 'nonsense': unknown" } });
    await expect(made).rejects.toThrow("game 'nonsense': unknown");
  });

  it('fail when the connection breaks before the answer', async () => {
    latest().onopen!();
    const asked = client.request('hint', { key: 'k' });
    latest().close();
    await expect(asked).rejects.toBeInstanceOf(ConnectionLost);
  });
});

describe('states', () => {
  it('of the followed game are passed on', async () => {
    await openGame();
    latest().answer({ t: 'state', d: state(2) });
    expect(states.map((each) => each.version)).toEqual([1, 2]);
  });

  it('that are old news are not', async () => {
    await openGame(5);
    latest().answer({ t: 'state', d: state(4) });
    expect(states.map((each) => each.version)).toEqual([5]);
  });

  it('of other games are not', async () => {
    await openGame();
    latest().answer({ t: 'state', d: state(9, 'other') });
    expect(states).toHaveLength(1);
  });
});

describe('a lost connection', () => {
  it('is tried again and the game opened again', async () => {
    await openGame();
    latest().close();
    expect(connections).toEqual([true, false]);
    vi.advanceTimersByTime(250);
    expect(sockets).toHaveLength(2);
    latest().onopen!();
    expect(latest().sent).toMatchObject([{ t: 'open', d: { key: 'k' } }]);
    latest().answer({ t: 'state', id: latest().sent[0]!.id, d: state(3) });
    expect(states.at(-1)!.version).toBe(3);
    expect(connections).toEqual([true, false, true]);
  });

  it('is tried less and less often', () => {
    const waits = [250, 500, 1000, 2000, 4000, 8000, 8000];
    waits.forEach((wait, i) => {
      latest().close();
      vi.advanceTimersByTime(wait - 1);
      expect(sockets).toHaveLength(i + 1);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(i + 2);
    });
  });

  it('loses no move: it is sent again until it is answered', async () => {
    await openGame();
    const moved = client.request('move', { key: 'k', ply: 0, move: 'a2' });
    latest().close();
    vi.advanceTimersByTime(250);
    latest().close(); // once more, before it was open
    vi.advanceTimersByTime(500);
    latest().onopen!();
    const again = latest().sent.filter(({ t }) => t === 'move');
    expect(again).toMatchObject([{ d: { key: 'k', ply: 0, move: 'a2' } }]);
    latest().answer({ t: 'state', id: again[0]!.id, d: state(2) });
    expect((await moved).version).toBe(2);
    latest().close();
    vi.advanceTimersByTime(250);
    latest().onopen!();
    expect(latest().sent.map(({ t }) => t)).toEqual(['open']);
  });

  it('sends a move that was made meanwhile', async () => {
    await openGame();
    latest().close();
    void client.request('move', { key: 'k', ply: 0, move: 'a2' }).catch(() => {});
    vi.advanceTimersByTime(250);
    expect(latest().sent).toEqual([]);
    latest().onopen!();
    expect(latest().sent.map(({ t }) => t).sort()).toEqual(['move', 'open']);
  });

  it('repeats nothing that would be done twice', async () => {
    await openGame();
    const offered = client.request('offer', { key: 'k', what: 'draw' });
    latest().close();
    await expect(offered).rejects.toBeInstanceOf(ConnectionLost);
  });

  it('does not wait when the network is there again', async () => {
    await openGame();
    client.giveUp();
    expect(connections).toEqual([true, false]);
    client.hurry();
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
  });

  it('stays lost once closed', () => {
    client.close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });
});

describe('the game that is followed', () => {
  const opens = () => latest().sent.filter(({ t }) => t === 'open');
  const putOff = (again: number) => latest().answer({ t: 'error', id: opens().at(-1)!.id, d: { error: 'busy', again } });
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);

  async function reconnect(): Promise<void> {
    latest().close(1006);
    await pass(1);
    latest().onopen!();
  }

  it('is opened again after a lost connection until that is done', async () => {
    await openGame();
    await reconnect();
    for (let i = 1; i <= 5; i++) {
      expect(opens()).toHaveLength(i);
      putOff(12);
      await pass(11.9);
      expect(opens()).toHaveLength(i);
      await pass(0.2);
    }
    latest().answer({ t: 'state', id: opens().at(-1)!.id, d: state(3) });
    expect(states.at(-1)!.version).toBe(3);
    await pass(10);
    expect(opens()).toHaveLength(6);
  });

  it('is opened no more by who was put off where another is, or the next connection has done so', async () => {
    await openGame();
    await reconnect();
    putOff(2);
    await pass(0);
    await reconnect();
    await pass(5);
    expect(opens()).toHaveLength(1);
    putOff(2);
    const other = client.open('other');
    latest().answer({ t: 'state', id: opens().at(-1)!.id, d: state(1, 'other') });
    await other;
    await pass(5);
    expect(opens().map(({ d }) => d.key)).toEqual(['k', 'other']);
  });

  it('is what the server was asked for last', async () => {
    await openGame();
    latest().close(1006);
    const other = client.open('other');
    await pass(0.25);
    latest().onopen!();
    expect(opens().map(({ d }) => d.key)).toEqual(['other', 'k']);
    latest().answer({ t: 'state', id: opens()[0]!.id, d: state(1, 'other') });
    await other;
    latest().answer({ t: 'state', id: opens()[1]!.id, d: state(1) });
    await pass(0);
    expect(opens().map(({ d }) => d.key)).toEqual(['other', 'k', 'other']);
    latest().answer({ t: 'state', id: opens()[2]!.id, d: state(2, 'other') });
    await pass(10);
    expect(opens()).toHaveLength(3);
    expect(states.map(({ key, version }) => [key, version])).toEqual([['k', 1], ['other', 1], ['other', 2]]);
  });
});

describe('what would close the connection', () => {
  const study = (moves: string) => client.request('study', { game: 'ataxx', moves });
  const sizeOf = (moves: string) => new TextEncoder().encode(JSON.stringify({ t: 'study', id: 1, d: { game: 'ataxx', moves } })).length;

  it.each(['a', 'à', '€', '"'])('is not sent where it is longer than is read, in bytes of %s', async (letter) => {
    latest().onopen!();
    const each = sizeOf(letter) - sizeOf('');
    const fitting = letter.repeat(Math.floor((mostMessageBytes - sizeOf('')) / each));
    await expect(study(fitting + letter)).rejects.toBeInstanceOf(TooLong);
    void study(fitting).catch(() => {});
    expect(latest().sent).toHaveLength(1);
    await expect(client.request('open', { key: 'k'.repeat(6000) })).rejects.toBeInstanceOf(TooLong);
    latest().close();
    vi.advanceTimersByTime(250);
    latest().onopen!();
    expect(latest().sent.map(({ d }) => d)).toEqual([{ game: 'ataxx', moves: fitting }]);
  });

  it('is what every reader takes for text', () => {
    latest().onopen!();
    void study('a\ud800b').catch(() => {});
    expect(latest().sent[0]!.d.moves).toBe('a\ufffdb');
  });

  it.each([1002, 1003, 1007, 1008, 1009, 1011])('is not sent again after code %i, and what is made later is', async (code) => {
    await openGame();
    const moved = client.request('move', { key: 'k', ply: 0, move: 'a2' });
    latest().close(code);
    await expect(moved).rejects.toBeInstanceOf(Refused);
    const later = study('a2');
    vi.advanceTimersByTime(250);
    latest().onopen!();
    expect(latest().sent.map(({ t }) => t).sort()).toEqual(['open', 'study']);
    latest().answer({ t: 'study', id: latest().sent.find(({ t }) => t === 'study')!.id, d: {} });
    await later;
  });

  it('is given up when it was under way three times', async () => {
    await openGame();
    const moved = client.request('move', { key: 'k', ply: 0, move: 'a2' });
    const failed = expect(moved).rejects.toBeInstanceOf(ConnectionLost);
    for (const wait of [250, 500]) {
      latest().close(1006);
      vi.advanceTimersByTime(wait);
      latest().onopen!();
      expect(latest().sent.map(({ t }) => t)).toContain('move');
    }
    latest().close(1006);
    await failed;
    vi.advanceTimersByTime(1000);
    latest().onopen!();
    expect(latest().sent.map(({ t }) => t)).toEqual(['open']);
  });

  it('is not the number of what waited', () => {
    for (let i = 0; i < 150; i++) void study(`a${i}`).catch(() => {});
    latest().onopen!();
    expect(latest().sent.length).toBeLessThan(messageBurst);
    expect(latest().sent.length).toBeGreaterThan(messageBurst / 2);
    vi.advanceTimersByTime(2000);
    expect(latest().sent.length).toBeLessThanOrEqual(messageBurst + 2 * messagesPerSecond);
    latest().answer({ t: 'study', id: 1, d: {} });
    for (let i = 0; i < 20; i++) {
      latest().answer({ t: 'state', d: state(1) });
      vi.advanceTimersByTime(1000);
    }
    expect(latest().sent.filter(({ t }) => t === 'study')).toHaveLength(150);
  });

  it('may be what comes: that is no message', () => {
    latest().onopen!();
    for (const data of ['', '{', 'null', '[]', '7', new Blob()]) latest().onmessage!({ data: data as string });
    expect(connections).toEqual([true]);
  });
});

describe('the delay', () => {
  /** Opens the next connection after exactly so long, and loses it after another time. */
  function passes(wait: number, lasts: number) {
    const before = sockets.length;
    vi.advanceTimersByTime(wait - 1);
    expect(sockets).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(before + 1);
    latest().onopen!();
    vi.advanceTimersByTime(lasts);
    latest().close();
  }

  it('grows until a connection has lasted', () => {
    latest().onopen!();
    latest().close();
    for (const wait of [250, 500, 1000, 2000, 4000, 8000]) passes(wait, 100);
    passes(8000, 8000);
    passes(250, 100);
    passes(500, 100);
  });

  it('grows although the game is opened again, and not after an answer to somebody', async () => {
    await openGame();
    latest().close();
    for (const wait of [250, 500, 1000]) {
      vi.advanceTimersByTime(wait);
      latest().onopen!();
      latest().answer({ t: 'state', id: latest().sent[0]!.id, d: state(1) });
      latest().close();
    }
    vi.advanceTimersByTime(2000);
    latest().onopen!();
    void client.request('hint', { key: 'k' });
    latest().answer({ t: 'hint', id: latest().sent.at(-1)!.id, d: {} });
    latest().close();
    passes(250, 100);
  });

  it('is said of a connection that never came, and that it came', () => {
    latest().close();
    expect(connections).toEqual([false]);
    vi.advanceTimersByTime(250);
    latest().close();
    vi.advanceTimersByTime(500);
    latest().onopen!();
    expect(connections).toEqual([false, true]);
    expect(barred).toBe(2);
  });
});

describe('silence', () => {
  const pings = () => latest().sent.filter(({ t }) => t === 'ping');

  it('is asked about, sooner after a request, and then counts as a lost connection', async () => {
    await openGame();
    vi.advanceTimersByTime(14_900);
    expect(pings()).toHaveLength(0);
    vi.advanceTimersByTime(200);
    expect(pings()).toHaveLength(1);
    latest().answer({ t: 'pong', id: pings()[0]!.id, d: {} });
    void client.request('move', { key: 'k', ply: 0, move: 'a2' }).catch(() => {});
    vi.advanceTimersByTime(3000);
    expect(pings()).toHaveLength(2);
    expect(connections).toEqual([true]);
    vi.advanceTimersByTime(5000);
    expect(connections).toEqual([true, false]);
    vi.advanceTimersByTime(250);
    latest().onopen!();
    expect(latest().sent.map(({ t }) => t)).toContain('move');
  });

  it('is broken by anything that comes', async () => {
    await openGame();
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(10_000);
      latest().answer({ t: 'state', d: state(2 + i) });
    }
    expect(pings()).toHaveLength(0);
  });
});

it('says who is there, of the game that is followed', async () => {
  await openGame();
  latest().answer({ t: 'present', d: { key: 'k', present: 'xo' } });
  latest().answer({ t: 'present', d: { key: 'other', present: 'o' } });
  expect(presents).toEqual(['xo']);
});

describe('who is told to come again', () => {
  const busy = (again: number) => latest().answer({ t: 'error', id: latest().sent.at(-1)!.id, d: { error: 'busy', again } });

  it('does so by itself with what may be repeated', async () => {
    latest().onopen!();
    const asked = client.request('study', { game: 'g' });
    busy(2);
    await vi.advanceTimersByTimeAsync(1900);
    expect(latest().sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(latest().sent).toHaveLength(2);
    latest().answer({ t: 'study', id: latest().sent[1]!.id, d: { game: 'g' } });
    expect((await asked).game).toBe('g');
  });

  it('not more than three times', async () => {
    latest().onopen!();
    const asked = client.request('study', { game: 'g' });
    const refused = expect(asked).rejects.toEqual(new ComeAgain('busy', 1));
    for (let i = 0; i < 4; i++) {
      busy(1);
      await vi.advanceTimersByTimeAsync(1100);
    }
    await refused;
    expect(latest().sent).toHaveLength(4);
  });

  it('is left to it where it is long until then, or a second time would be another one', async () => {
    latest().onopen!();
    const study = client.request('study', { game: 'g' });
    busy(60);
    await expect(study).rejects.toEqual(new ComeAgain('busy', 60));
    const game = client.create({ game: 'g', x: person, o: person });
    busy(2);
    await expect(game).rejects.toBeInstanceOf(ComeAgain);
  });
});

it('tells of what went wrong although nobody asked', () => {
  latest().onopen!();
  latest().answer({ t: 'error', d: { error: 'the disk is full' } });
  expect(problems).toEqual(['the disk is full']);
});

describe('who is closed', () => {
  it('connects no more, although the connection was lost just before, and what waited fails', async () => {
    latest().onopen!();
    latest().close();
    const asked = expect(client.request('study', { game: 'g' })).rejects.toBeInstanceOf(ConnectionLost);
    client.close();
    await asked;
    await vi.advanceTimersByTimeAsync(60_000);
    client.hurry();
    expect(sockets).toHaveLength(1);
  });

  it('is not there, although the connection stands a moment later', async () => {
    client.close();
    latest().onopen?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sockets.length, latest().sent, connections]).toEqual([1, [], []]);
  });
});
