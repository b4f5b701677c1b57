/** Sabaki's client of GTP and its reader of SGF, as other people's programs: they play the real engine, and read what it writes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import gtp, { type Controller } from '@sabaki/gtp';
import sgf from '@sabaki/sgf';
import { afterAll, afterEach, expect, test } from 'vitest';
import { program } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'tavoliere-gtp-'));
afterAll(() => rmSync(folder, { recursive: true }));

const running: Controller[] = [];
function engine(): Controller {
  const controller = new gtp.Controller(program, ['engine', '--protocol', 'gtp', '--nodes', '200']);
  running.push(controller);
  return controller;
}
afterEach(() => Promise.all(running.splice(0).map((one) => one.stop())));

async function ask(engine: Controller, name: string, ...args: string[]): Promise<string> {
  const { error, content } = await engine.sendCommand({ name, args });
  if (error) throw new Error(`${name} ${args.join(' ')}: ${content}`);
  return content;
}

/** A whole game of two engines; the colours and moves. */
async function played(game: string, one: Controller, other: Controller): Promise<[string, string][]> {
  const moves: [string, string][] = [];
  for (const each of [one, other]) await ask(each, 'set_game', game);
  let colour = (await one.sendCommand({ name: 'reg_genmove', args: ['b'] })).error ? 'w' : 'b';
  for (let mover = one, follower = other; moves.length < 400; [mover, follower] = [follower, mover]) {
    const move = await ask(mover, 'genmove', colour);
    await ask(follower, 'play', colour, move);
    moves.push([colour, move]);
    colour = colour === 'b' ? 'w' : 'b';
    const [score, same] = await Promise.all([one, other].map((each) => each.sendCommand({ name: 'final_score' })));
    expect(same).toEqual(score);
    if (!score!.error) return moves;
    expect(score!.content).toBe('cannot score');
  }
  throw new Error(`${game} does not end`);
}

test.each(['ataxx:size=5x5', 'hexxagon:size=4', 'penntagon', 'clobber:size=4x5', 'blocco:size=4x5', 'attract', 'boop', 'magnetone:weak', 'insert', 'insert:xplus'])(
  'Sabaki plays %s to its end, takes it back, and reads it',
  async (game) => {
    const [one, other] = [engine(), engine()];
    await ask(one, 'set_game', game);
    const first = await ask(one, 'showboard');
    const moves = await played(game, one, other);
    const [score, last] = [await ask(one, 'final_score'), await ask(one, 'showboard')];
    expect(score).toMatch(/^(0|[BW]\+\d*)$/);

    const file = join(folder, `${game.replaceAll(':', '-')}.jsonl`);
    writeFileSync(file, JSON.stringify({ game, moves: moves.map(([, move]) => move) }) + '\n');
    const written = execFileSync(program, ['convert', file, '--to', 'sgf'], { encoding: 'utf8' });
    const roots = sgf.parse(written);
    expect(roots).toHaveLength(1);
    const root = roots[0]!;
    expect(root.data).toMatchObject({ FF: ['4'], CA: ['UTF-8'], RE: [score.slice(0, 2)] });
    const read: [string, string][] = [];
    for (let node = root.children[0]; node; node = node.children[0]) {
      expect(node.children.length).toBeLessThanOrEqual(1);
      const colour = 'B' in node.data ? 'B' : 'W';
      read.push([colour.toLowerCase(), node.data[colour]![0]!]);
    }
    expect(read).toEqual(moves);
    // Written by Sabaki it is the same game.
    const again = join(folder, 'again.sgf');
    writeFileSync(again, sgf.stringify(roots));
    await ask(other, 'loadsgf', again);
    expect(await ask(other, 'showboard')).toBe(last);

    for (const _ of moves) await ask(one, 'undo');
    expect(await ask(one, 'showboard')).toBe(first);
    expect((await one.sendCommand({ name: 'undo' })).content).toBe('cannot undo');
  },
);

test('Sabaki numbers its commands, sends several at once, and is told what is wrong', async () => {
  const one = engine();
  await ask(one, 'set_game', 'clobber:size=4x4');
  const answers = await Promise.all([7, 8, 9].map((id) => one.sendCommand({ id, name: ['name', 'nonsense', 'protocol_version'][id - 7]! })));
  expect(answers.map(({ id, error }) => [id, error])).toEqual([[7, false], [8, true], [9, false]]);
  expect(answers[0]!.content).toBe('Tavoliere');
  expect(answers[1]!.content).toBe('unknown command');
  const known = (await ask(one, 'list_commands')).split('\n');
  expect(known).toContain('genmove');
  for (const command of known) expect(await ask(one, 'known_command', command)).toBe('true');
});
