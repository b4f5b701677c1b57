import { drawStroke, svg } from '../board/draw.ts';
import type { BoardInfo, LegendEntry } from '../protocol.ts';

/** A cell of the board and what is drawn on it, to stand in text. */
export function markIcon({ cells, colours }: BoardInfo, { cell, strokes }: LegendEntry): SVGSVGElement {
  const { outline, centre: [x, y] } = cells.find(({ name }) => name === cell)!;
  const tile = svg('path', { class: 'tile', d: `M${outline.map((point) => point.join(' ')).join('L')}Z` });
  return svg('svg', { class: 'board', viewBox: `${x - 0.7} ${y - 0.7} 1.4 1.4`, 'aria-hidden': 'true' }, tile, ...strokes.map((stroke) => drawStroke(stroke, colours)));
}
