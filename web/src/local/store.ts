import type { Players, Result, Side, Words } from '../protocol.ts';
import { isControl, isKey, isList, isNumber, isObject, isOneOf, isPlayers, isSide, isText, isWhole, maybe, type Check } from '../shapes.ts';
import type { KeptClock } from './clock.ts';

/** A game as it is kept: who plays, from where, and every move. The server's records say the same. */
export interface GameRecord {
  key: string;
  version: number;
  game: string;
  start: string;
  players: Players;
  moves: string[];
  resigned: Side | null;
  /** Missing in games that have none, and so is who has lost on time where nobody has. */
  clock?: KeptClock;
  late?: Side;
  /** How it ended, for lists of games; the rules, `resigned` and `late` say it again. */
  result: Result | null;
}

const isTime = isNumber(-Number.MAX_VALUE, Number.MAX_VALUE);

/** Whether what a database has is a game; whether its moves can be played the rules say. */
export const isRecord: Check<GameRecord> = isObject<GameRecord>({
  key: isKey,
  version: isWhole(1),
  game: isText,
  start: isText,
  players: isPlayers,
  moves: isList(isText),
  resigned: (value): value is Side | null => value === null || isSide(value),
  clock: maybe(isObject<KeptClock>({ control: isControl, since: maybe(isTime), x: isTime, o: isTime })),
  late: maybe(isSide),
  result: (value): value is Result | null => value === null || isResult(value),
});
const isWords: Check<Words> = isObject<Words>({ en: isText, it: isText });
const isResult: Check<Result> = isObject<Result>({ winner: isOneOf(['x', 'o', 'draw']), reason: isText, score: maybe(isTime), words: maybe(isWords) });

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
      const found: unknown = await answerOf(games('readonly').get(key));
      return isRecord(found) ? found : undefined;
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
