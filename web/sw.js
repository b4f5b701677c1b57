// Keeps the page for when there is no network. offline.ts writes the list of its files above this line.
//
// A version of the page is one cache, filled before it is used and never changed, so that no page ever gets the files of two.
/* global files, version, self, caches, fetch */
// Caches are the origin's: another folder may hold another copy of the page.
const own = `tavoliere-${new URL(self.registration.scope).pathname}-`;
const pages = own + version;

const here = (path) => new URL(path, self.registration.scope).href;

self.addEventListener('install', (event) => {
  const fresh = files.map((path) => new Request(here(path), { cache: 'no-cache' }));
  event.waitUntil(caches.open(pages).then((cache) => cache.addAll(fresh)));
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const old = (name) => name.startsWith(own) && name !== pages;
  await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
  await self.clients.claim();
}

// The page asks for it when it begins, before anything is lost by it.
self.addEventListener('message', ({ data }) => data === 'take over' && self.skipWaiting());

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || !address.href.startsWith(self.registration.scope)) return;
  address.search = address.hash = '';
  event.respondWith(page(address.href, event.request));
});

async function page(address, request) {
  const cache = await caches.open(pages);
  const name = address === here('./') ? here('index.html') : address;
  return (await cache.match(name)) ?? fetch(request);
}
