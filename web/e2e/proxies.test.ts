/** The real nginx and haproxy with the configurations that docs/ gives, before the real server: what a host is told to do works. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const program = process.env.TAVOLIERE ?? join(root, 'build/tavoliere');
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
type Proxy = 'nginx' | 'haproxy';
const proxies: Proxy[] = ['nginx', 'haproxy'];
const itWhereInstalled = (proxy: Proxy) => it.skipIf(spawnSync(proxy, ['-v'], { env: environment }).status !== 0);
const name = 'play.example';
const visitor = '127.0.0.2'; // another address than the proxy's

let folder = '';
let servers: ChildProcess[] = [], proxying: ChildProcess | undefined;

const freePort = () =>
  new Promise<number>((found) => {
    const held = createServer().listen(0, '127.0.0.1', () => {
      const { port } = held.address() as AddressInfo;
      held.close(() => found(port));
    });
  });

const end = (child: ChildProcess | undefined, signal: NodeJS.Signals = 'SIGTERM') =>
  new Promise<void>((ended) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return ended();
    child.on('exit', () => ended());
    child.kill(signal);
  });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxies-'));
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'page/index.html'), `<!doctype html><title>Tavoliere</title>${'<p>a page</p>'.repeat(100)}`);
  execFileSync('openssl', [
    'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', `/CN=${name}`,
    '-addext', `subjectAltName=DNS:${name}`, '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem'),
  ], { stdio: 'ignore' });
  const both = ['certificate.pem', 'key.pem'].map((file) => readFileSync(join(folder, file), 'utf8'));
  writeFileSync(join(folder, 'both.pem'), both.join(''));
});
afterEach(async () => {
  await end(proxying);
  await Promise.all(servers.map((server) => end(server)));
  servers = [];
  rmSync(join(folder, 'access.log'), { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a server. Gives its port. */
async function serve(options: string[]): Promise<string> {
  const server = spawn(program, [
    'serve', '--port', '0', '--store', `sqlite:${folder}/games.db`, '--page', join(folder, 'page'), '--log', 'json',
    '--access-log', join(folder, 'access.log'), ...options,
  ], { stdio: ['ignore', 'pipe', 'ignore'] });
  servers.push(server);
  return new Promise<string>((found) => server.stdout!.on('data', (text) => found(/:(\d+)\//.exec(String(text))![1]!)));
}

type Change = (configuration: string) => string;

/** Of each proxy: its arguments, once its files are written. */
const begin = {
  nginx(port: string, plain: number, tls: number, change: Change): string[] {
    const own = change(readFileSync(join(root, 'docs/nginx.conf'), 'utf8'))
      .replace('server 127.0.0.1:8080;', `server 127.0.0.1:${port};`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${folder}/certificate.pem;`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`).join(' ');
    writeFileSync(join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;\n` +
      `events {}\nhttp { access_log off; ${places}\n${own}\n}\n`);
    return ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  },
  haproxy(port: string, plain: number, tls: number, change: Change): string[] {
    const own = change(readFileSync(join(root, 'docs/haproxy.cfg'), 'utf8'))
      .replace('server first 127.0.0.1:8080', `server first 127.0.0.1:${port}`)
      .replace('bind :80', `bind 127.0.0.1:${plain}`)
      .replace('bind :443 ssl crt /etc/haproxy/play.example.pem', `bind 127.0.0.1:${tls} ssl crt ${folder}/both.pem`);
    writeFileSync(join(folder, 'haproxy.cfg'), own);
    return ['-db', '-f', join(folder, 'haproxy.cfg')];
  },
};

/** Starts a server and a proxy; `change` changes the configuration. Gives the proxy's port. */
async function start(proxy: Proxy, options: string[], change: Change = (text) => text): Promise<number> {
  const port = await serve(options);
  const plain = await freePort(), tls = await freePort();
  proxying = spawn(proxy, begin[proxy](port, plain, tls, change), { env: environment, stdio: 'inherit' });
  for (let tries = 0; ; ++tries) {
    try {
      await ask(tls, '/healthz');
      return tls;
    } catch (error) {
      if (tries > 600) throw error;
      await new Promise((later) => setTimeout(later, 100));
    }
  }
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

const trusted = () => ({ ca: readFileSync(join(folder, 'certificate.pem')), servername: name });

function ask(port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((answered, failed) => {
    request({ host: '127.0.0.1', localAddress: visitor, port, path, headers: { Host: name, ...headers }, agent: false, ...trusted() }, (got) => {
      let body = '';
      got.on('data', (text) => (body += text));
      got.on('end', () => answered({ status: got.statusCode!, headers: got.headers, body }));
    }).on('error', failed).end();
  });
}

const upgrade = {
  Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  Origin: `https://${name}`,
};

/** A WebSocket by hand, as Node's own takes no certificate of ours: short texts, masked by zeros. */
async function openSocket(port: number) {
  const socket = connectTls({ socket: connect({ host: '127.0.0.1', localAddress: visitor, port }), ...trusted() });
  let heard = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => (heard = Buffer.concat([heard, bytes])));
  const until = async (enough: () => boolean) => {
    for (let i = 0; !enough(); ++i) {
      if (i > 6000) throw new Error(`heard no more than ${heard.toString()}`);
      await new Promise((later) => setTimeout(later, 10));
    }
  };
  const lines = Object.entries({ Host: name, ...upgrade }).map(([key, value]) => `${key}: ${value}\r\n`);
  socket.write(`GET /api/play HTTP/1.1\r\n${lines.join('')}\r\n`);
  await until(() => heard.includes('\r\n\r\n'));
  const first = heard.subarray(0, heard.indexOf('\r\n')).toString();
  heard = heard.subarray(heard.indexOf('\r\n\r\n') + 4);
  return {
    first,
    async ask(t: string, d: object) {
      const text = Buffer.from(JSON.stringify({ t, id: 1, d }));
      const length = text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 255];
      socket.write(Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), text]));
      const header = () => (heard[1] === 126 ? 4 : heard[1] === 127 ? 10 : 2);
      const size = () => (heard[1] === 126 ? heard.readUInt16BE(2) : heard[1] === 127 ? Number(heard.readBigUInt64BE(2)) : heard[1]!);
      await until(() => heard.length >= 10 && heard.length >= header() + size());
      const message = JSON.parse(heard.subarray(header(), header() + size()).toString());
      heard = heard.subarray(header() + size());
      return message;
    },
    close: () => socket.destroy(),
  };
}

