#!/usr/bin/env node
// Does the opponent of one's strength have one's strength? The table of docs/strength.md.
//
//     web/node_modules/.bin/node bench/opponent.mjs [--quick] [--within PERCENT] [--played RUNS] [--threads N] [--records FOLDER] [GAME …]
//
// Five simulated people, engines whose strength is fixed and none of whom is a level, play each game as on the page: the level they meet is
// chosen, and their results are counted, by web/src/rating.ts itself, from an empty memory and with the colours exchanged from game to game. After
// 15 games the opponent should score 40 to 60 % in the next 20; a cell outside is marked with "!", and then the exit status is 1.
//
// Games are independent of each other once the level is known. So each person plays each level that he meets in real games, more of them where they
// matter more, until the cell is known to PERCENT (3); the sequences of 35 games, 1,000 for each person, are drawn from what those games came to, apart for
// each colour. With --played every game of so many sequences is played, and none is drawn. --quick is content with 10 % and half the sequences. Moves depend on nodes and
// seeds alone, but for the eighth level's, which hardly anybody here meets: every machine gives the same table. --records keeps the matches, and what was killed goes on there.
// DETAILS=1 tells on standard error how each person fared against each level. TAVOLIERE names another program than build/tavoliere.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const [meeting, scored] = [15, 20]; // games
const root = new URL('../', import.meta.url);
const program = process.env.TAVOLIERE ?? new URL('build/tavoliere', root).pathname;
const everyGame = readdirSync(new URL('gallery', root)).filter((name) => name.endsWith('.json') && name !== 'news.json').map((name) => name.slice(0, -5));

function bad(problem) {
  console.error(`opponent: ${problem}`);
  process.exit(2);
}
function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { quick: { type: 'boolean' }, played: { type: 'string' }, within: { type: 'string' }, threads: { type: 'string' }, records: { type: 'string' } },
    });
  } catch (problem) {
    return bad(problem.message);
  }
}
const { values: options, positionals } = read();
for (const name of ['played', 'threads', 'within'])
  if (options[name] !== undefined && !/^[1-9]\d{0,5}$/.test(options[name])) bad(`--${name}: "${options[name]}" is no number from 1`);
for (const game of positionals) if (!everyGame.includes(game)) bad(`"${game}" is no game of the gallery; there are ${everyGame.join(', ')}`);
if (!existsSync(program)) bad(`there is no ${program}: scripts/build makes it, and TAVOLIERE names another`);
const threads = options.threads ?? String(availableParallelism());
const [usual, runs, batch, replicates] = options.quick ? [10, 500, 10, 10] : [3, 1000, 20, 30];
const wanted = (options.within ?? usual) / 100;
const mostGames = 600; // of one person with one level

// The page's own code, and a browser's storage for what it remembers.
const fromWeb = createRequire(new URL('web/', root));
const { runnerImport } = await import(pathToFileURL(fromWeb.resolve('vite')));
const load = async (file) => (await runnerImport(new URL(file, root).pathname, { configFile: false, logLevel: 'error' })).module;
const { count, levelOf } = await load('web/src/rating.ts');
const { fakeStorage } = await load('web/src/fakeStorage.ts');
globalThis.localStorage = fakeStorage();

/** The strengths of a game's levels, which strength/ has in tenths. */
const strengths = Object.fromEntries(
  readdirSync(new URL('strength', root))
    .flatMap((name) => readFileSync(new URL(`strength/${name}`, root), 'utf8').split('\n'))
    .map((line) => line.split(' '))
    .filter(([, kind]) => kind === 'levels')
    .map(([game, , ...tenths]) => [game, tenths.map((each) => each / 10)]),
);

/** Positions a move at which a tree search is a middling player. */
const treeNodes = { ataxx: 200, attract: 100, blocco: 300, boop: 100, clobber: 300, hexxagon: 100, insert: 300, magnetone: 500, penntagon: 100 };

