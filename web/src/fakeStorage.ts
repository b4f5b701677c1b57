/** A browser's storage, for tests: what it keeps is in `kept`, and it has no room for what is `refused`. */
export function fakeStorage(refused: (name: string, value: string) => boolean = () => false) {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (i: number) => [...kept.keys()][i] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, value: string) {
      if (refused(name, value)) throw new Error('quota');
      kept.set(name, value);
    },
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
  };
}
