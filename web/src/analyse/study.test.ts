import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '../fakeStorage.ts';
import { ComeAgain, type Socket } from '../client.ts';
import { speech } from '../language.svelte.ts';
import type { Play } from '../play.svelte.ts';
import type { BoardInfo, Lines, Score } from '../protocol.ts';
import { mostMessageBytes } from '../limits.ts';
import { begin } from '../where.ts';
import { readAddress } from './address.ts';
import { Study } from './study.svelte.ts';
import { lineTo, mainLine, writeTree } from './tree.ts';

type Asked = { type: string; data: { game: string; moves?: string; from?: number; seconds?: number } };

/** A server for a game in which every text but "bad" is a move; a line's score is its number of moves, in centipoints. */
class FakeServer {
  asked: Asked[] = [];
  /** By the moves that lead there. */
  scores: Record<string, Score> = {};
  /** What an analysis takes, in milliseconds. */
  takes = (_seconds: number) => 1000;
  /** So many studies are put off. */
  busy = 0;
  /** What a study takes, in milliseconds. */
  studyTakes = (_game: string) => 0;
  /** Whether others may connect. */
  isOpen = false;
  /** How many analyses there were at once, at most. */
  atOnce = 0;
  private ended: (() => void)[] = [];
  private analysing = 0;

  request = (type: string, data: Asked['data'], { onLines }: { onLines?: (lines: Lines) => void } = {}) => {
    this.asked.push({ type, data });
    if (type === 'study') return this.study(data);
    if (type === 'stop' || type === 'solve') this.ended.splice(0).forEach((end) => end());
    if (type === 'analyse') return this.analyse(data, onLines);
    return Promise.resolve({ value: 'win', best: 'a', nodes: 1, seconds: 0 });
  };

  private async study({ game, moves = '', from = 0 }: Asked['data']) {
    const all = moves.split(' ').filter(Boolean);
    if (this.studyTakes(game)) await new Promise((wake) => setTimeout(wake, this.studyTakes(game)));
    if (this.busy-- > 0) throw new ComeAgain('study: too much', 60);
    if (all.includes('bad')) throw new Error(`moves, move ${all.indexOf('bad') + 1}: bad`);
    const turn = (ply: number) => (ply % 2 === 0 ? 'x' : 'o');
    const history = all.map((text, i) => ({
      text, path: [text], turn: turn(i), position: `p${i + 1}`, cells: '..', hands: [], next: turn(i + 1),
    }));
    return {
      game, start: { position: 'p0', turn: 'x', cells: '..', hands: [] }, from, history: history.slice(from),
      position: `p${all.length}`, moves: [{ text: 'a', path: ['a'] }], result: null,
    };
  }

  /** Of another connection. */
  socket(): Socket {
    const socket: Socket = {
      onopen: null, onmessage: null, onclose: null,
      close: () => socket.onclose?.(),
      send: (text) => {
        const { t, id, d } = JSON.parse(text);
        void this.request(t, d).then((answer) => socket.onmessage?.({ data: JSON.stringify({ t: t === 'analyse' ? 'lines' : t, id, d: answer }) }));
      },
    };
    if (this.isOpen) queueMicrotask(() => socket.onopen?.());
    return socket;
  }

  private async analyse(data: Asked['data'], onLines?: (lines: Lines) => void): Promise<Lines> {
    this.atOnce = Math.max(this.atOnce, ++this.analysing);
    const lines = await this.think(data, onLines);
    this.analysing--;
    return lines;
  }

  private think({ moves = '', seconds = 1 }: Asked['data'], onLines?: (lines: Lines) => void): Promise<Lines> {
    const score = this.scores[moves] ?? { cp: 0 };
    const lines = { depth: 1, nodes: 1, seconds: 1, lines: [{ score, moves: ['a', 'b'] }], done: false };
    onLines?.(lines);
    const last = { ...lines, done: true, depths: [{ depth: 1, score }] };
    return new Promise((resolve) => {
      this.ended.push(() => resolve(last));
      setTimeout(() => resolve(last), this.takes(seconds));
    });
  }
}