/** From a beginner to nearly the strongest level: other engines than the levels, and strengths between theirs. */
function peopleOf(game) {
  const between = (level) => `engine:strength=${((strengths[game][level - 1] + strengths[game][level]) / 2).toFixed(2)}`;
  return ['greedy', between(2), `mcts:nodes=${treeNodes[game]}`, between(4), between(6)];
}

const run = promisify(execFile);
const version = createHash('sha256').update(readFileSync(program)).digest('hex').slice(0, 16);
const recordFile = options.records && `${options.records}/opponent.jsonl`;
if (options.records) mkdirSync(options.records, { recursive: true });
const kept = new Map(
  (recordFile && existsSync(recordFile) ? readFileSync(recordFile, 'utf8').split('\n') : [])
    .filter((line) => line.endsWith('}')).map((line) => JSON.parse(line)).map((record) => [record.key, record]),
);

/** What the person scored as x and as o: results are 1, 0.5 and 0. */
async function match(game, person, level, games, seed, isFirst = true) {
  const key = [version, game, person, level, games, seed, isFirst].join(' ');
  const known = kept.get(key);
  if (known) return known;
  const players = [person, `engine:level=${level}`];
  const [first, second] = isFirst ? players : players.toReversed();
  const { stdout } = await run(
    program,
    ['match', game, '--first', first, '--second', second, '--games', games, '--seed', seed, '--threads', threads, '--json'].map(String),
    { maxBuffer: 2 ** 28 },
  );
  const record = { key, x: [], o: [] };
  for (const line of stdout.trim().split('\n').slice(0, -1)) {
    const { x, result } = JSON.parse(line);
    const colour = (x === 'first') === isFirst ? 'x' : 'o';
    record[colour].push(result.winner === 'draw' ? 0.5 : Number(result.winner === colour));
  }
  if (recordFile) appendFileSync(recordFile, `\n${JSON.stringify(record)}`); // after what was perhaps cut off
  return record;
}

/** A small random generator, the same on every run. */
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One sequence from an empty memory: `outcome` tells what the person scores, and `heed` hears of the games that are scored. */
async function sequence(game, outcome, heed) {
  localStorage.clear();
  let level = levelOf(game);
  for (let number = 0; number < meeting + scored; ++number) {
    const now = outcome(level, number % 2 ? 'o' : 'x', number);
    const score = typeof now === 'number' ? now : await now; // waiting for what is there already would take most of the time
    if (number >= meeting) heed(level, score);
    level = count(game, level, score).after;
  }
}

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
const mean = (numbers) => sum(numbers) / numbers.length;
const deviation = (numbers) => Math.sqrt(sum(numbers.map((each) => (each - mean(numbers)) ** 2)) / Math.max(1, numbers.length - 1));

/** Runs of sequences, drawn from what was played against each level; of a level that is new `playOn` makes it known. */
async function simulate(game, pools, sequences, random, playOn) {
  const pick = (pool, colour) => pool[colour][Math.floor(random() * pool[colour].length)];
  const outcome = (level, colour) => {
    const pool = pools.get(level);
    if (pool) return pick(pool, colour);
    return playOn(level).then((found) => pick(pools.set(level, found).get(level), colour));
  };
  const met = new Map();
  let points = 0;
  for (let each = 0; each < sequences; ++each)
    await sequence(game, outcome, (level, score) => (met.set(level, (met.get(level) ?? 0) + 1), (points += 1 - score)));
  return { share: points / (sequences * scored), met };
}

/** Half the width of the interval of 95 %: by drawing anew what was played, with a draw more, for all won would be all won again. */
async function doubtOf(game, levels, playOn) {
  const shares = [];
  for (let each = 1; each <= replicates; ++each) {
    const random = generator(1000 + each);
    const again = (played) => [0.5, ...played].map((_, i, all) => all[Math.floor(random() * all.length)]);
    const pools = new Map([...levels].map(([level, { x, o }]) => [level, { x: again(x), o: again(o) }]));
    shares.push((await simulate(game, pools, runs / 5, random, playOn)).share);
  }
  return 1.96 * deviation(shares);
}

