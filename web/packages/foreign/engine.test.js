// The engine's package in Node, against the program and the project's data.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { games, loadGame } from '@tavoliere/engine';

const { PROGRAM, DATA } = process.env;
const program = (...args) => execFileSync(PROGRAM, args, { encoding: 'utf8', maxBuffer: 1 << 24 }).trim().split('\n').map((line) => JSON.parse(line));
const networks = fileURLToPath(new URL('../../networks/', import.meta.resolve('@tavoliere/engine')));

it('has the games of the program', () => {
  assert.deepEqual(games(), program('games', '--json'));
  games()[0].presets.length = 0;
  assert.notEqual(games()[0].presets.length, 0);
});

describe('counts the tree of legal moves', () => {
  const rows = JSON.parse(readFileSync(`${DATA}/perft.json`, 'utf8'));
  const few = rows.filter(({ nodes, depth }) => depth > 1 && nodes <= 1500);
  const count = (position, depth) => (depth === 1 ? position.moves.length : position.moves.reduce((sum, move) => sum + count(position.play(move), depth - 1), 0));
  assert.ok(new Set(few.map(({ game }) => game.split(':')[0])).size >= games().length - 1);
  for (const { game, position, depth, nodes } of few)
    it(`${game} ${position} to depth ${depth}`, async () => assert.equal(count((await loadGame(game, { position })).start, depth), nodes));
});

describe('searches as the program does', () => {
  const file = {
    ataxx: 'ataxx.net',
    'ataxx:size=9x9': 'ataxx-size=any.net',
    'ataxx:orthogonal': 'ataxx-orthogonal.net',
    hexxagon: 'hexxagon.net',
    'hexxagon:size=4': 'hexxagon-size=any.net',
    penntagon: 'penntagon.net',
    'penntagon:size=6x6': 'penntagon-size=any.net',
    clobber: 'clobber.net',
    'clobber:size=5x6': 'clobber-size=5x6.net',
    'clobber:size=8x8': 'clobber-size=any.net',
    'clobber:size=10x10': 'clobber-size=10x10.net',
    boop: 'boop.net',
    'boop:size=5x5': 'boop-size=5x5.net',
    'boop:size=7x7': 'boop-size=any.net',
    magnetone: 'magnetone.net',
    'magnetone:weak': 'magnetone-weak.net',
    'magnetone:size=6x6': null,
    attract: 'attract.net',
    'attract:size=10x10': 'attract-size=any.net',
    insert: null,
    'blocco:size=8x8': 'blocco.net',
  };
  it('every game, by every network', () => {
    assert.deepEqual(new Set(Object.keys(file).map((variant) => variant.split(':')[0])), new Set(games().map(({ game }) => game)));
    assert.deepEqual(new Set(Object.values(file).filter(Boolean)), new Set(readdirSync(networks)));
  });
  for (const [variant, name] of Object.entries(file))
    it(variant, async () => {
      const game = await loadGame(variant);
      const theirs = program('analyse', variant, '--nodes', '20000', '--network', name ? networks + name : 'none', '--json');
      const heard = [];
      const last = await game.start.analyse({ nodes: 20_000, onReport: (lines) => heard.push(lines) });
      assert.ok(last.done && heard.length > 1);
      assert.deepEqual(
        heard.map(({ depth, nodes, lines: [{ score, moves }] }) => ({ depth, nodes, score, pv: moves })),
        theirs.slice(0, -1).map(({ depth, nodes, score, pv }) => ({ depth, nodes, score, pv })),
      );
    });
});

describe('positions', () => {
  it('are values', async () => {
    const { start } = await loadGame('ataxx');
    const [move] = start.moves;
    const next = start.play(move);
    assert.deepEqual([start.played, next.played, next.last, next.turn, next.via.path], [[], [move.text], move.path, 'o', move.path]);
    assert.deepEqual([next.back().position, start.back().position], [start.position, start.position]);
    assert.equal(next.play(next.moves[0].text).position, start.play(move.text).play(next.moves[0]).position);
    assert.ok(!Object.keys({ ...next }).includes('play'));
    assert.match(next.diagram({ turned: true, marks: 'circle:d4' }), /^<svg[^]*<\/svg>\s*$/);
  });
  it('begin where they are asked to', async () => {
    const { start, board } = await loadGame('ataxx', { moves: ['a2', 'a6'] });
    assert.deepEqual([start.played, start.turn, start.cells.length], [['a2', 'a6'], 'x', board.cells.length]);
    const over = (await loadGame('clobber:size=2x2', { moves: ['a2xb2', 'a1xb1', 'b2xb1'] })).start;
    assert.deepEqual([over.result.winner, over.moves], ['x', []]);
    await assert.rejects(over.analyse({ depth: 1 }), { message: 'think: the game is over' });
  });
});

describe('says in one line what is wrong', () => {
  const refused = (asked, message) => assert.rejects(asked, (error) => error instanceof Error && !error.message.includes('\n') && message.test(error.message));
  it('with a variant', async () => {
    await refused(loadGame('chess'), /^variant: there is no game "chess"; there are ataxx, /);
    await refused(loadGame('ataxx:size=99'), /size/);
    await refused(loadGame('ataxx', { position: 'none' }), /position/);
    await refused(loadGame('ataxx', { moves: ['a2', 'a2'] }), /a2/);
  });
  it('with a move', async () => {
    const { start } = await loadGame('ataxx');
    assert.throws(() => start.play('zz'), /"zz"/);
    assert.throws(() => start.diagram({ colour: 1 }), /^Error: diagram: there is no option "colour"; there are marks, /);
    assert.throws(() => start.diagram({ style: 'paper' }), /style/);
  });
  it('with a search', async () => {
    const { start } = await loadGame('ataxx');
    await refused(start.analyse({}), /^analyse: there is nothing to end it/);
    await refused(start.analyse({ second: 1 }), /^analyse: there is no limit "second"; there are seconds, /);
    await refused(start.analyse({ depth: 'many' }), /^depth: "many" is not a whole number from 1 to 120$/);
    await refused(start.analyse({ depth: 0 }), /^depth: /);
  });
});

describe('searches', () => {
  it('end by a signal', async () => {
    const { start } = await loadGame('ataxx');
    const controller = new AbortController();
    const reports = [];
    const asked = start.analyse({ signal: controller.signal, onReport: (lines) => reports.push(lines) && controller.abort() });
    await assert.rejects(asked, { name: 'AbortError' });
    assert.equal(reports.length, 1);
    await assert.rejects(start.analyse({ depth: 1, signal: controller.signal }), { name: 'AbortError' });
    assert.equal((await start.analyse({ depth: 2 })).depth, 2);
  });
  it('go on side by side, and leave nothing to each other', async () => {
    const { start } = await loadGame('hexxagon');
    const search = async () => (await start.analyse({ nodes: 5000 })).nodes;
    const [one, other] = await Promise.all([search(), search()]);
    assert.deepEqual([other, await search()], [one, one]);
  });
  it('end with their game', async () => {
    const game = await loadGame('ataxx');
    let reports = 0;
    const onReport = () => {
      ++reports;
      // Until more of them wait to be heard.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      game.close();
    };
    await assert.rejects(game.start.analyse({ seconds: 60, onReport }), { message: 'analyse: the game was closed' });
    assert.equal((await game.start.analyse({ depth: 1 })).depth, 1);
    assert.equal(reports, 1);
  });
});
