const untilLoaded = 1000;

let asked = false;

/** What is kept here is all there is of it: the browser is asked, once a visit, not to clear it away when it runs short of room. */
export async function askToPersist(): Promise<void> {
  const { storage } = navigator;
  if (asked || !storage?.persist) return; // no https
  asked = true;
  if (!(await storage.persisted())) await storage.persist();
}

/** Has the page kept for when there is no network, and a newer one take its place when this one begins. */
export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // no https
  const isNew = !serviceWorker.controller;
  // Another tab took the newer page: what this one has yet to load is no longer there. Games are kept, so nothing is lost.
  serviceWorker.addEventListener('controllerchange', () => isNew || location.reload());
  const registration = await serviceWorker.register('./sw.js');
  const refill = () => registration.active?.postMessage('refill');
  addEventListener('online', refill);
  refill();
  // Chromium lets go of the older one only where it has nothing to do at that moment, and looks again after half a minute.
  if (registration.waiting) await new Promise((wake) => setTimeout(wake, untilLoaded));
  registration.waiting?.postMessage('take over');
}