/** The opponent's share, and half the width of its interval of 95 %. */
async function drawn(game, person) {
  const levels = new Map(); // what was played against each
  async function playOn(level) {
    const known = levels.get(level) ?? { x: [], o: [], batches: 0 };
    const more = await match(game, person, level, batch, ++known.batches);
    known.x.push(...more.x);
    known.o.push(...more.o);
    levels.set(level, known);
    return known;
  }
  // Where the levels are met as often as now, however the points fall, the interval is at most so wide. In truth a level that turns out
  // harder is met less often, and the interval is narrower: drawing anew tells how much, but takes longer.
  for (let bound = 5 * wanted; ; ) {
    const { met } = await simulate(game, levels, runs / 5, generator(1), playOn);
    const parts = [...met].map(([level, times]) => {
      const { x, o } = levels.get(level);
      const games = x.length + o.length;
      const points = (sum(x) + sum(o) + 1) / (games + 2);
      const variance = ((times / ((runs / 5) * scored)) ** 2 * points * (1 - points)) / games;
      return { level, variance, gain: games < mostGames ? (variance * batch) / (games + batch) : 0 };
    });
    const best = parts.reduce((one, other) => (other.gain > one.gain ? other : one));
    if (best.gain > 0 && 1.96 * Math.sqrt(sum(parts.map(({ variance }) => variance))) > bound) {
      await playOn(best.level);
      continue;
    }
    const doubt = await doubtOf(game, levels, playOn);
    if (doubt <= wanted || best.gain === 0) return { doubt, levels, ...(await simulate(game, levels, runs, generator(1), playOn)) };
    bound *= 0.75;
  }
}

/** The level that the person would share the points with, between those that were played. */
function worth(levels) {
  const shares = [...levels].sort(([one], [other]) => one - other).map(([level, { x, o }]) => [level, (mean(x) + mean(o)) / 2]);
  const above = shares.findIndex(([, share]) => share < 0.5);
  if (above < 0) return `> ${shares.at(-1)[0]}`;
  if (above === 0) return `< ${shares[0][0]}`;
  const [[low, better], [high, worse]] = [shares[above - 1], shares[above]];
  return (low + ((better - 0.5) / (better - worse)) * (high - low)).toFixed(1);
}

async function played(game, person) {
  const sequences = Number(options.played);
  const shares = [];
  for (let each = 0; each < sequences; ++each) {
    let points = 0;
    await sequence(
      game,
      async (level, colour, number) => (await match(game, person, level, 1, 1e6 + 100 * each + number, colour === 'x'))[colour][0],
      (level, score) => (points += 1 - score),
    );
    shares.push(points / scored);
  }
  return { share: mean(shares), doubt: (1.96 * deviation(shares)) / Math.sqrt(sequences) };
}

function tell(game, person, { levels = [], met }) {
  const percent = (share) => `${(100 * share).toFixed(0)} %`;
  for (const [level, { x, o }] of [...levels].sort(([one], [other]) => one - other))
    console.error(`${game} ${person} against level ${level}: ${percent(mean(x))} as x, ${percent(mean(o))} as o, ${x.length} games each, met ${percent((met.get(level) ?? 0) / (runs * scored))}`);
}

let isFair = true;
console.log('| game | one ply ahead | between 2 and 3 | a tree search | between 4 and 5 | between 6 and 7 | their levels |');
console.log('|---|---|---|---|---|---|---|');
for (const game of positionals.length ? positionals : everyGame) {
  const [cells, worths] = [[], []];
  for (const person of peopleOf(game)) {
    const found = await (options.played ? played : drawn)(game, person);
    const isBetween = found.share >= 0.4 && found.share <= 0.6;
    isFair &&= isBetween;
    cells.push(`${isBetween ? '' : '! '}${(100 * found.share).toFixed(1)} ± ${(100 * found.doubt).toFixed(1)}`);
    if (found.levels) worths.push(worth(found.levels));
    if (process.env.DETAILS) tell(game, person, found);
  }
  console.log(`| \`${game}\` | ${cells.join(' | ')} | ${worths.join(', ') || '–'} |`);
}
process.exitCode = isFair ? 0 : 1;
