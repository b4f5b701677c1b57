import type { Cell } from './types.ts';

export const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where the keyboard stands, and the line it follows: on a board without straight rows a run zigzags about it. */
export interface Focus {
  cell: string;
  key?: string;
  line?: number;
}

/** The cell lying best in the key's direction; the same focus at the edge of the board. */
export function moveFocus(cells: readonly Cell[], focus: Focus, key: string): Focus {
  const [dx, dy] = directions[key]!;
  const here = cells.find((cell) => cell.name === focus.cell)!;
  const across = ([x, y]: Cell['centre']) => Math.abs(dx) * y + Math.abs(dy) * x;
  const along = ([x, y]: Cell['centre']) => dx * (x - here.centre[0]) + dy * (y - here.centre[1]);
  const line = sameAxis(focus.key, key) ? focus.line! : across(here.centre);

  let best: Cell | undefined;
  let bestCost = Infinity;
  for (const cell of cells) {
    const ahead = along(cell.centre);
    const aside = Math.abs(across(cell.centre) - across(here.centre));
    if (ahead < 0.1 || aside > 2 * ahead) continue;
    const cost = ahead + Math.abs(across(cell.centre) - line);
    if (cost < bestCost - 1e-6) [best, bestCost] = [cell, cost];
  }
  return best ? { cell: best.name, key, line } : focus;
}

function sameAxis(a: string | undefined, b: string): boolean {
  return a !== undefined && (directions[a]![0] === 0) === (directions[b]![0] === 0);
}
