/** The games of this browser: their keys, and which seat was taken by which invitation. Who has a key has the game. */
import { remember, remembered } from './memory.ts';

/** As many as the server lets one ask about at once. */
const most = 50;

export const shelf = (): string[] => remembered<string[]>('games') ?? [];

/** Puts a game first. */
export function shelve(key: string): void {
  const games = shelf();
  if (games[0] !== key) remember('games', [key, ...games.filter((other) => other !== key)].slice(0, most));
}

const seats = () => remembered<Record<string, string>>('seats') ?? {};

/** The seat's own key for an invitation, the same whenever it is asked for. */
export function seatFor(invitation: string): string {
  const known = seats();
  const seat = known[invitation] ?? newKey();
  remember('seats', Object.fromEntries([...Object.entries(known), [invitation, seat] as const].slice(-most)));
  return seat;
}

/** The key that was made for it, whether the server has given the seat or not. */
export const knownSeat = (invitation: string): string | undefined => seats()[invitation];

/** 22 letters and digits that nobody can guess. */
export function newKey(): string {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let key = '';
  while (key.length < 22) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    // Bytes from the last multiple of 62 on are thrown away: every letter is as likely as every other.
    if (byte! < 248) key += letters[byte! % letters.length];
  }
  return key;
}
