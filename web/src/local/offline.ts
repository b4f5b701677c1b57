const untilLoaded = 1000;

/** Has the page kept for when there is no network, and a newer one take its place when this one begins. */
export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // no https
  const isNew = !serviceWorker.controller;
  // Another tab took the newer page: what this one has yet to load is no longer there. Games are kept, so nothing is lost.
  serviceWorker.addEventListener('controllerchange', () => isNew || location.reload());
  const registration = await serviceWorker.register('./sw.js');
  // Chromium lets go of the older one only where it has nothing to do at that moment, and looks again after half a minute.
  if (registration.waiting) await new Promise((wake) => setTimeout(wake, untilLoaded));
  registration.waiting?.postMessage('take over');
}
