import type { CellState } from '../board';
import type { BoardInfo } from '../protocol.ts';
import { pieceName, type Texts } from '../texts.ts';

/** What a screen reader says of a cell. */
export function cellWords(t: Texts, board: BoardInfo, cell: CellState, won: boolean): string {
  const words = [
    cell.name,
    pieceWords(t, board, cell.piece),
    cell.figure && (won ? t.cell.winningFigure : t.cell.figure),
    cell.last && t.cell.last,
    cell.selected && t.cell.selected,
    cell.opens && t.cell.opens,
    cell.target && t.cell.target,
  ];
  return words.filter(Boolean).join(', ');
}

function pieceWords(t: Texts, board: BoardInfo, piece: string): string {
  if (piece === '.') return t.cell.empty;
  if (piece === '-') return t.cell.blocked;
  return pieceName(t, board.colours, piece, board.pieces);
}
