import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OwnAddress } from './ownAddress.ts';
import { begin, go, here, linkFor, linkTo, onMove, placeOf, rename, root } from './where.ts';

let heard: Record<string, () => void>;

/** A browser at an address behind the page's folder. */
function at(address: string): void {
  const url = new URL(root + address, 'http://here');
  const show = (_: unknown, __: unknown, to: string) => Object.assign(location, parts(new URL(to, url)));
  vi.stubGlobal('location', { ...parts(url), origin: 'http://here' });
  vi.stubGlobal('history', { state: null, pushState: show, replaceState: show });
}
const parts = ({ pathname, search, hash }: URL) => ({ pathname, search, hash });
const address = () => location.pathname.slice(root.length) + location.search + location.hash;

beforeEach(() => {
  heard = {};
  vi.stubGlobal('addEventListener', (name: string, hear: () => void) => (heard[name] = hear));
  vi.stubGlobal('PopStateEvent', class { constructor(readonly type: string) {} });
  vi.stubGlobal('dispatchEvent', ({ type }: { type: string }) => heard[type]!());
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['', ''], ['index.html', ''], ['ataxx', '#/ataxx'], ['ataxx/misere', '#/ataxx/misere'], ['ataxx/', '#/ataxx/'], ['#abc', '#abc'], ['ataxx#abc', '#abc'],
  ['?rules=boop', ''], ['ataxx?rules=boop', '#/ataxx'], ['#analyse?game=ataxx', '#analyse?game=ataxx'], ['a/b/c', '#/a/b/c'], ['assets/zzz.js', '#/assets/zzz.js'],
])('"%s" is the place "%s"', (path, place) => {
  at(path);
  expect(here()).toBe(place);
});

it('gives a home a path, and keys none', () => {
  expect([linkTo('#/ataxx/misere'), linkTo('#key'), linkTo('')]).toEqual([`${root}ataxx/misere`, `${root}#key`, root]);
  expect([linkTo('#//'), linkTo('#//elsewhere.example/x')]).toEqual([root, `${root}elsewhere.example/x`]);
});

it('gives what is sent to others a path with a card, which is not seen when it has come', () => {
  const game = linkFor('#key', '#/ataxx/misere');
  const position = linkFor('#analyse?game=ataxx&moves=a2', '#analyse?game=ataxx&position=7/7_x');
  expect([game, position]).toEqual([`${root}ataxx/misere#key`, `${root}position?game=ataxx&position=7/7_x#analyse?game=ataxx&moves=a2`]);
  for (const [link, seen] of [[game, '#key'], [position, '#analyse?game=ataxx&moves=a2'], [position.split('#')[0]!, '#analyse?game=ataxx&position=7/7_x']] as const) {
    at(link.slice(root.length));
    expect(here()).toBe(seen);
    begin();
    expect([address(), here()]).toEqual([seen, seen]);
  }
});

it('turns an old address into the path', () => {
  at('?rules=boop#/ataxx/misere');
  begin();
  expect(address()).toBe('ataxx/misere?rules=boop');
});

it('is one\'s own address under another name, until somebody goes on', () => {
  at('ataxx');
  begin();
  const own = new OwnAddress();
  rename('#/ataxx/size=11x7'); // the form looks its variant up while a game is begun
  expect(own.isThere).toBe(true);
  own.write('#key');
  expect([here(), own.isThere]).toEqual(['#key', true]);
  location.hash = '#other'; // of which the page has not heard yet
  expect(own.isThere).toBe(false);
  own.write('#key');
  expect(here()).toBe('#other');
  heard.hashchange!();
  expect(own.isThere).toBe(false);
  own.take();
  expect(own.isThere).toBe(true);
});

it('tells of each move once, of new names of the same place not at all', () => {
  at('ataxx');
  begin();
  const moved = vi.fn();
  const unhear = onMove(moved);
  go('#/boop');
  expect([address(), here(), moved.mock.calls.length]).toEqual(['boop', '#/boop', 1]);
  go('#/boop');
  heard.hashchange!();
  rename('#/boop/size=8');
  heard.popstate!();
  expect([address(), moved.mock.calls.length]).toEqual(['boop/size=8', 1]);
  go('');
  expect([address(), moved.mock.calls.length]).toEqual(['', 2]);
  unhear();
  go('#key');
  expect(moved).toHaveBeenCalledTimes(2);
});

it.each([
  ['ataxx', '#/ataxx'], ['', ''], ['#key', '#key'], ['boop#key', '#key'], ['ataxx?rules=boop', undefined], ['assets/a.js', '#/assets/a.js'], ['a/b/c', undefined],
])('a link to "%s" leads to %s', (to, place) => {
  at('');
  const link = { ...parts(new URL(root + to, 'http://here')), origin: 'http://here', target: '', hasAttribute: () => false };
  expect(placeOf(link as unknown as HTMLAnchorElement)).toBe(place);
  expect(placeOf({ ...link, origin: 'http://there' } as unknown as HTMLAnchorElement)).toBeUndefined();
});
