/** The modules against the program and its server: the same rules, messages, pictures and searches. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Server, twoPeople } from '../e2e/harness.ts';
import { familyNames, gamesOf, modulePath, networkFiles, searchPath, wholeText, writtenTexts } from '../engine.ts';
import { Client, type Socket } from '../src/client.ts';
import { requestOf, startCore, type Core } from '../src/local/core.ts';
import { liveOf } from '../src/local/live.ts';
import { networkFor } from '../src/local/networks.ts';
import type { GameInfo, Lines, Requests, RequestType } from '../src/protocol.ts';

const program = process.env.TAVOLIERE ?? resolve(import.meta.dirname, '../../build/tavoliere');
const run = promisify(execFile);
const native = async (...args: string[]): Promise<string> => (await run(program, args, { maxBuffer: 1 << 24 })).stdout;

const folder = mkdtempSync(join(tmpdir(), 'tavoliere-'));
const server = new Server();
beforeAll(() => server.start());
afterAll(async () => {
  await server.dispose();
  rmSync(folder, { recursive: true });
});

const playAddress = () => `${server.url.replace('http', 'ws')}api/play`;

const families = await Promise.all(familyNames().map(async (file) => ({ file, games: (await gamesOf(modulePath(file))) as GameInfo[] })));

const coreAt = async (path: string): Promise<Core> => startCore(await WebAssembly.compile(readFileSync(path)));
/** A module that searches, with networks: the small ones where no others are named. */
async function searchOf(file: string, networks = networkFiles()): Promise<Core> {
  const core = await coreAt(searchPath(file));
  for (const path of Object.values(networks)) core.ask('network', readFileSync(path));
  return core;
}

it('are of all games but the written ones, in the order of the program', async () => {
  const lines = (await native('games', '--json')).trim().split('\n').map((line) => JSON.parse(line) as GameInfo);
  expect(families.flatMap(({ games }) => games)).toEqual(lines.filter(({ written }) => !written));
});

describe.each(families)('$file', ({ file, games }) => {
  // Boards of 64, 128 and 256 cells are three programs.
  const large: Record<string, string[]> = { clobber: ['clobber:size=12x12'], attract: ['attract:size=10x10'], ataxx: ['ataxx:size=9x9'] };
  const variants = games.flatMap(({ game, presets }) => [...presets.map((preset) => preset.game), ...(large[game] ?? [])]);

  // Nothing but networks is kept between two requests.
  const [rules, search] = [coreAt(modulePath(file)), searchOf(file)];

  it.each(variants)('%s is searched as the program searches it', async (variant) => {
    const core = await search;
    const heard: Lines[] = [];
    core.ask('think', requestOf({ game: variant, nodes: 20_000 }), (line) => heard.push(line as Lines));
    heard.pop(); // the end says the last depth again
    const lines = (await native('analyse', variant, '--nodes', '20000', '--network', networkFor(networkFiles(), variant) ?? 'none', '--json')).trim().split('\n');
    expect(heard.length).toBeGreaterThan(1);
    expect(heard.map(({ depth, nodes, lines: [best] }) => ({ depth, nodes, score: best!.score, pv: best!.moves }))).toEqual(
      lines.slice(0, -1).map((line) => {
        const { depth, nodes, score, pv } = JSON.parse(line);
        return { depth, nodes, score, pv };
      }),
    );
  });

  it.each(variants)('%s is played and drawn as the server does', async (variant) => {
    const core = await rules;
    const get = await fetch(`${server.url}api/board?game=${encodeURIComponent(variant)}`);
    expect(core.ask('board', requestOf({ game: variant }))).toEqual(await get.json());

    // A connection each: one may not say so much in so short a time.
    const client = new Client(() => new WebSocket(playAddress()) as unknown as Socket, { onState() {}, onConnection() {}, onPresent() {} });
    let state = await client.create({ game: variant, ...twoPeople });
    for (let ply = 0; ply < 12 && state.moves.length > 0; ++ply) {
      const move = state.moves[(7 * ply) % state.moves.length]!.text;
      state = await client.request('move', { key: state.key, ply, move });
    }
    client.close();
    const moves = state.history.map(({ text }) => text).join(' ');
    const live = liveOf({ coreOf: () => rules });
    let told = await live.begin(state.key, variant, JSON.stringify({ t: 'new', id: 1, d: { game: variant, ...twoPeople } }), 0);
    for (const [ply, { text }] of state.history.entries()) {
      const { key } = told.state;
      told = await live.change({ key, ...told.record }, JSON.stringify({ t: 'move', id: 1, d: { key, ply, move: text } }), 0);
    }
    expect(told.state).toEqual(state);

    const picture = join(folder, 'picture.svg');
    await native('show', variant, '--moves', moves, '--svg', picture);
    expect(core.ask('diagram', requestOf({ game: variant, moves }))).toBe(readFileSync(picture, 'utf8'));
  });
});

