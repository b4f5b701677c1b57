/**
 * Where the page is, as one text, however the browser's address spells it: "" is the gallery, "#/ataxx/misere" the home of a variant,
 * "#puzzles/ataxx" a game's puzzles, "#KEY" a game. Behind a server a home has a path of its own, "/ataxx/misere", for which the server
 * has a title and a picture; keys are secrets, and what follows "#" is never sent to a server.
 */
const up = '../'; // from src/ or assets/, and a name of its own, or the bundler would look for a file

/** The folder of the page: "/", or where the page without a server lies. */
export const root: string = new URL(up, import.meta.url).pathname;

const hasPaths = import.meta.env.MODE !== 'static';

/** A home's path behind the folder; what else may stand there is a file's name. */
const homePath = /^\w+(?:\/[^/]*)?\/?$/;

/** The path behind which a position has a card: what it shows stands in the query as on the analysis board. */
const positions = 'position';

export function here(): string {
  const { hash, pathname = '', search } = location;
  const path = hasPaths && !hash && pathname.startsWith(root) ? pathname.slice(root.length) : '';
  if (path === positions) return `#analyse${search}`;
  // What is no home either is found out to be none where homes are told from each other.
  return path && path !== 'index.html' ? `#/${path}` : hash;
}

/** What leads there, in a link or the browser's address. `search`: what stays before a "#". */
export function linkTo(place: string, search = ''): string {
  const isHome = hasPaths && place.startsWith('#/');
  // A path that begins with two strokes would be another host's.
  return isHome ? root + place.slice(2).replace(/^\/+/, '') + search : root + search + place;
}

/**
 * What leads others there. Behind a server it goes by a path for which that has a title and a picture, that of a variant's home or of a
 * position ("#analyse?game=…&position=…"); the place itself follows "#", and is not sent.
 */
export function linkFor(place: string, card: string): string {
  if (!hasPaths) return linkTo(place);
  return root + card.replace(/^#\//, '').replace(/^#analyse/, positions) + place;
}

type Listener = () => void;
const listeners = new Set<Listener>();
let seen = '';
let moves = 0;

/**
 * The number of the stay here, which another name of the same place does not change. The browser is sooner than the page: where it has
 * gone on already, the number is the one of the stay to come.
 */
export const stay = (): number => (here() === seen ? moves : moves + 1);

/** Told after the page has come to another place. */
export function onMove(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** To another place, from which Back leads to this one. */
export function go(place: string): void {
  if (place === here()) return;
  history.pushState(null, '', linkTo(place));
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}

/** The same place under another name, without a step of the history. */
export function rename(place: string): void {
  history.replaceState(history.state, '', linkTo(place, location.search));
  seen = place;
}

function follow(): void {
  const place = here();
  if (place === seen) return;
  moves = stay();
  seen = place;
  for (const listener of [...listeners]) listener();
}

/** Follows the browser; links of the page go where they lead without loading it again. */
export function begin(): void {
  listeners.clear();
  seen = here();
  const { hash, pathname, search } = location;
  const isCard = hasPaths && pathname === root + positions;
  // An old address, as one may have kept it, gets the path that is shown today; the path by which a link came has done its work.
  if (isCard || (hasPaths && hash && (hash.startsWith('#/') || pathname !== root))) history.replaceState(history.state, '', linkTo(seen, isCard ? '' : search));
  seen = here();
  addEventListener('popstate', follow);
  addEventListener('hashchange', follow);
}

/** The place that a link leads to; undefined where it leads out of the page. */
export function placeOf(link: HTMLAnchorElement): string | undefined {
  if (link.target || link.origin !== location.origin || link.hasAttribute('download')) return undefined;
  const { pathname, hash, search } = link;
  if (search || !pathname.startsWith(root)) return undefined;
  const path = pathname.slice(root.length);
  if (hash || path === '' || path === 'index.html') return hash;
  return hasPaths && homePath.test(path) ? `#/${path}` : undefined;
}
