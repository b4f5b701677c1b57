#!/usr/bin/env node
// How long a stranger waits for the engine while others want it too: one engine thread, a store of its own, on this machine.
//
//     web/node_modules/.bin/node bench/fair.mjs [TRIES]
//
// Each line: what the others do, and the stranger's moves of 0.05, 0.3 and 1 s: the median and the longest wait in ms.
// Wanted: at most twice what is waited undisturbed, and a slice of 250 ms.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tries = Number(process.argv[2] ?? 5);
if (!Number.isInteger(tries) || tries < 1) {
  console.error('fair: TRIES: a whole number from 1 is wanted');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'fair-'));
const server = spawn(
  new URL('../build/tavoliere', import.meta.url).pathname,
  ['serve', '--port', '0', '--engine-threads', '1', '--store', `sqlite:${folder}/games.db`],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const address = await new Promise((found) => server.stdout.once('data', (line) => found(/http:\/\/([^/]+)/.exec(line)[1])));

async function connect() {
  const socket = new WebSocket(`ws://${address}/api/play`);
  await new Promise((open, fail) => ((socket.onopen = open), (socket.onerror = fail)));
  return socket;
}
const ask = (socket, t, d) => socket.send(JSON.stringify({ t, id: 1, d }));
const engine = (seconds) => ({ kind: 'engine', seconds });
const person = { kind: 'person' };

// From the request for a game until the engine has moved in it.
async function wait(seconds) {
  const socket = await connect();
  const begun = performance.now();
  await new Promise((moved) => {
    socket.onmessage = ({ data }) => JSON.parse(data).d.history?.length && moved();
    ask(socket, 'new', { game: 'ataxx', x: engine(seconds), o: person });
  });
  const waited = performance.now() - begun;
  socket.close();
  return waited;
}

const new_games = (count, x, o) => Array.from({ length: count }, () => ['new', { game: 'ataxx', x, o }]);
const analyses = (count) => Array.from({ length: count }, () => ['analyse', { game: 'ataxx', seconds: 10, lines: 5 }]);
const others = {
  nobody: [],
  '3 games of engines, 10 s': new_games(3, engine(10), engine(10)),
  '5 games of engines, 10 s': new_games(5, engine(10), engine(10)),
  '60 analyses, 10 s': analyses(60),
  'both': [...new_games(5, engine(10), engine(10)), ...analyses(50)],
};
for (const [name, requests] of Object.entries(others)) {
  const sockets = [];
  for (const [t, d] of requests) {
    sockets.push(await connect());
    ask(sockets.at(-1), t, d);
  }
  const figures = [];
  for (const seconds of [0.05, 0.3, 1]) {
    const waited = [];
    for (let i = 0; i < tries; ++i) waited.push(await wait(seconds));
    waited.sort((a, b) => a - b);
    figures.push(`${seconds} s: ${waited[tries >> 1].toFixed(0)} ${waited.at(-1).toFixed(0)}`);
  }
  console.log(`${name.padEnd(26)} ${figures.join('   ')}`);
  for (const socket of sockets) socket.close();
}
server.kill();
await new Promise((ended) => server.once('exit', ended));
rmSync(folder, { recursive: true });
