import type { Offer, Players, Result, Side, TimeControl, Words } from '../protocol.ts';
import { isKey, isList, isNumber, isObject, isOneOf, isPlayers, isText, isWhole, maybe, type Check } from '../shapes.ts';

/** A game as it is kept: who plays, from where, and every move. The module reads and writes it; the server's records say the same. */
export interface GameRecord {
  key: string;
  version: number;
  game: string;
  start: string;
  players: Players;
  moves: string[];
  /** How it ended. */
  result: Result | null;
  /** Missing in games that have none. */
  clock?: TimeControl & Record<Side, number> & { since?: number };
  offers: Offer[];
}

/** What is of use here of what a database has: the rest the module looks at, and whether the moves can be played. */
const isRecord = isObject<Omit<GameRecord, 'clock' | 'offers'> & { clock?: OlderClock; offers?: Offer[] }>({
  key: isKey,
  version: isWhole(1),
  game: isText,
  start: isText,
  players: isPlayers,
  moves: isList(isText),
  result: (value): value is Result | null => value === null || isResult(value),
  clock: maybe(isObject<object>({}) as Check<OlderClock>),
  offers: maybe(isList(isObject<object>({}) as Check<Offer>)),
});
const isWords: Check<Words> = isObject<Words>({ en: isText, it: isText });
const isResult: Check<Result> = isObject<Result>({
  winner: isOneOf(['x', 'o', 'draw']), reason: isText, score: maybe(isNumber(-Number.MAX_VALUE, Number.MAX_VALUE)), words: maybe(isWords),
});

/** Games of older pages have a clock's control in a member of its own, and no offers. */
type OlderClock = NonNullable<GameRecord['clock']> & { control?: TimeControl };

/** Undefined where what a database has is no game. */
export function readRecord(found: unknown): GameRecord | undefined {
  if (!isRecord(found)) return undefined;
  const { key, version, game, start, players, moves, result, clock, offers = [] } = found;
  const { control, ...times } = clock ?? {};
  return { key, version, game, start, players, moves, result, offers, ...(clock && { clock: { ...control, ...times } as OlderClock }) };
}

export interface Store {
  /** Undefined also where what is there is no game. */
  find(key: string): Promise<GameRecord | undefined>;
  insert(record: GameRecord): Promise<void>;
  /** False, and nothing changes, where what is kept is not the version before: another tab was faster. */
  update(record: GameRecord): Promise<boolean>;
}

const table = 'games';

/** The browser's database; where it gives none (some private windows) games last as long as the page. */
export async function openStore(): Promise<Store> {
  try {
    return inDatabase(await openDatabase());
  } catch {
    return inMemory();
  }
}

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('tavoliere', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(table, { keyPath: 'key' });
  const database = await answerOf(opening);
  if (!database.objectStoreNames.contains(table)) throw new Error('a database of this name is not ours');
  return database;
}

function inDatabase(database: IDBDatabase): Store {
  const games = (mode: IDBTransactionMode) => database.transaction(table, mode).objectStore(table);
  return {
    async find(key) {
      return readRecord(await answerOf(games('readonly').get(key)));
    },
    async insert(record) {
      await answerOf(games('readwrite').add(record));
    },
    async update(record) {
      const kept = games('readwrite'); // one transaction, from the look to the change
      const before = (await answerOf(kept.get(record.key))) as GameRecord | undefined;
      if (before?.version !== record.version - 1) return false;
      await answerOf(kept.put(record));
      return true;
    },
  };
}

const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('the database failed'));
  });

export function inMemory(): Store {
  const games = new Map<string, GameRecord>();
  return {
    find: async (key) => games.get(key),
    async insert(record) {
      games.set(record.key, record);
    },
    async update(record) {
      if (games.get(record.key)?.version !== record.version - 1) return false;
      games.set(record.key, record);
      return true;
    },
  };
}
