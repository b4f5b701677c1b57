import type { Cell, Geometry, Point } from './types.ts';

/** The same board seen from the other side. */
export function turned(geometry: Geometry): Geometry {
  const turn = halfTurn(geometry);
  return {
    ...geometry,
    cells: geometry.cells.map((cell) => ({ ...cell, outline: cell.outline.map(turn), centre: turn(cell.centre) })),
    labels: geometry.labels.map((label) => ({ ...label, at: turn(label.at) })),
    strokes: geometry.strokes?.map(([from, to, owner]) => [turn(from), turn(to), owner] as const),
  };
}

/** Where each point goes when the board is turned round. */
export function halfTurn({ box: [x, y, width, height] }: Geometry): (point: Point) => Point {
  return ([px, py]) => [2 * x + width - px, 2 * y + height - py];
}

/** The rectangle to draw: the outlines and the labels, with a margin. */
export function frame({ box: [x, y, width, height], labels }: Geometry) {
  const margin = 0.3;
  const xs = labels.map((label) => label.at[0]);
  const ys = labels.map((label) => label.at[1]);
  const left = Math.min(x, ...xs) - margin;
  const top = Math.min(y, ...ys) - margin;
  const right = Math.max(x + width, ...xs) + margin;
  const bottom = Math.max(y + height, ...ys) + margin;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Width by height of the board with its labels. */
export function aspect(geometry: Geometry): number {
  const { width, height } = frame(geometry);
  return width / height;
}

/** The distance from a cell's centre to its nearest edge: how large a piece may be. */
export function inradius({ outline, centre }: Cell): number {
  const distances = outline.map((from, i) => distanceToLine(centre, from, outline[(i + 1) % outline.length]!));
  return Math.min(...distances);
}

function distanceToLine([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const cross = (bx - ax) * (ay - py) - (ax - px) * (by - ay);
  return Math.abs(cross) / Math.hypot(bx - ax, by - ay);
}

/** Cells in reading order, grouped into lines of about the same height. */
export function rows(cells: readonly Cell[]): Cell[][] {
  const lineHeight = 0.25;
  const lines: Cell[][] = [];
  for (const cell of cells.toSorted((a, b) => a.centre[1] - b.centre[1])) {
    const line = lines.at(-1);
    if (line && cell.centre[1] - line[0]!.centre[1] < lineHeight) line.push(cell);
    else lines.push([cell]);
  }
  return lines.map((line) => line.sort((a, b) => a.centre[0] - b.centre[0]));
}

/** A cell's outline as an SVG path, drawn in towards the centre. */
export function outlinePath({ outline, centre: [cx, cy] }: Cell, scale: number): string {
  const corners = outline.map(([x, y]) => `${round(cx + (x - cx) * scale)} ${round(cy + (y - cy) * scale)}`);
  return `M${corners.join('L')}Z`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
