/** A module of apps/wasm: the rules of a family of games, and what searches them. */
export interface Core {
  /** What a function of the module answers to a request; throws what it says against it. `hear` gets every line it says. */
  ask(name: Ask, request: string | Uint8Array, hear?: (line: unknown) => void): unknown;
}

/** A module failed in the middle of its work: what it keeps may be anything from then on, and it is not to be asked again. */
export class ModuleFailed extends Error {
  constructor(cause: unknown) {
    super(`the engine failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** What every module of rules or of a search answers; and the one of written games. */
export type Ask = 'games' | 'board' | 'study' | 'diagram' | 'animation' | 'openings' | 'explorer' | 'begin' | 'look' | 'change' | 'thought' | 'hint' | 'network' | 'think' | WrittenAsk;
export type WrittenAsk = 'words' | 'check' | 'text' | 'perft' | 'laws';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(size: number): number;
}

/** Of a request's lines; a value is one line whatever somebody wrote. */
export const requestOf = (fields: Record<string, string | number>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${String(value).replace(/\s+/g, ' ').trim()}`)
    .join('\n');

/** A text of rules with those that it may inherit from, as the modules of written games are given it. */
export const withBases = (text: string, bases: readonly string[]): string => [text.replaceAll('\f', '\u0001'), ...bases].join('\f');

/** `text`: of a written game, with its bases, which the instance has from then on. */
export async function startCore(module: WebAssembly.Module, text?: string): Promise<Core> {
  let said = (_: string) => {};
  const instance = await WebAssembly.instantiate(module, {
    page: { say: (at: number, size: number) => said(decoder.decode(new Uint8Array(exports.memory.buffer, at, size))) },
    wasi_snapshot_preview1: wasi(() => new DataView(exports.memory.buffer)),
  });
  const exports = instance.exports as unknown as Exports & Record<Ask, () => number>;
  exports._initialize();

  function done(name: Ask, bytes: Uint8Array): boolean {
    try {
      const at = exports.room(bytes.length);
      new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
      return !!exports[name]();
    } catch (cause) {
      throw new ModuleFailed(cause);
    }
  }

  const core: Core = {
    ask(name, request, hear) {
      const bytes = typeof request === 'string' ? utf8.encode(request) : request;
      let answer: unknown;
      said = (line) => {
        answer = JSON.parse(line);
        hear?.(answer);
      };
      if (!done(name, bytes)) throw new Error((answer as { error: string }).error);
      return answer;
    },
  };
  if (text !== undefined) core.ask('text', text);
  return core;
}

const decoder = new TextDecoder();
const utf8 = new TextEncoder();
/** All that wasi-libc wants of a system: the time. */
const wasi = (memory: () => DataView) => ({
  clock_time_get(_clock: number, _precision: bigint, at: number) {
    memory().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  },
});