// The number that stands for the search's behaviour, of the program and of the modules. With the program's own networks.
describe('tavoliere bench', async () => {
  const lines = (await native('bench', '--json')).trim().split('\n').map((line) => JSON.parse(line));
  const positions = lines.slice(0, -1) as { game: string; moves: string[]; depth: number; nodes: number }[];
  const large = networkFiles(resolve(import.meta.dirname, '../../networks'));
  let nodes = 0;

  it.each(families)('counts the nodes of $file alike', async ({ file, games }) => {
    const core = await searchOf(file, large);
    for (const position of positions.filter(({ game }) => games.some((info) => game.split(':')[0] === info.game))) {
      const { game, moves, depth } = position;
      const found = core.ask('think', requestOf({ game, moves: moves.join(' '), depth })) as Lines;
      expect({ ...position, nodes: found.nodes }).toEqual(position);
      nodes += found.nodes;
    }
  });

  it('counts what tests/data/counts.json says', () => {
    const counts = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../tests/data/counts.json'), 'utf8')) as { name: string; nodes: number }[];
    const { nodes: expected } = counts.find(({ name }) => name === 'tavoliere bench')!;
    expect(nodes, `the search visits other positions; where that is meant, tests/data/counts.json gets ${nodes}, and the commit "Bench: ${nodes}"`).toBe(expected);
  });
});

