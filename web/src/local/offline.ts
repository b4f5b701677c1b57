/** Has the page kept for when there is no network, and a newer one take its place when this one begins. */
export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // no https
  const isNew = !serviceWorker.controller;
  // Another tab took the newer page: what this one has yet to load is no longer there. Games are kept, so nothing is lost.
  serviceWorker.addEventListener('controllerchange', () => isNew || location.reload());
  const registration = await serviceWorker.register('./sw.js');
  registration.waiting?.postMessage('take over');
}
