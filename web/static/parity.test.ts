/** The modules against the program: the same rules, pictures and searches. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { familyNames, gamesOf, modulePath, networkFiles } from '../engine.ts';
import { requestOf, startCore, type Core } from '../src/local/core.ts';
import type { Course, Thought } from '../src/local/engine.ts';
import type { BoardInfo, GameInfo } from '../src/protocol.ts';

const program = process.env.TAVOLIERE ?? resolve(import.meta.dirname, '../../build/tavoliere');
const run = promisify(execFile);
const native = async (...args: string[]): Promise<string> => (await run(program, args, { maxBuffer: 1 << 24 })).stdout;

const folder = mkdtempSync(join(tmpdir(), 'tavoliere-'));
afterAll(() => rmSync(folder, { recursive: true }));

const families = await Promise.all(familyNames().map(async (file) => ({ file, games: (await gamesOf(modulePath(file))) as GameInfo[] })));

/** A module with every network that there is. */
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

  it.each(variants)('%s is searched as the program searches it', async (variant) => {
    const core = await coreOf(file);
    const heard: Thought[] = [];
    core.ask('think', requestOf({ game: variant, nodes: 20_000 }), (line) => heard.push(line as Thought));
    heard.pop(); // the end says the last depth again
    const lines = (await native('analyse', variant, '--nodes', '20000', '--json')).trim().split('\n');
    expect(heard.length).toBeGreaterThan(1);
    expect(heard.map(({ depth, nodes, lines: [best] }) => ({ depth, nodes, score: best!.score, pv: best!.moves }))).toEqual(
      lines.slice(0, -1).map((line) => {
        const { depth, nodes, score, pv } = JSON.parse(line);
        return { depth, nodes, score, pv };
      }),
    );
  });

  it.each(variants)('%s is played and drawn as the program does', async (variant) => {
    const core = await coreOf(file);
    const moves: string[] = [];
    let course = core.ask('state', requestOf({ game: variant })) as Course;
    for (let ply = 0; ply < 12 && course.moves.length > 0; ++ply) {
      moves.push(course.moves[(7 * ply) % course.moves.length]!.text);
      course = core.ask('state', requestOf({ game: variant, moves: moves.join(' ') })) as Course;
    }
    const place = [variant, '--moves', moves.join(' ')];
    const told = JSON.parse(await native('moves', ...place, '--json'));
    expect({ ...told, moves: course.moves.map(({ text }) => text), result: course.result }).toEqual(told);
    expect([course.game, course.position, course.turn]).toEqual([told.game, told.position, told.turn]);
    const picture = join(folder, 'picture.svg');
    await native('show', ...place, '--svg', picture);
    expect(core.ask('picture', requestOf({ game: variant, moves: moves.join(' ') }))).toBe(readFileSync(picture, 'utf8'));
    const board = core.ask('board', requestOf({ game: variant })) as BoardInfo;
    expect(board.cells.length).toBe(course.cells.length);
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
    expect(await program('moves', game!, '--moves', moves!)).toContain(refusal(() => core.ask('state', requestOf({ game: game!, moves: moves! }))).replace(/^move: /, ''));
  expect(refusal(() => core.ask('think', requestOf({ game: 'ataxx', depth: 'many' })))).toBe('depth: "many" is not a whole number from 1 to 120');
  expect(refusal(() => core.ask('network', 'no network'))).toBe('network: this file is none');
});

it.each(families)('$file is at most 150 kB compressed', ({ file }) => {
  expect(gzipSync(readFileSync(modulePath(file)), { level: 9 }).length).toBeLessThanOrEqual(150_000);
});