it('says what is wrong as the program does', async () => {
  const [core, search] = [await coreAt(modulePath('infection')), await searchOf('infection')];
  const refusal = (ask: () => unknown): string => {
    try {
      ask();
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('nothing was refused');
  };
  const program = async (...args: string[]) => ((await native(...args).catch((error) => error.stderr)) as string).trim();
  for (const [game, moves] of [['ataxx:sise=5', ''], ['ataxx:size=99', ''], ['ataxx', 'a2 a2'], ['ataxx', 'zz']])
    expect(await program('moves', game!, '--moves', moves!)).toContain(refusal(() => core.ask('study', requestOf({ game: game!, moves: moves! }))).replace(/^moves, move \d: (move: )?/, ''));
  expect(refusal(() => search.ask('think', requestOf({ game: 'ataxx', depth: 'many' })))).toBe('depth: "many" is not a whole number from 1 to 120');
  // No limit that cannot be read is none.
  for (const depth of ['', '-1', '0', '121', '1.5', '1e1', '+3', '03', '99999999999999999999'])
    expect(refusal(() => search.ask('think', requestOf({ game: 'ataxx', depth }))), depth).toContain('is not a whole number from 1 to 120');
  expect(refusal(() => search.ask('network', 'no network'))).toBe('network: this file is not a network');
});

it('says what is wrong with a request as the server does', async () => {
  const live = liveOf({ coreOf: () => coreAt(modulePath('infection')) });
  const { key } = await server.create({ game: 'ataxx', ...twoPeople });
  const refusal = (asked: Promise<unknown>) => asked.then(() => 'nothing was refused', (error: Error) => error.message);
  const begin = { game: 'ataxx', ...twoPeople };
  const { record } = await live.begin(key, 'ataxx', JSON.stringify({ t: 'new', id: 1, d: begin }), 0);
  const asks: [RequestType, object][] = [
    ...[{ seconds: 0, increment: 0 }, { seconds: 60, increment: 181 }, { seconds: 1.5 }, { days: 15 }, 7].map((clock) => ['new', { ...begin, clock }] as [RequestType, object]),
    ...[0, 0.049, 10.01, 1e3, -1, '1'].map((seconds) => ['new', { ...begin, o: { kind: 'engine', seconds } }] as [RequestType, object]),
    ['new', { ...begin, position: 'none' }], ['new', { ...begin, x: { kind: 'dog' } }], ['new', { ...begin, o: { kind: 'engine', level: 9 } }],
    ['move', { key, ply: 3, move: 'a2' }], ['move', { key, ply: 0, move: 'a8' }], ['move', { key, ply: -1, move: 'a2' }], ['move', { key, ply: 0 }],
    ['undo', { key }], ['resign', { key, player: 'z' }], ['players', { key, ...twoPeople, o: {} }],
    ['accept', { key, what: 'draw' }], ['offer', { key, what: 'rematch' }], ['offer', { key, what: 'money' }],
  ];
  for (const [t, d] of asks) {
    const text = JSON.stringify({ t, id: 1, d });
    const here = t === 'new' ? live.begin(key, 'ataxx', text, 0) : live.change({ key, ...record }, text, 0);
    expect(await refusal(here), text).toBe(await refusal(server.ask(t, d as Requests[typeof t])));
  }
  // What is read with a fraction or an exponent is written as the server writes it.
  for (const seconds of [0.05, 0.1, 0.3, 2.675, 1e1, 0.07, 9.999999]) {
    const d = { ...begin, o: { kind: 'engine' as const, seconds } };
    expect((await live.begin(key, 'ataxx', JSON.stringify({ t: 'new', id: 1, d }), 0)).state.o).toEqual((await server.create(d)).o);
  }
});

describe('written games', () => {
  const [rules, search] = [modulePath('written'), searchPath('written')].map((path) => WebAssembly.compile(readFileSync(path)));
  const infoOf = async (text: string) => ((await startCore(await rules!)).ask('check', wholeText(text)) as { info: GameInfo }).info;

  it.each(Object.entries(writtenTexts()))('%s is counted, searched and drawn as the program does', async (_, text) => {
    const [core, engine] = [await startCore(await rules!, wholeText(text)), await startCore(await search!, wholeText(text))];
    const info = await infoOf(text);
    for (const { game } of info.presets) {
      const { nodes } = JSON.parse((await native('perft', game, '--depth', '2', '--json')).trim().split('\n').at(-1)!) as { nodes: number };
      expect([game, core.ask('perft', requestOf({ game, depth: 2 }))]).toEqual([game, { depth: 2, nodes }]);
      expect([game, core.ask('perft', requestOf({ game, depth: 2, listed: 'on' }))]).toEqual([game, { depth: 2, nodes }]);
    }
    const { game } = info;
    const heard: unknown[] = [];
    engine.ask('think', requestOf({ game, nodes: 3000 }), (line) => {
      const { depth, lines: [best] } = line as Lines;
      heard.push({ depth, score: best!.score, pv: best!.moves });
    });
    const lines = (await native('analyse', game, '--nodes', '3000', '--network', 'none', '--json')).trim().split('\n');
    // The end says the last depth again, and the program the move. Not the nodes: the two forms of position may differ by one.
    expect(heard.slice(0, -1)).toEqual(lines.slice(0, -1).map((line) => {
      const { depth, score, pv } = JSON.parse(line) as Record<string, unknown>;
      return { depth, score, pv };
    }));
    const picture = join(folder, 'written.svg');
    await native('show', game, '--svg', picture);
    expect(core.ask('diagram', requestOf({ game }))).toBe(readFileSync(picture, 'utf8'));
  });

  it('are those that the program has', async () => {
    const lines = (await native('games', '--written', '--json')).trim().split('\n').map((line) => JSON.parse(line) as GameInfo);
    expect(await Promise.all(Object.values(writtenTexts()).map(infoOf))).toEqual(expect.arrayContaining(lines));
    expect(lines).toHaveLength(Object.keys(writtenTexts()).length);
  });

  it('wrong texts are refused with the same line', async () => {
    const rows = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../tests/data/wrong_rules.json'), 'utf8')) as { wrong: string; text: string; line: string }[];
    const core = await startCore(await rules!);
    for (const { wrong, text, line } of rows) {
      const said = (() => {
        try {
          return core.ask('check', wholeText(text));
        } catch (error) {
          return (error as Error).message;
        }
      })();
      expect([wrong, said]).toEqual([wrong, `rules: ${line}`]);
    }
  });

  it('an instance has one text', async () => {
    const [text, other] = Object.values(writtenTexts());
    const core = await startCore(await rules!, wholeText(text!));
    expect(() => core.ask('text', wholeText(other!))).toThrow('rules: this has a text already');
    expect(await startCore(await rules!).then((fresh) => { try { return fresh.ask('board', requestOf({ game: 'othello' })); } catch (error) { return (error as Error).message; } })).toMatch(/^variant: /);
  });

  it('the laws hold, and what breaks one is named', async () => {
    const text = writtenTexts().breakthrough!;
    expect((await startCore(await rules!, wholeText(text))).ask('laws', requestOf({ game: 'breakthrough', games: 2 }))).toMatchObject({ games: 2 });
    const over = 'game over "Over"\nboard rectangle 3x3\nstart x bottom\nmove place  at in empty\n  put mine at\nend held win if any mine\nstuck full draw\n';
    expect((await startCore(await rules!, wholeText(over))).ask('laws', requestOf({ game: 'over', games: 2 }))).toMatchObject({ broken: 'the game is over before its first move' });
  });
});

it('networks are at most 100 kB compressed, one for each variant that the program has one for', () => {
  for (const path of Object.values(networkFiles())) expect(gzipSync(readFileSync(path), { level: 9 }).length, path).toBeLessThanOrEqual(100_000);
  const large = readdirSync(resolve(import.meta.dirname, '../../networks')).filter((name) => name.endsWith('.net'));
  expect([...new Set(Object.values(networkFiles()))].map((path) => basename(path)).sort()).toEqual(large.sort());
});

it.each([...families, { file: 'written' }])('each module of $file is at most 150 kB compressed', ({ file }) => {
  for (const path of [modulePath(file), searchPath(file)]) expect(gzipSync(readFileSync(path), { level: 9 }).length, path).toBeLessThanOrEqual(150_000);
});
