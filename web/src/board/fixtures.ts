/** Small boards for the tests: squares, hexagons and Cairo pentagons, with the names the server gives them. */
import type { Cell, Geometry, Point } from './types.ts';

export function squares(columns: number, rows: number): Geometry {
  const cells = range(rows).flatMap((y) =>
    range(columns).map((x) => cell(`${letter(x)}${rows - y}`, [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]])),
  );
  return geometry(cells);
}

export function hexagons(side: number): Geometry {
  const radius = 1 / Math.sqrt(3);
  const reach = side - 1;
  const cells = range(2 * side - 1).flatMap((column) => {
    const q = column - reach;
    const height = 2 * side - 1 - Math.abs(q);
    return range(height).map((up) => {
      const r = Math.max(-reach, -reach - q) + up;
      const [x, y] = [1.5 * radius * q, -(r + q / 2)];
      const corners = range(6).map((k): Point => [
        x + radius * Math.cos((k * Math.PI) / 3),
        y + radius * Math.sin((k * Math.PI) / 3),
      ]);
      return cell(`${letter(column)}${up + 1}`, corners);
    });
  });
  return geometry(cells);
}

export function pentagons(columns: number, rows: number): Geometry {
  const shift = Math.sqrt(3) / 6;
  const flatSplit = (i: number, j: number) => (i + j) % 2 !== 0;
  // The middle of a block's side moves into the block whose split line ends there.
  const leftMiddle = (i: number, j: number): Point => [i + (flatSplit(i, j) ? shift : -shift), j + 0.5];
  const bottomMiddle = (i: number, j: number): Point => [i + 0.5, j + (flatSplit(i, j) ? -shift : shift)];

  const cells = range(rows).flatMap((j) => range(columns).flatMap((i) => {
    const name = `${letter(i)}${j + 1}`;
    const [left, right] = [leftMiddle(i, j), leftMiddle(i + 1, j)];
    const [bottom, top] = [bottomMiddle(i, j), bottomMiddle(i, j + 1)];
    if (flatSplit(i, j)) {
      return [
        cell(`${name}t`, [left, right, [i + 1, j + 1], top, [i, j + 1]]),
        cell(`${name}b`, [[i, j], bottom, [i + 1, j], right, left]),
      ];
    }
    return [
      cell(`${name}l`, [[i, j], bottom, top, [i, j + 1], left]),
      cell(`${name}r`, [bottom, [i + 1, j], right, [i + 1, j + 1], top]),
    ];
  }));
  return geometry(cells.map((each) => cell(each.name, each.outline.map(([x, y]): Point => [x * 1.35, (rows - y) * 1.35]))));
}

function geometry(cells: Cell[]): Geometry {
  const xs = cells.flatMap((each) => each.outline.map(([x]) => x));
  const ys = cells.flatMap((each) => each.outline.map(([, y]) => y));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const box = [left, top, Math.max(...xs) - left, Math.max(...ys) - top] as const;
  return { box, cells, labels: [], colours: { x: 'Black', o: 'White' } };
}

function cell(name: string, outline: Point[]): Cell {
  const mean = (axis: 0 | 1) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length;
  return { name, outline, centre: [mean(0), mean(1)] };
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function letter(index: number): string {
  return String.fromCharCode(97 + index);
}
