/** What stands on the analysis board, as the address that can be sent: "#analyse?game=ataxx&moves=a2_a7-a5&at=2". */

import { oneLine } from '../plain.ts';
import type { Result } from '../protocol.ts';
import { knownReason } from '../sides.ts';

export type Ending = Pick<Result, 'winner' | 'reason'>;

export interface Address {
  game: string;
  /** Where the moves begin; left out for the first position. */
  position?: string;
  /** The tree of variations. */
  moves?: string;
  at?: string;
  flipped?: boolean;
  /** How the players ended the game after its last move, where the rules did not. */
  ended?: Ending;
  /** What the studio draws; there is a studio where there are marks, though they be empty. */
  marks?: string;
  caption?: string;
  style?: 'screen' | 'print';
  coordinates?: boolean;
}

const start = '#analyse?';

export const isAnalysis = (hash: string): boolean => hash.startsWith(start);

export function writeAddress(address: Address): string {
  const { game, position, moves, at, flipped, ended, marks, caption, style, coordinates } = address;
  const fields: [string, string | undefined][] = [
    ['game', game],
    ['position', position],
    ['moves', moves || undefined],
    ['at', at === '0' ? undefined : at],
    ['flipped', flipped ? 'on' : undefined],
    ['ended', ended && `${ended.winner},${ended.reason}`],
    ['marks', marks],
    ['caption', caption || undefined],
    ['style', style === 'print' ? style : undefined],
    ['coordinates', coordinates === false ? 'off' : undefined],
  ];
  return start + fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encode(value)}`])).join('&');
}

/** Undefined where the address is none of the analysis board, or names no game. */
export function readAddress(hash: string): Address | undefined {
  if (!isAnalysis(hash)) return undefined;
  const fields = new Map(hash.slice(start.length).split('&').map((field) => {
    const at = (field + '=').indexOf('=');
    return [field.slice(0, at), oneLine(decode(field.slice(at + 1)))];
  }));
  const game = fields.get('game');
  if (!game) return undefined;
  const address: Address = { game };
  for (const name of ['position', 'moves', 'at', 'marks', 'caption'] as const) {
    const value = fields.get(name);
    if (value !== undefined) address[name] = value;
  }
  const [, winner, reason = ''] = /^(x|o|draw),(\w*)$/.exec(fields.get('ended') ?? '') ?? [];
  if (winner) address.ended = { winner: winner as Ending['winner'], reason: knownReason(winner as Ending['winner'], reason) };
  if (fields.get('flipped') === 'on') address.flipped = true;
  if (fields.get('style') === 'print') address.style = 'print';
  if (fields.get('coordinates') === 'off') address.coordinates = false;
  return address;
}

/** Spaces are underlines, and what an address may have in this place stays as it is. */
function encode(text: string): string {
  const encoded = encodeURIComponent(text.replace(/[_%]/g, (c) => (c === '_' ? '%5F' : '%25')));
  return encoded.replaceAll('%255F', '%5F').replaceAll('%2525', '%25').replaceAll('%20', '_').replace(/%(2F|2C|3A|40|3D)/g, (code) => decodeURIComponent(code));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('_', '%20'));
  } catch {
    return text;
  }
}