let server: FakeServer;
let study: Study;
const typesAsked = () => server.asked.map(({ type }) => type);
const quiet = (milliseconds = 5000) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('history', { state: null, replaceState: () => {} });
  server = new FakeServer();
  const board = { game: 'g', start: { cells: '..' } } as BoardInfo;
  study = new Study({ boardOf: async () => board, client: server, transport: { isServer: true, another: () => ({ connect: () => server.socket() }) } } as unknown as Play);
});

afterEach(() => {
  study.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the tree', () => {
  it('of more moves than a message holds is learned in parts', async () => {
    const moves = Array.from({ length: 900 }, (_, i) => `m${1000 + i}`);
    await study.open({ game: 'g', moves: moves.join(' ') });
    const sizes = server.asked.map((each) => JSON.stringify(each).length);
    expect(Math.max(...sizes)).toBeLessThan(mostMessageBytes);
    expect(mainLine(study.tree.root).map(({ move, facts }) => [move, !!facts?.shown])).toEqual(moves.map((move) => [move, true]));
    expect(server.asked.every(({ data: { moves: asked = '' } }) => asked === '' || moves.join(' ').includes(asked))).toBe(true);
  });

  it('does not go on and on about a move that is longer than a message', async () => {
    await study.open({ game: 'g', moves: `a ${'m'.repeat(6000)} b` });
    expect(server.asked.length).toBeLessThan(9);
  });

  it('asks only for what it does not know', async () => {
    await study.open({ game: 'g', moves: 'a b (c)' });
    expect(server.asked.filter(({ type }) => type === 'study').map(({ data }) => [data.moves, data.from])).toEqual([
      ['a b', 0], ['a c', 1], [undefined, 0],
    ]);
    await study.playMove({ text: 'd', path: ['d'] });
    expect(writeTree(study.tree.root)).toBe('a (d) b (c)');
    expect(server.asked.at(-1)!.data).toEqual({ game: 'g', moves: 'd', from: 0 });
  });

  it('is walked over quickly with hardly a word to the server', async () => {
    await study.open({ game: 'g', moves: Array.from({ length: 200 }, (_, i) => `m${i}`).join(' ') });
    server.asked = [];
    for (let i = 0; i < 200; i++) study.tree.forward();
    expect(lineTo(study.tree.at).length).toBe(200);
    study.tree.back();
    expect(server.asked).toHaveLength(1);
    await quiet();
    expect(server.asked).toHaveLength(2);
  });

  it('cuts what would not fit into a message', async () => {
    await study.open({ game: 'g', moves: Array.from({ length: 900 }, (_, i) => `m${i}`).join(' '), at: '900' });
    server.asked = [];
    await study.playMove({ text: 'd', path: ['d'] });
    const { data } = server.asked[0]!;
    expect(data.moves!.length).toBeLessThan(3010);
    expect(data).toMatchObject({ position: expect.stringMatching(/^p\d+$/) });
    expect(study.tree.at.facts!.shown!.position).toBeDefined();
  });

  it('keeps a move that was overtaken by another step', async () => {
    await study.open({ game: 'g', moves: 'a' });
    void study.playMove({ text: 'd', path: ['d'] });
    void study.playMove({ text: 'e', path: ['e'] });
    await quiet();
    expect([writeTree(study.tree.root), study.tree.at.move]).toEqual(['a (d) (e)', 'e']);
  });

  it('keeps what it had where a move or a record is refused', async () => {
    await study.open({ game: 'g', moves: 'a' });
    await study.playMove({ text: 'bad', path: ['bad'] });
    expect([study.tree.trouble?.text, writeTree(study.tree.root), study.tree.at]).toEqual(['moves, move 1: bad', 'a', study.tree.root]);
    await expect(study.import('a bad')).rejects.toThrow('moves, move 2: bad');
    expect(writeTree(study.tree.root)).toBe('a');
  });
});

describe('an address', () => {
  it('that was slow does not take the place of a later one', async () => {
    server.studyTakes = (game) => (game === 'slow' ? 1000 : 10);
    const first = study.open({ game: 'slow', moves: 'a', flipped: true });
    const second = study.open({ game: 'g', moves: 'b' });
    await quiet();
    expect(await Promise.all([first, second])).toEqual([false, true]);
    expect([study.tree.game, writeTree(study.tree.root), study.flipped]).toEqual(['g', 'b', false]);
  });

  it('that nobody could look at now is not taken for a wrong one', async () => {
    await study.open({ game: 'g', moves: 'a' });
    server.busy = 1;
    await study.open({ game: 'g', moves: 'b c' });
    await quiet();
    expect([writeTree(study.tree.root), study.tree.trouble?.text]).toEqual(['a', speech.t.comeAgain(60)]);
  });

  it('of a board that was closed meanwhile begins nothing', async () => {
    server.studyTakes = () => 100;
    const opened = study.open({ game: 'g', moves: 'a' });
    study.close();
    await quiet();
    expect([await opened, study.tree.game]).toEqual([false, '']);
  });
});

