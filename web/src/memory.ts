/** What the browser remembers between visits; without storage (private windows) it remembers nothing. */
import type { Check } from './shapes.ts';

const prefix = import.meta.env.MODE === 'static' ? 'tavoliere.static.' : 'tavoliere.'; // perhaps from one origin

/** What is named so can be worked out again: where the browser has no more room, it gives way to all else, the oldest first. */
const expendable = `${prefix}review.`;

/** Whether it is there now; nothing depends on it. Where there is no room for it even so, nothing gives way. */
export function remember(name: string, value: {} | null): boolean {
  const text = JSON.stringify(value);
  const gone: [name: string, text: string][] = [];
  try {
    while (!put(prefix + name, text)) {
      const oldest = oldestExpendable();
      if (oldest === undefined) {
        for (const each of gone.reverse()) put(...each);
        return false;
      }
      gone.push([oldest, localStorage.getItem(oldest) ?? '']);
      localStorage.removeItem(oldest);
    }
    return true;
  } catch {
    return false; // There is no storage.
  }
}

/** Whether there is room for it. */
function put(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

function oldestExpendable(): string | undefined {
  const numberOf = (each: string) => Number(each.slice(expendable.length));
  return names().filter((each) => each.startsWith(expendable)).sort((a, b) => numberOf(a) - numberOf(b))[0];
}

const names = (): string[] => Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i)!);

/** The names of what is remembered that begin so, without that. */
export function namesBehind(beginning: string): string[] {
  const whole = prefix + beginning;
  try {
    return names().filter((each) => each.startsWith(whole)).map((each) => each.slice(whole.length));
  } catch {
    return [];
  }
}

/** How many letters it takes; 0 where it is not there. */
export function lettersOf(name: string): number {
  try {
    return localStorage.getItem(prefix + name)?.length ?? 0;
  } catch {
    return 0;
  }
}

/** Undefined also where what is there is of another shape: another version, another page or a person may have put it there. */
export function remembered<Value>(name: string, check: Check<Value>): Value | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + name) ?? 'null');
    return check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // Then there is nothing.
  }
}
