import type { Move, Shape } from '../board';
import { isPiece } from '../board/diff.ts';
import type { BoardInfo } from '../protocol.ts';

/** A move as it is drawn over a position: an arrow where a piece is carried, a circle where one is put down; nothing for a pass. */
export function moveShape({ path }: Move, board: BoardInfo, cells: string, look: { text?: string; faint?: boolean } = {}): Shape[] {
  const [at, to] = path.filter((step) => !step.startsWith('@'));
  if (at === undefined) return [];
  const letter = cells[board.cells.findIndex((cell) => cell.name === at)];
  return to !== undefined && isPiece(letter) ? [{ kind: 'arrow', at, to, ...look }] : [{ kind: 'circle', at, ...look }];
}