describe('a review', () => {
  it('is ended by what is asked for instead, and keeps nothing that was cut short', async () => {
    await study.open({ game: 'g', moves: 'a b c' });
    void study.beginReview();
    await quiet(100);
    expect(study.review.progress).toBeDefined();
    void study.solve();
    await quiet();
    expect([study.review.progress, study.tree.at.facts!.solution!.value]).toEqual([undefined, 'win']);
    expect([study.tree.root, ...mainLine(study.tree.root)].filter(({ facts }) => facts?.judged)).toEqual([]);
    expect(typesAsked().filter((type) => type === 'analyse')).toHaveLength(1);
  });

  it('is ended by another tree', async () => {
    await study.open({ game: 'g', moves: 'a b c' });
    void study.beginReview();
    await quiet(100);
    await study.import('d e');
    await quiet();
    expect([study.review.progress, typesAsked().filter((type) => type === 'analyse').length]).toEqual([undefined, 1]);
  });

  it('is ended by the engine that is switched on, which can be switched off again', async () => {
    await study.open({ game: 'g', moves: 'a b c' });
    void study.beginReview();
    await quiet(100);
    study.toggleLines();
    await quiet(300);
    expect([study.review.progress, study.engine.thinking]).toEqual([undefined, true]);
    study.toggleLines();
    expect([study.engine.thinking, typesAsked().at(-1)]).toEqual([false, 'stop']);
  });

  it.each(['review', 'solve'] as const)('or a solution does not write over the address of where one has gone (%s)', async (what) => {
    const replaceState = vi.fn();
    vi.stubGlobal('history', { state: null, replaceState });
    await study.open({ game: 'g', moves: 'a b c' });
    void (what === 'review' ? study.beginReview() : study.solve());
    study.close();
    replaceState.mockClear();
    await quiet();
    expect(replaceState).not.toHaveBeenCalled();
  });

  // The browser has gone on before the page hears of it.
  it.each(['#puzzles/clobber', '#analyse?game=h'])('nor does what was changed a moment before (%s)', async (hash) => {
    const replaceState = vi.fn((_, __, written: string) => (location.hash = new URL(written, 'http://here').hash));
    vi.stubGlobal('history', { state: null, replaceState });
    vi.stubGlobal('addEventListener', () => {});
    location.hash = '#analyse?game=g&moves=a';
    begin();
    await study.open({ game: 'g', moves: 'a' });
    await quiet();
    expect(location.hash).toBe('#analyse?game=g&moves=a');
    await study.tree.playLine(['b']);
    await quiet();
    expect(location.hash).toBe('#analyse?game=g&moves=a_(b)&at=0,1,0');
    study.flip();
    location.hash = hash;
    await quiet();
    study.writeAddress();
    expect(location.hash).toBe(hash);
  });
});

describe('the engine', () => {
  it('is not asked before somebody wants it, and once only for what it has found', async () => {
    await study.open({ game: 'g', moves: 'a' });
    await quiet();
    expect(typesAsked()).not.toContain('analyse');
    study.toggleLines();
    await quiet();
    study.tree.forward();
    await quiet();
    study.tree.back();
    await quiet();
    expect(typesAsked().filter((type) => type === 'analyse')).toHaveLength(2);
    expect(study.engine.thinking).toBe(false);
  });

  it('waits for the tree where it is wanted before that', async () => {
    study.toggleLines();
    await quiet();
    expect([study.tree.trouble, typesAsked()]).toEqual([undefined, []]);
  });

  it('is stopped when it is switched off, and what it had found stays', async () => {
    await study.open({ game: 'g' });
    study.toggleLines();
    await quiet(300);
    expect(study.engine.thinking).toBe(true);
    study.toggleLines();
    await quiet();
    expect(typesAsked().at(-1)).toBe('stop');
    expect(study.tree.facts.lines!.lines).toHaveLength(1);
    study.toggleLines();
    await quiet();
    expect(typesAsked().at(-1)).toBe('analyse');
  });
});

