/** The games of this browser: their keys, and which seat was taken by which invitation. Who has a key has the game. */
import { keyLength, mostGlances } from './limits.ts';
import { remember, remembered } from './memory.ts';
import type { GameState } from './protocol.ts';
import { isKey } from './shapes.ts';

/** What tells how much a key is worth. */
type Shelved = Pick<GameState, 'key' | 'seats' | 'result'>;

export const shelf = (): string[] => [...new Set(remembered('games', Array.isArray)?.filter(isKey))].slice(0, mostGlances);

/** Seats of one's own in games by link that go on: somebody waits, and the key may stand nowhere else. */
const held = (): string[] => remembered('held', Array.isArray)?.filter(isKey) ?? [];

/** Puts a game first. Where there are too many the last one gives way, one that is not held if there is any. */
export function shelve(game: Shelved): void {
  const games = shelf();
  if (games[0] !== game.key) {
    const kept = [game.key, ...games.filter((other) => other !== game.key)];
    const needed = new Set(held());
    while (kept.length > mostGlances) kept.splice(kept.findLastIndex((key, i) => i > 0 && !needed.has(key)), 1);
    remember('games', kept);
  }
  learn([game]);
}

/** Keeps what is known now of games on the shelf. Those that were asked for and not told of are held no more, until they are told of again. */
export function learn(games: readonly Shelved[], asked: readonly string[] = []): void {
  const before = held();
  const told = new Map(asked.map((key) => [key, false]));
  for (const { key, seats, result } of games) told.set(key, (seats === 'x' || seats === 'o') && !result);
  const now = shelf().filter((key) => told.get(key) ?? before.includes(key));
  if (now.length !== before.length || now.some((key) => !before.includes(key))) remember('held', now);
}

/**
 * A game that whoever keeps it has no more, where the key was an invitation by the seat's key too, is the next to give way to others. Gives
 * the keys that are gone. They are not forgotten at once, and the seat stays: a server that was up for a moment with another database said
 * the same, and the key may stand nowhere else.
 */
export function unshelve(key: string): string[] {
  const seat = knownSeat(key);
  const gone = seat === undefined ? [key] : [key, seat];
  const isGone = (each: string) => gone.includes(each);
  const keys = shelf();
  if (!keys.some(isGone)) return gone;
  remember('games', [...keys.filter((each) => !isGone(each)), ...keys.filter(isGone)]);
  remember('held', held().filter((each) => !isGone(each)));
  return gone;
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
  const kept = [...known.set(invitation, seat)];
  const needed = new Set(held());
  while (kept.length > mostGlances) kept.splice(Math.max(0, kept.findIndex(([, key], i) => i < kept.length - 1 && !needed.has(key))), 1);
  remember('seats', Object.fromEntries(kept));
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
