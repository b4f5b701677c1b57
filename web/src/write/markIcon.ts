import type { Colours, Point, Stroke } from '../board';
import { drawStroke, svg } from '../board/draw.ts';

/** A cell about the origin and what is drawn on it, to stand in text. */
export function markIcon(outline: readonly Point[], strokes: readonly Stroke[], colours: Colours): SVGSVGElement {
  const tile = svg('path', { class: 'tile', d: `M${outline.map((point) => point.join(' ')).join('L')}Z` });
  return svg('svg', { class: 'board', viewBox: '-0.7 -0.7 1.4 1.4', 'aria-hidden': 'true' }, tile, ...strokes.map((stroke) => drawStroke(stroke, colours)));
}