describe('the review', () => {
  it('looks at each position in turn, and again at the best move where one looks like a mistake', async () => {
    await study.open({ game: 'g', moves: 'b c d' });
    // After b the opponent has won; a, the best move, kept the balance. After c all is even again.
    server.scores = { b: { win: 3 }, 'b c': { cp: 0 }, 'b c d': { cp: 0 } };
    server.asked = [];
    void study.beginReview();
    await quiet(20_000);
    expect(study.review.progress).toBeUndefined();
    const asked = server.asked.filter(({ type }) => type === 'analyse').map(({ data }) => data);
    expect(asked.map(({ moves }) => moves)).toEqual([
      // All from the last one on, then those on either side of what looks like a mistake, then what the best moves lead to.
      'b c d', 'b c', 'b', undefined, 'b c', 'b', undefined, 'a', 'b a',
    ]);
    const seconds = asked.map((each) => each.seconds!);
    expect(Math.max(...seconds.slice(0, 4))).toBeLessThan(Math.min(...seconds.slice(4)));
    expect(study.review.moves.map(({ lost, verdict }) => [lost, verdict])).toEqual([[0.5, 'blunder'], [0, undefined], [0, undefined]]);
    expect(study.review.graph).toEqual([0.5, 0, 0.5, 0.5]);
  });

  it('of 82 plies is there in ten seconds, and asks no more than a connection may', async () => {
    await study.open({ game: 'g', moves: Array.from({ length: 82 }, (_, i) => `m${i}`).join(' ') });
    server.takes = (seconds) => 1000 * seconds;
    // Every twentieth move has lost, until the answer gives it back.
    const game = mainLine(study.tree.root).map(({ move }) => move);
    for (let ply = 20; ply <= 82; ply += 20) server.scores[game.slice(0, ply).join(' ')] = { cp: 600 };
    server.asked = [];
    void study.beginReview();
    await quiet(10_000);
    expect([study.review.progress, study.review.moves.length]).toEqual([undefined, 82]);
    expect(study.review.mistakes.length).toBeGreaterThan(3);
    expect(server.asked.length).toBeLessThan(100 + 5 * 10);
  });

  it('looks at several positions at once, and finds the same', async () => {
    const found = async (isOpen: boolean) => {
      await study.open({ game: 'g', moves: Array.from({ length: 30 }, (_, i) => `m${i}`).join(' ') });
      const game = mainLine(study.tree.root).map(({ move }) => move);
      server.isOpen = isOpen;
      server.scores = { [game.slice(0, 10).join(' ')]: { cp: 600 }, [game.slice(0, 20).join(' ')]: { win: 3 } };
      server.asked = [];
      server.atOnce = 0;
      const began = performance.now();
      await Promise.all([study.beginReview().then(() => (took = performance.now() - began)), quiet(100_000)]);
      return { took, asked: server.asked.map(({ type, data }) => `${type} ${data.moves} ${data.seconds}`).sort(), lost: study.review.moves.map(({ lost, verdict }) => [lost, verdict]) };
    };
    let took = 0;
    const alone = await found(false);
    expect(server.atOnce).toBe(1);
    const helped = await found(true);
    expect(server.atOnce).toBe(4);
    expect([helped.lost, helped.asked]).toEqual([alone.lost, alone.asked]);
    expect(alone.lost.filter(([, verdict]) => verdict).length).toBe(2);
    expect(helped.took).toBeLessThan(0.4 * alone.took);
  });

  it('goes on where it was stopped, and asks nothing twice', async () => {
    await study.open({ game: 'g', moves: 'b c d' });
    server.scores = { b: { win: 3 }, 'b c': { cp: 0 }, 'b c d': { cp: 0 } };
    server.asked = [];
    void study.beginReview();
    await quiet(1500);
    expect(study.review.canGoOn).toBe(false);
    study.review.stop();
    await quiet();
    expect([study.review.canGoOn, study.review.progress]).toEqual([false, undefined]); // one position is no move
    for (const pause of [2500, 3000, 20_000]) {
      void study.beginReview(true);
      await quiet(pause);
      if (pause < 20_000) study.review.stop();
      expect(study.review.canGoOn).toBe(pause < 20_000);
      await quiet(1000);
    }
    const looks = server.asked.filter(({ type }) => type === 'analyse').map(({ data }) => `${data.moves} ${data.seconds}`);
    // What was under way when it was stopped is begun again.
    expect(new Set(looks).size).toBe(9);
    expect(looks.length).toBeLessThanOrEqual(9 + 3);
    expect(study.review.moves.map(({ verdict }) => verdict)).toEqual(['blunder', undefined, undefined]);
    server.asked = [];
    void study.beginReview();
    await quiet(20_000);
    expect(server.asked.filter(({ type }) => type === 'analyse')).toHaveLength(9);
  });

  it('takes nothing for a mistake where the best move is no better', async () => {
    await study.open({ game: 'g', moves: 'b' });
    server.scores = { b: { win: 3 }, a: { win: 5 } };
    void study.beginReview();
    await quiet(20_000);
    expect(study.review.mistakes).toEqual([]);
  });

  it('measures no move whose worth is proved', async () => {
    await study.open({ game: 'g', moves: 'b' });
    // There was a win, and the opponent has one now; what the best move leads to would only be an estimate.
    server.scores = { '': { win: 5 }, b: { win: 3 } };
    server.asked = [];
    void study.beginReview();
    await quiet(20_000);
    expect(server.asked.filter(({ data }) => data.moves === 'a')).toEqual([]);
    expect(study.review.moves.map(({ lost, verdict }) => [lost, verdict])).toEqual([[1, 'blunder']]);
  });

  it('can be stopped, and keeps what it has', async () => {
    await study.open({ game: 'g', moves: 'b c d' });
    void study.beginReview();
    await quiet(1500);
    study.review.stop();
    await quiet(20_000);
    expect(mainLine(study.tree.root).filter((node) => node.facts?.judged).length).toBeLessThan(3);
    expect(study.review.progress).toBeUndefined();
  });

  it('judges what is tried in place of a mistake', async () => {
    await study.open({ game: 'g', moves: 'b' });
    server.scores = { b: { win: 3 }, c: { cp: 10 }, d: { win: 1 } };
    void study.beginReview();
    await quiet(20_000);
    await study.ask(study.review.mistakes[0]!);
    for (const [tried, state] of [['d', 'wrong'], ['c', 'good']] as const) {
      void study.playMove({ text: tried, path: [tried] });
      await quiet();
      expect(study.quiz.question!.state).toBe(state);
    }
    expect(study.tree.at.move).toBe('c');
  });

  it('does not go on with a question that was left while it judged the answer', async () => {
    await study.open({ game: 'g', moves: 'b' });
    server.scores = { b: { win: 3 }, c: { cp: 10 } };
    void study.beginReview();
    await quiet(20_000);
    await study.ask(study.review.mistakes[0]!);
    void study.playMove({ text: 'c', path: ['c'] });
    study.quiz.leave();
    await quiet();
    expect([study.quiz.question, study.tree.at, writeTree(study.tree.root)]).toEqual([undefined, study.tree.root, 'b']);
  });

  it('asks nothing of whoever left while its position came', async () => {
    await study.open({ game: 'g', moves: 'b' });
    server.scores = { b: { win: 3 }, c: { cp: 10 } };
    void study.beginReview();
    await quiet(20_000);
    const [mistake] = study.review.mistakes;
    delete mistake!.node.parent!.facts!.moves; // it must be asked for
    server.studyTakes = () => 100;
    void study.ask(mistake!);
    study.leave();
    await quiet();
    expect(study.quiz.question).toBeUndefined();
  });

  describe('shows the better line of a record', () => {
    const opened = (line: string) => study.import(`%tgn 1\n[Game "g"]\n\n{[%eval 0.00] [%pv ${line}]} b {[%eval -9.00]} c`);

    it('as far as it may be played', async () => {
      await opened('d e f bad a');
      await study.quiz.showBetter(study.review.mistakes[0]!);
      expect([writeTree(study.tree.root), study.tree.at.move, study.tree.trouble]).toEqual(['b (d e f) c', 'd', undefined]);
    });

    it('with one question where all of it may be', async () => {
      await opened('d e f');
      server.asked = [];
      await study.quiz.showBetter(study.review.mistakes[0]!);
      expect(server.asked.map(({ data }) => data.moves)).toEqual(['d e f', 'd']);
      expect(writeTree(study.tree.root)).toBe('b (d e f) c');
    });

    it('or says why not', async () => {
      await opened('bad a');
      await study.quiz.showBetter(study.review.mistakes[0]!);
      expect([writeTree(study.tree.root), study.tree.at, study.tree.trouble?.text]).toEqual(['b c', study.tree.root, 'moves, move 1: bad']);
    });

    it('or that nobody could say, which is said of no move', async () => {
      await opened('d e f');
      server.asked = [];
      server.busy = 1; // the line, and not its first move
      await study.quiz.showBetter(study.review.mistakes[0]!);
      expect(server.asked).toHaveLength(1);
      expect([writeTree(study.tree.root), study.tree.trouble?.text]).toEqual(['b c', speech.t.comeAgain(60)]);
    });

    it('not to whoever has gone on', async () => {
      await opened('d e');
      const showing = study.quiz.showBetter(study.review.mistakes[0]!);
      study.tree.forward();
      await showing;
      await quiet();
      expect([writeTree(study.tree.root), study.tree.at.move]).toEqual(['b c', 'b']);
    });
  });

  describe('is kept', () => {
    beforeEach(() => {
      vi.stubGlobal('localStorage', fakeStorage());
      server.scores = { b: { win: 3 }, 'b a': { loss: 2 }, 'b c': { cp: 0 } };
    });

    async function reviewed(moves: string): Promise<void> {
      await study.open({ game: 'g', moves });
      study.review.effort = 'quick';
      void study.beginReview();
      await quiet(20_000);
    }

    /** As another visit finds it. */
    async function comeBack(moves: string): Promise<void> {
      study.close();
      server.asked = [];
      study = new Study(study.play);
      await study.open({ game: 'g', moves });
    }

    it('for whoever comes back', async () => {
      await reviewed('b c');
      const before = study.review.moves.map(({ ply, lost, verdict }) => [ply, lost, verdict]);
      await comeBack('b c');
      expect(study.review.moves.map(({ ply, lost, verdict }) => [ply, lost, verdict])).toEqual(before);
      expect([before.length, study.review.effort, typesAsked().includes('analyse')]).toEqual([2, 'quick', false]);
    });

    it('as far as it came, and where it came less far than before not at all', async () => {
      await study.open({ game: 'g', moves: 'b c d e' });
      void study.beginReview();
      await quiet(1500);
      await comeBack('b c d e');
      const first = study.review.graph.filter((points) => points !== undefined).length;
      expect(first).toBeGreaterThan(0);
      await reviewed('b c d e');
      void study.beginReview();
      await quiet(1500);
      await comeBack('b c d e');
      expect(study.review.graph.filter((points) => points !== undefined)).toHaveLength(5);
    });

    it('with the end that the players made of it', async () => {
      await study.open({ game: 'g', moves: 'b c', at: '2', ended: { winner: 'x', reason: 'resigned' } });
      expect(study.tree.facts.ended).toEqual({ winner: 'x', reason: 'resigned' });
      const record = study.record();
      expect(record).toMatch(/\[Termination "resigned"\]\n\[Result "1-0"\]\n\n.* 1-0\n$/);
      await study.import(record);
      expect(study.record()).toBe(record);
      expect(readAddress(study.address())!.ended).toEqual({ winner: 'x', reason: 'resigned' });
      study.tree.toStart();
      expect(study.tree.facts.ended).toBeUndefined();
      await study.import(record.replace('"resigned"', '"blah"'));
      study.tree.toEnd();
      await quiet();
      expect(study.tree.facts.ended).toEqual({ winner: 'x', reason: '' });
    });

    it('in the record, which brings it elsewhere', async () => {
      await reviewed('b {no} c');
      const record = study.record();
      expect(record).toContain('1. b {[%eval #-3] [%pv a b] no} 1... c');
      const before = study.review.graph;
      localStorage.clear();
      await comeBack('');
      await study.import(record);
      expect([study.review.graph, study.review.mistakes.map(({ node }) => node.move)]).toEqual([before, ['b', 'c']]);
      expect([writeTree(study.tree.root), typesAsked().includes('analyse')]).toEqual(['b {no} c', false]);
      expect(study.record()).toBe(record);
    });
  });
});
