/** What the browser remembers between visits; without storage (private windows) it remembers nothing. */
const prefix = import.meta.env.MODE === 'static' ? 'tavoliere.static.' : 'tavoliere.'; // perhaps from one origin

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}

export function remembered<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null') ?? undefined;
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
