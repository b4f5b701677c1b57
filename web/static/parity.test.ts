/** The modules against the program and its server: the same rules, messages, pictures and searches. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Server, twoPeople } from '../e2e/harness.ts';
import { familyNames, gamesOf, modulePath, networkFiles } from '../engine.ts';
import { Client, type Socket } from '../src/client.ts';
import { requestOf, startCore, type Core } from '../src/local/core.ts';
import { courseOf } from '../src/local/engine.ts';
import { networkFor } from '../src/local/networks.ts';
import type { GameInfo, Lines, Study } from '../src/protocol.ts';

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

/** A module with every small network. */
async function coreOf(file: string): Promise<Core> {
  const core = await startCore(await WebAssembly.compile(readFileSync(modulePath(file))));
  for (const path of Object.values(networkFiles())) core.ask('network', readFileSync(path));
  return core;
}

it('are of all games, in the order of the program', async () => {
  const lines = (await native('games', '--json')).trim().split('\n').map((line) => JSON.parse(line) as GameInfo);
  expect(families.flatMap(({ games }) => games)).toEqual(lines);
});

describe.each(families)('$file', ({ file, games }) => {
  // Boards of 64, 128 and 256 cells are three programs.
  const large: Record<string, string[]> = { clobber: ['clobber:size=12x12'], attract: ['attract:size=10x10'], ataxx: ['ataxx:size=9x9'] };
  const variants = games.flatMap(({ game, presets }) => [...presets.map((preset) => preset.game), ...(large[game] ?? [])]);

  // Nothing but networks is kept in it between two requests.
  const shared = coreOf(file);

  it.each(variants)('%s is searched as the program searches it', async (variant) => {
    const core = await shared;
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
    const core = await shared;
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
    const course = courseOf(core.ask('study', requestOf({ game: variant, moves })) as Study);
    const { key, version } = state;
    expect({ ...course, ...twoPeople, key, version, thinking: false, seats: 'xo', clock: null, offers: [] }).toEqual(state);

    const picture = join(folder, 'picture.svg');
    await native('show', variant, '--moves', moves, '--svg', picture);
    expect(core.ask('diagram', requestOf({ game: variant, moves }))).toBe(readFileSync(picture, 'utf8'));
  });
});

// The number that stands for the search's behaviour, of the program and of the modules. With the program's own networks.
describe('tavoliere bench', async () => {
  const lines = (await native('bench', '--json')).trim().split('\n').map((line) => JSON.parse(line));
  const positions = lines.slice(0, -1) as { game: string; moves: string[]; depth: number; nodes: number }[];
  const large = Object.values(networkFiles(resolve(import.meta.dirname, '../../networks')));
  let nodes = 0;

  it.each(families)('counts the nodes of $file alike', async ({ file, games }) => {
    const core = await startCore(await WebAssembly.compile(readFileSync(modulePath(file))));
    for (const path of large) core.ask('network', readFileSync(path));
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
  const core = await coreOf('infection');
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
  expect(refusal(() => core.ask('think', requestOf({ game: 'ataxx', depth: 'many' })))).toBe('depth: "many" is not a whole number from 1 to 120');
  // No limit that cannot be read is none.
  for (const depth of ['', '-1', '0', '121', '1.5', '1e1', '+3', '03', '99999999999999999999'])
    expect(refusal(() => core.ask('think', requestOf({ game: 'ataxx', depth }))), depth).toContain('is not a whole number from 1 to 120');
  expect(refusal(() => core.ask('network', 'no network'))).toBe('network: this file is not a network');
});

it('networks are at most 100 kB compressed, one for each variant that the program has one for', () => {
  for (const path of Object.values(networkFiles())) expect(gzipSync(readFileSync(path), { level: 9 }).length, path).toBeLessThanOrEqual(100_000);
  const large = readdirSync(resolve(import.meta.dirname, '../../networks')).filter((name) => name.endsWith('.net'));
  expect([...new Set(Object.values(networkFiles()))].map((path) => basename(path)).sort()).toEqual(large.sort());
});

it.each(families)('$file is at most 150 kB compressed', ({ file }) => {
  expect(gzipSync(readFileSync(modulePath(file)), { level: 9 }).length).toBeLessThanOrEqual(150_000);
});
