/** What comes from elsewhere and may be anything, such as what a browser remembers, is looked at before it is used. */
import { leastEngineSeconds, mostClockDays, mostClockIncrement, mostClockSeconds, mostEngineSeconds, mostLevel } from './limits.ts';
import type { Player, Players, Side, TimeControl } from './protocol.ts';

export type Check<Value> = (value: unknown) => value is Value;

export const isText: Check<string> = (value) => typeof value === 'string';
export const isFlag: Check<boolean> = (value) => typeof value === 'boolean';

export const isNumber = (least: number, most: number): Check<number> => (value): value is number =>
  typeof value === 'number' && value >= least && value <= most;

export const isWhole = (least: number, most = Number.MAX_SAFE_INTEGER): Check<number> => (value): value is number =>
  Number.isInteger(value) && isNumber(least, most)(value);

export const isOneOf = <const Value>(values: readonly Value[]): Check<Value> => (value): value is Value => values.includes(value as Value);

export const isMatch = (pattern: RegExp): Check<string> => (value): value is string => isText(value) && pattern.test(value);

export const isList = <Value>(each: Check<Value>): Check<Value[]> => (value): value is Value[] => Array.isArray(value) && value.every(each);

/** With these members; there may be others. */
export const isObject = <Value>(members: { [Name in keyof Required<Value>]: Check<Value[Name]> }): Check<Value> => (value): value is Value =>
  typeof value === 'object' && value !== null &&
  Object.entries<Check<unknown>>(members).every(([name, check]) => check(Object.hasOwn(value, name) ? value[name as never] : undefined));

export const maybe = <Value>(check: Check<Value>): Check<Value | undefined> => (value): value is Value | undefined =>
  value === undefined || check(value);

export const isEither = <One, Other>(one: Check<One>, other: Check<Other>): Check<One | Other> => (value): value is One | Other =>
  one(value) || other(value);

// ---- What the protocol knows ----

/** What may be the key of a game or a seat: fifty of them fit into a message. Whether it is one knows who keeps the games. */
export const isKey: Check<string> = isMatch(/^[\w -]{1,40}$/);

export const isSide: Check<Side> = isOneOf(['x', 'o']);

/** For people, the beginner's first. */
export const levels: readonly number[] = Array.from({ length: mostLevel }, (_, i) => i + 1);

const isEngine = isOneOf(['engine']);
export const isPlayer: Check<Player> = isEither(
  isObject<{ kind: 'person' }>({ kind: isOneOf(['person']) }),
  isEither(
    isObject<{ kind: 'engine'; level: number }>({ kind: isEngine, level: isOneOf<number>(levels) }),
    isObject<{ kind: 'engine'; seconds: number }>({ kind: isEngine, seconds: isNumber(leastEngineSeconds, mostEngineSeconds) }),
  ),
);
export const isPlayers: Check<Players> = isObject<Players>({ x: isPlayer, o: isPlayer });

export const isControl: Check<TimeControl> = isEither(
  isObject<{ days: number }>({ days: isWhole(1, mostClockDays) }),
  isObject<{ seconds: number; increment: number }>({ seconds: isWhole(1, mostClockSeconds), increment: isWhole(0, mostClockIncrement) }),
);
