// Plays a live game by moves drawn by chance: node bot.mjs http://127.0.0.1:8080 KEY
// KEY is a seat's key, or an invitation, whose seat it takes. Node 18 or newer is all that it needs.
import { randomBytes } from 'node:crypto';

process.on('uncaughtException', ({ message, cause }) => {
  console.error(cause ? `${url}: ${cause.message}` : message);
  process.exit(1);
});
if (process.argv.length !== 4) throw new Error('bot.mjs: usage: node bot.mjs URL KEY');
const url = `${process.argv[2].replace(/\/$/, '')}/api/v1/live`;
let key = process.argv[3];

async function ask(path, body) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const answer = await fetch(url + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer;
}

async function* lines(answer) {
  let rest = '';
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    const all = (rest + part).split('\n');
    rest = all.pop();
    yield* all.filter((line) => line); // an empty line says that the server is there
  }
}

if ((await (await ask('')).json()).invited) {
  const seat = randomBytes(11).toString('hex'); // 22 letters and digits
  key = (await (await ask('/seat', { seat })).json()).key;
}

for await (const line of lines(await ask('/events'))) {
  const { t, d } = JSON.parse(line);
  if (t === 'error') throw new Error(d.error);
  if (t !== 'state') continue;
  if (d.result) {
    console.log(d.result.winner);
    break;
  }
  if (!d.moves.length) continue; // it is not our turn
  const { text } = d.moves[Math.floor(Math.random() * d.moves.length)];
  await ask('/moves', { ply: d.history.length, move: text });
}
process.exit(0);
