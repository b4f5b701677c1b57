import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';

const text = readFileSync(join(import.meta.dirname, '../../sw.js'), 'utf8');
const scope = 'https://host.example/page/';
const files = ['index.html', 'assets/a.js', 'assets/b.wasm'];

/** What the web server has, by path; nothing where there is no network. */
let served: Record<string, string> | undefined;
/** What the caches hold, by name and address. */
let caches: Map<string, Map<string, string>>;
let asked: string[];
let listeners: Record<string, (event: object) => void>;
let waited: Promise<unknown>[];

const settled = async () => {
  while (waited.length > 0) await waited.shift();
};
const kept = (version = 'one') => [...(caches.get(`tavoliere-/page/-${version}`) ?? new Map()).keys()].map((url) => url.slice(scope.length));

async function fetched({ url }: { url: string }) {
  asked.push(url.slice(scope.length));
  if (!served) throw new TypeError('no network');
  const body = served[url.slice(scope.length)];
  return { ok: body !== undefined, text: async () => body ?? '' };
}

function open(name: string) {
  const cache = caches.get(name) ?? new Map<string, string>();
  caches.set(name, cache);
  return {
    keys: async () => [...cache.keys()].map((url) => ({ url })),
    match: async (url: string) => cache.get(url),
    async addAll(requests: { url: string }[]) {
      const bodies = await Promise.all(requests.map(fetched));
      if (!bodies.every(({ ok }) => ok)) throw new TypeError('not all came');
      for (const [i, { url }] of requests.entries()) cache.set(url, await bodies[i]!.text());
    },
  };
}

/** Starts the worker of a version, as a browser does whenever it is needed. */
function start(version: string): void {
  listeners = {};
  const self = {
    registration: { scope },
    addEventListener: (name: string, listen: (event: object) => void) => (listeners[name] = listen),
    skipWaiting: () => {},
  };
  const storage = { open: async (name: string) => open(name), keys: async () => [...caches.keys()] };
  const Request = function (url: string) {
    return { url };
  };
  new Function('self', 'caches', 'fetch', 'Request', 'files', 'version', text)(self, storage, fetched, Request, files, version);
}

const tell = (name: string, more: object = {}) => listeners[name]!({ waitUntil: (work: Promise<unknown>) => void waited.push(work), ...more });

async function ask(path: string): Promise<unknown> {
  let answer: Promise<unknown> | undefined;
  const request = { method: 'GET', url: scope + path };
  tell('fetch', { request, respondWith: (given: Promise<unknown>) => (answer = given) });
  return answer!.catch(() => 'nothing');
}

const site = (version: string) => ({ 'sw.js': `const version = "${version}";\n`, ...Object.fromEntries(files.map((path) => [path, `${path} of ${version}`])) });

beforeEach(async () => {
  [served, caches, asked, waited] = [site('one'), new Map(), [], []];
  start('one');
  tell('install');
  await settled();
  expect(kept()).toEqual(files);
  asked = [];
});

it('answers from what is kept, and asks for nothing', async () => {
  expect(await ask('')).toBe('index.html of one');
  tell('message', { data: 'refill' });
  await settled();
  expect(asked).toEqual([]);
});

it.each([['all', files], ['one file', ['assets/b.wasm']]])('fills again what is gone, %s, when the page asks', async (_, gone) => {
  for (const path of gone) caches.get('tavoliere-/page/-one')!.delete(scope + path);
  tell('message', { data: 'refill' });
  tell('message', { data: 'refill' });
  await settled();
  expect(kept().sort()).toEqual([...files].sort());
  expect(asked).toEqual(['sw.js', ...gone]);
});

it('fills again what is gone when it is missed', async () => {
  caches.clear();
  await ask('');
  await settled();
  expect(kept()).toEqual(files);
  served = undefined;
  expect(await ask('assets/a.js')).toBe('assets/a.js of one');
});

it('does not ask again and again for what is none of its files', async () => {
  await ask('api/none');
  await settled();
  expect(asked).toEqual(['api/none']);
});

it('takes nothing from another version', async () => {
  caches.clear();
  served = site('two');
  tell('message', { data: 'refill' });
  await settled();
  expect(kept()).toEqual([]);
});

it('waits where there is no network, and where not all comes', async () => {
  caches.clear();
  served = undefined;
  tell('message', { data: 'refill' });
  await settled();
  const { 'assets/a.js': _, ...part } = site('one') as Record<string, string>;
  served = part;
  tell('message', { data: 'refill' });
  await settled();
  expect(kept()).toEqual([]);
  served = site('one');
  tell('message', { data: 'refill' });
  await settled();
  expect(kept()).toEqual(files);
});
