import type { GameInfo } from './protocol.ts';

/** Each variant has a home: "#/ataxx", "#/ataxx/misere", "#/ataxx/size=5x5,misere". */

const pattern = /^#\/(\w+)(?:\/([^/]*))?\/?$/;

export function writeHome(variant: string): string {
  const [game, options] = apart(variant);
  return `#/${encode(game)}${options && `/${encode(options)}`}`;
}

/** The variant, as text that may be none; undefined where the place is no home. */
export function readHome(place: string): string | undefined {
  const [match, game, options] = pattern.exec(place) ?? [];
  return match === undefined ? undefined : decode(options ? `${game}:${options}` : game!);
}

/** Whether it is the home of one of these games, under any of its names; of which variant is not asked. */
export function isHomeOf(games: readonly Pick<GameInfo, 'game' | 'aliases'>[], place: string): boolean {
  const name = readHome(place)?.split(':')[0];
  return name !== undefined && games.some(({ game, aliases }) => game === name || Object.hasOwn(aliases, name));
}

export const isHome = (place: string): boolean => place.startsWith('#/');

function apart(variant: string): [string, string] {
  const at = variant.indexOf(':');
  return at < 0 ? [variant, ''] : [variant.slice(0, at), variant.slice(at + 1)];
}

const encode = (text: string) => encodeURIComponent(text).replace(/%(2C|3D|2B)/g, (code) => decodeURIComponent(code));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
