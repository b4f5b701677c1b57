export { Board, type CellState, type View } from './board.ts';
export { pieceIcon } from './draw.ts';
export { aspect } from './geometry.ts';
export type { Cell, Colours, Geometry, Label, Move, NamedColours, Owner, Point, Shape, Via } from './types.ts';
import './board.css';
