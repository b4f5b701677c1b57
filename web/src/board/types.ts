/** What the board is told. It knows no rules: cells, pieces and legal moves all come from outside. */

export type Point = readonly [x: number, y: number];

export interface Cell {
  name: string;
  outline: readonly Point[];
  centre: Point;
}

export interface Label {
  text: string;
  at: Point;
}

/** From point to point; and whose it is, where it belongs to a player. */
export type Stroke = readonly [Point, Point, Owner?];

export interface Geometry {
  /** x, y, width and height of all outlines; labels lie outside it. */
  box: readonly [number, number, number, number];
  cells: readonly Cell[];
  labels: readonly Label[];
  /** Lines drawn on the board itself. */
  strokes?: readonly Stroke[];
  colours: NamedColours;
}

/** The colours' names in the game's own words, such as "Black". */
export type Owner = 'x' | 'o';

export interface Colours extends Record<Owner, string> {
  /** What special pieces bear: the promoted a crown, the held a counter. A crown where this is left out. Or all are cats. */
  sign?: 'crown' | 'counter' | 'cat';
}

/** In English, and under its code in the other language. */
export interface NamedColours extends Colours {
  it?: Record<Owner, string>;
}

export interface Move {
  text: string;
  /** The cells a hand touches, in order; "@X" is a piece taken from the hand. */
  path: readonly string[];
  /** Other ways to show the same move. */
  also?: readonly (readonly string[])[];
  /** The letters of all cells when the piece has gone to its place and done what it does, before the turn's second part. */
  half?: string;
}

/** How one position has come from the one shown before. */
export interface Via {
  path: readonly string[];
  /** What stood in between, where the turn had two parts. */
  half?: string | undefined;
  /** The move was taken back. */
  back?: boolean;
}

/** Something drawn over the board; cells by their names. */
export type Shape =
  | { kind: 'arrow'; at: string; to: string; text?: string | undefined; faint?: boolean | undefined }
  | { kind: 'cross' | 'dot'; at: string }
  | { kind: 'circle'; at: string; text?: string | undefined; faint?: boolean | undefined }
  | { kind: 'label'; at: string; text: string };
