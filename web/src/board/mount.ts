/** The board as a package: a widget with words of its own, for pages that are not ours. Its styles are in board.css. */
import { Board, type CellState, type View } from './board.ts';
import type { Colours, Geometry, Move, Owner } from './types.ts';
import { aspect } from './geometry.ts';

export { Board, type CellState, type Options, type View } from './board.ts';
export { pieceIcon } from './draw.ts';
export { aspect } from './geometry.ts';
export type { Cell, Colours, Geometry, Label, Move, NamedColours, Owner, Point, Shape, Stroke, Via } from './types.ts';

/** What to show. A position of the engine's package is a scene; with `moves: []` it is only looked at. */
export type Scene = Partial<View> & Pick<View, 'cells'>;

export interface MountOptions {
  /** The cells, their outlines and names, labels and colours. */
  board: Geometry;
  /** A move was made by hand; the board shows it when it is told the next scene. */
  onMove?(move: Move): void;
  /** The cell that was pressed, or the first and last one of a stroke, in a scene whose cells are `free`. */
  onCells?(cells: readonly string[]): void;
  /** The clicks that wait for more have changed; `choosing` is whether the board shows their half of the move already. */
  onClicks?(clicks: readonly string[], choosing: boolean): void;
  /** What a screen reader calls the board: "Board" where it is left out. */
  label?(): string;
  /** What a screen reader is told of a cell: English where it is left out. */
  describe?(cell: CellState): string;
}

export interface MountedBoard {
  /** Shows a scene. What it leaves out is empty, but `flipped`, which stays as it was. */
  show(scene: Scene): void;
  /** One click, on a cell or on a piece in the hand ("@X"). */
  press(step: string): void;
  /** Takes the clicks of half a move back. */
  clear(): void;
  /** Gives the keyboard to the board. */
  focus(): void;
  /** Asks for the words again, as after a change of language. */
  refresh(): void;
  /** Removes the board and all that it listens to. */
  destroy(): void;
}

/** Puts a board into an element, as wide as that is; one without an aspect ratio of its own gets the board's. */
export function mountBoard(host: HTMLElement, { board, ...options }: MountOptions): MountedBoard {
  if (getComputedStyle(host).aspectRatio === 'auto') host.style.aspectRatio = String(aspect(board));
  const widget = new Board(host, board, {
    label: () => options.label?.() ?? 'Board',
    describe: (cell) => options.describe?.(cell) ?? words(board.colours, cell),
    onMove: (move) => options.onMove?.(move),
    onCells: (cells) => options.onCells?.(cells),
    onClicks: (clicks, choosing) => options.onClicks?.(clicks, choosing),
  });
  let flipped = false;
  return {
    show(scene) {
      flipped = scene.flipped ?? flipped;
      widget.show({ moves: [], last: [], hint: [], guides: [], figures: [], ...scene, flipped });
    },
    press: (step) => widget.press(step),
    clear: () => widget.clear(),
    focus: () => widget.takeFocus(),
    refresh: () => widget.refresh(),
    destroy: () => widget.destroy(),
  };
}

function words(colours: Colours, { name, piece, last, figure, selected, opens, target }: CellState): string {
  const told = [
    name, pieceWords(colours, piece), figure && 'part of a figure', last && 'last move', selected && 'selected',
    opens && 'can be clicked', target && 'the piece can go there',
  ];
  return told.filter(Boolean).join(', ');
}

function pieceWords(colours: Colours, piece: string): string {
  if (piece === '.') return 'empty';
  if (piece === '-') return 'blocked';
  const owner = piece.toLowerCase() as Owner;
  return piece === owner ? colours[owner] : `${colours[owner]}, special`;
}
