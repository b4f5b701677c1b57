/** Puzzles as addresses that can be sent: "#puzzles", "#puzzles/ataxx", "#puzzles/ataxx/3f9a2c". */

export interface PuzzleAddress {
  game?: string;
  /** The puzzle's name without its game. */
  puzzle?: string;
}

const pattern = /^#puzzles(?:\/(\w+)(?:\/([\w-]+))?)?\/?$/;

export const isPuzzles = (hash: string): boolean => /^#puzzles(\/|$)/.test(hash);

export function writePuzzles({ game, puzzle }: PuzzleAddress): string {
  return ['#puzzles', game, game && puzzle].filter(Boolean).join('/');
}

/** Undefined where the address is none of a puzzle, a game's puzzles, or all of them. */
export function readPuzzles(hash: string): PuzzleAddress | undefined {
  const [match, game, puzzle] = pattern.exec(hash) ?? [];
  return match === undefined ? undefined : { ...(game ? { game } : {}), ...(puzzle ? { puzzle } : {}) };
}
