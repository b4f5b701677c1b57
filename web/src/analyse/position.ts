import type { BoardInfo, Hand, Side } from '../protocol.ts';

/** A position taken apart: a letter for each cell, the side to move, and the fields that the game has besides. */
export interface Parts {
  cells: string;
  turn: Side;
  fields: string[];
}

/** Rows of letters, runs of empty cells as numbers, as every position is written. */
export function writePosition({ rows }: BoardInfo, { cells, turn, fields }: Parts): string {
  let at = 0;
  const lines = rows.map((length) => cells.slice(at, (at += length)).replace(/\.+/g, (run) => String(run.length)));
  return [lines.join('/'), turn, ...fields].join(' ');
}

/** A position that the server wrote, with the letters it gave for its cells. */
export function takeApart(position: string, cells: string): Parts {
  const [, turn, ...fields] = position.split(' ');
  return { cells, turn: turn as Side, fields };
}

/** Which of the fields holds the pieces in hand, in the order of the hands; -1 where none does. */
export function handField(fields: readonly string[], hands: readonly Hand[]): number {
  return hands.length === 0 ? -1 : fields.indexOf(hands.map((hand) => hand.count).join(','));
}
