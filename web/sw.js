// Keeps the page for when there is no network. offline.ts writes the list of its files above this line.
//
// A version of the page is one cache, filled before it is used, so that no page ever gets the files of two. What a browser or a
// person has thrown out of it comes back while there is a network, from the same version alone.
/* global files, version, self, caches, fetch */
// Caches are the origin's: another folder may hold another copy of the page.
const own = `tavoliere-${new URL(self.registration.scope).pathname}-`;
const pages = own + version;

const here = (path) => new URL(path, self.registration.scope).href;

const fresh = (path) => new Request(here(path), { cache: 'no-cache' });

self.addEventListener('install', (event) => event.waitUntil(caches.open(pages).then((cache) => cache.addAll(files.map(fresh)))));

let filling;

/** Once at a time. Where nothing comes, the next time will do. */
const refill = () => (filling ??= fill().catch(() => {}).finally(() => (filling = undefined)));

async function fill() {
  const cache = await caches.open(pages);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = files.filter((path) => !kept.has(here(path)));
  if (missing.length > 0 && (await isStillThere())) await cache.addAll(missing.map(fresh));
}

/** Whether the web server has this version, and not a newer one, which the browser will find by itself. */
async function isStillThere() {
  const answer = await fetch(fresh('sw.js'));
  return answer.ok && (await answer.text()).includes(`const version = ${JSON.stringify(version)};`);
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const old = (name) => name.startsWith(own) && name !== pages;
  await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
  await self.clients.claim();
}

// The page asks for both when it begins: for the first before anything is lost by it, for the second again when it is online.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
  if (event.data === 'refill') event.waitUntil(refill());
});

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || !address.href.startsWith(self.registration.scope)) return;
  address.search = address.hash = '';
  event.respondWith(page(address.href, event));
});

async function page(address, event) {
  const cache = await caches.open(pages);
  const name = address === here('./') ? here('index.html') : address;
  const kept = await cache.match(name);
  if (!kept && files.some((path) => here(path) === name)) event.waitUntil(refill());
  return kept ?? fetch(event.request);
}
