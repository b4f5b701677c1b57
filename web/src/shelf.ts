/** The games of this browser: their keys, and which seat was taken by which invitation. Who has a key has the game. */
import { keyLength, mostGlances } from './limits.ts';
import { remember, remembered } from './memory.ts';
import { isKey } from './shapes.ts';

export const shelf = (): string[] => [...new Set(remembered('games', Array.isArray)?.filter(isKey))].slice(0, mostGlances);

/** Puts a game first. */
export function shelve(key: string): void {
  const games = shelf();
  if (games[0] !== key) remember('games', [key, ...games.filter((other) => other !== key)].slice(0, mostGlances));
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** By invitation, the latest last. */
function seats(): Map<string, string> {
  const entries: [string, unknown][] = Object.entries(remembered('seats', isRecord) ?? {});
  return new Map(entries.filter((entry): entry is [string, string] => entry.every(isKey)));
}

/** The seat's own key for an invitation, the same whenever it is asked for. */
export function seatFor(invitation: string): string {
  const known = seats();
  const seat = known.get(invitation) ?? newKey();
  remember('seats', Object.fromEntries([...known, [invitation, seat] as const].slice(-mostGlances)));
  return seat;
}

/** The key that was made for it, whether the server has given the seat or not. */
export const knownSeat = (invitation: string): string | undefined => seats().get(invitation);

/** Letters and digits that nobody can guess. */
export function newKey(): string {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let key = '';
  while (key.length < keyLength) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    // Bytes from the last multiple of 62 on are thrown away: every letter is as likely as every other.
    if (byte! < 248) key += letters[byte! % letters.length];
  }
  return key;
}
