// Keeps the page for when there is no network. offline.ts writes the list of its files above this line.
//
// A version of the page is one cache, filled before it is used and never changed, so that no page ever gets the files of two.
// Networks are large: each comes when a game first wants it, and stays.
/* global files, networks, version, self, caches, fetch */
// Caches are the origin's: another folder may hold another copy of the page.
const own = `tavoliere-${new URL(self.registration.scope).pathname}-`;
const pages = own + version;
const kept = `${own}networks`;

const here = (path) => new URL(path, self.registration.scope).href;

self.addEventListener('install', (event) => {
  const fresh = files.map((path) => new Request(here(path), { cache: 'no-cache' }));
  event.waitUntil(caches.open(pages).then((cache) => cache.addAll(fresh)));
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const mine = (name) => name.startsWith(own) && name !== pages && name !== kept;
  await Promise.all((await caches.keys()).filter(mine).map((name) => caches.delete(name)));
  const cache = await caches.open(kept);
  const wanted = networks.map(here);
  for (const request of await cache.keys()) if (!wanted.includes(request.url)) await cache.delete(request);
  await self.clients.claim();
}

// The page asks for it when it begins, before anything is lost by it.
self.addEventListener('message', ({ data }) => data === 'take over' && self.skipWaiting());

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || !address.href.startsWith(self.registration.scope)) return;
  address.search = address.hash = '';
  if (networks.some((path) => here(path) === address.href)) event.respondWith(network(address.href));
  else event.respondWith(page(address.href, event.request));
});

async function page(address, request) {
  const cache = await caches.open(pages);
  const name = address === here('./') ? here('index.html') : address;
  return (await cache.match(name)) ?? fetch(request);
}

async function network(address) {
  const cache = await caches.open(kept);
  const known = await cache.match(address);
  if (known) return known;
  const response = await fetch(address);
  if (response.ok) await cache.put(address, response.clone());
  return response;
}