const accessLog = () => readFileSync(join(folder, 'access.log'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));

describe.each(proxies)('%s', (proxy) => {
  itWhereInstalled(proxy)('the page and a game, over TLS, for who comes from elsewhere', async () => {
    const port = await start(proxy, ['--origin', `https://${name}`, '--proxy', '127.0.0.1']);
    const page = await ask(port, '/', { 'Accept-Encoding': 'gzip', 'X-Forwarded-For': '192.0.2.9' });
    expect(page.status).toBe(200);
    expect(page.headers['content-encoding']).toBe('gzip');
    expect(page.headers['strict-transport-security']).toBeTruthy();
    expect((await ask(port, '/')).body).toContain('a page');
    expect((await ask(port, '/api/play?origin=https%3A%2F%2Fplay.example')).status).toBe(426);

    const socket = await openSocket(port);
    expect(socket.first).toContain(' 101 ');
    const { d: state } = await socket.ask('new', { game: 'ataxx', x: { kind: 'person' }, o: { kind: 'person' } });
    const { d: moved } = await socket.ask('move', { key: state.key, ply: 0, move: state.moves[0].text });
    expect(moved.history.length).toBe(1);
    socket.close();
    await end(servers[0]);
    // What a visitor writes himself is not believed: the proxy's word is, the last in the list.
    const asked = accessLog().filter((line) => line.path !== '/healthz'); // haproxy asks that itself
    expect(new Set(asked.map((line) => line.from))).toEqual(new Set([visitor]));
    expect(accessLog().filter((line) => line.websocket).map((line) => line.websocket)).toEqual(['opened', 'closed']);
    expect(JSON.stringify(accessLog())).not.toContain(state.key);
  });

  itWhereInstalled(proxy)('two servers behind it: where one is gone the other goes on', async () => {
    const options = ['--origin', `https://${name}`, '--proxy', '127.0.0.1'];
    const second = await serve(options);
    const line = proxy === 'nginx' ? 'server 127.0.0.1:8081;' : 'server second 127.0.0.1:8081';
    const port = await start(proxy, options, (text) => {
      expect(text).toContain(`# ${line}`);
      return text.replace(`# ${line}`, line.replace('8081', second));
    });
    // One connection after the other goes to one server after the other.
    const places = [await openSocket(port), await openSocket(port)];
    const opened = () => accessLog().filter((line) => line.websocket === 'opened').length;
    for (const place of places) expect(place.first).toContain(' 101 ');
    await expect.poll(opened).toBe(2);
    const { d: state } = await places[0]!.ask('new', { game: 'ataxx', x: { kind: 'person' }, o: { kind: 'person' } });
    const { d: moved } = await places[0]!.ask('move', { key: state.key, ply: 0, move: state.moves[0].text });
    expect((await places[1]!.ask('open', { key: state.key })).d.history).toEqual(moved.history);
    for (const place of places) place.close();
    await end(servers[0], 'SIGKILL');
    for (let i = 0; i < 4; ++i) {
      const place = await openSocket(port);
      expect(place.first).toContain(' 101 ');
      expect((await place.ask('open', { key: state.key })).d.history).toEqual(moved.history);
      place.close();
      expect((await ask(port, '/readyz')).status).toBe(200);
    }
  });
});

itWhereInstalled('nginx').each([
  ['Upgrade', 'proxy_set_header Upgrade $http_upgrade;', true, 426],
  ['Connection', 'proxy_set_header Connection $tavoliere_connection;', true, 426],
  ['HTTP/1.0', 'proxy_http_version 1.1;', true, 426],
  ['Host', 'proxy_set_header Host $http_host;', false, 403],
] as const)('where nginx does not pass %s, the server names it', async (header, line, isNamed, status) => {
  const options = isNamed ? ['--origin', `https://${name}`] : [];
  const port = await start('nginx', [...options, '--proxy', '127.0.0.1'], (text) => {
    expect(text).toContain(line);
    return text.replace(line, '');
  });
  const refused = await ask(port, '/api/play', upgrade);
  expect(refused.status).toBe(status);
  expect(JSON.parse(refused.body).detail).toMatch(new RegExp(`^(${header}:|.* header ${header},)`));
});
