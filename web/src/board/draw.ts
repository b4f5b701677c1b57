import type { Cell, Colours, Owner, Point, Shape, Stroke } from './types.ts';

type Attributes = Record<string, string | number>;

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag, attributes: Attributes = {}, ...children: Node[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** The word by which a player's pieces are drawn: his own, or black and white, whichever the other player is not. */
export function drawnColour(colours: Colours, owner: Owner): string {
  const own = colours[owner].toLowerCase();
  const others = colours[owner === 'x' ? 'o' : 'x'].toLowerCase();
  if (['black', 'white', 'blue', 'red', 'orange', 'grey'].includes(own)) return own;
  if (owner === 'x') return others === 'black' ? 'white' : 'black';
  return others === 'white' ? 'black' : 'white';
}

/**
 * A piece about the origin. One of each pair of colours is dark and one is light; special pieces (capital letters) are larger and
 * bear the game's sign. As in pictures (src/diagram/svg.cpp).
 */
export function drawPiece(letter: string, colours: Colours, room: number): SVGGElement {
  const owner = letter.toLowerCase() as Owner;
  const special = letter !== owner;
  const piece = svg('g', { class: `piece owner-${owner}`, 'data-colour': drawnColour(colours, owner) });
  if (colours.sign === 'cat') {
    const size = room * (special ? 0.8 : 0.6);
    piece.append(svg('path', { class: 'shadow', d: catHead(size, 0.19) }), svg('path', { class: 'body', d: catHead(size, 0.1) }));
    if (special) piece.append(svg('path', { class: 'sign', d: catFace(size) }));
    return piece;
  }
  const radius = room * (special ? 0.88 : 0.78);
  piece.append(svg('circle', { class: 'shadow', r: radius, cy: radius * 0.09 }), svg('circle', { class: 'body', r: radius }));
  if (special && colours.sign === 'counter') piece.append(svg('circle', { class: 'sign', r: radius * 0.42 }));
  else if (special) piece.append(svg('path', { class: 'sign', d: crown(radius * 0.45) }));
  return piece;
}

/** A piece by itself, to stand in text. */
export function pieceIcon(letter: string, colours: Colours): SVGSVGElement {
  const icon = svg('svg', { class: 'piece-icon', viewBox: '-1 -1 2 2', 'aria-hidden': 'true' });
  icon.append(drawPiece(letter, colours, 1.05));
  return icon;
}

function crown(size: number): string {
  const points: Point[] = [[-1, 0.8], [-1, -0.6], [-0.45, 0], [0, -0.9], [0.45, 0], [1, -0.6], [1, 0.8]];
  return `M${points.map(([x, y]) => `${x * size} ${y * size}`).join('L')}Z`;
}

/** The corners of a path, in radii of a cat's head, whose middle lies so far below that of its cell. */
const corners = (size: number, points: readonly Point[], below: number) => points.map(([x, y]) => `${x * size} ${(y + below) * size}`);

/** A disc with two ears. */
function catHead(size: number, below: number): string {
  const ear: Point[] = [[0.342, -0.94], [0.8, -1.2], [0.848, -0.53]];
  const right = corners(size, ear, below);
  const left = corners(size, ear.map(([x, y]) => [-x, y]), below).reverse();
  const arc = `A${size} ${size} 0`;
  return `M${right.join('L')}${arc} 1 1 ${left.join('L')}${arc} 0 1 ${right[0]}Z`;
}

/** Eyes, whiskers and a nose. */
function catFace(size: number): string {
  const shape = (...points: Point[]) => `M${corners(size, points, 0.1).join('L')}Z`;
  const round = `A${0.14 * size} ${0.18 * size} 0 1 1`;
  const half = [-1, 1].map((side) => {
    const [left, right] = corners(size, [[side * 0.38 - 0.14, -0.08], [side * 0.38 + 0.14, -0.08]], 0.1);
    const whisker = (...points: Point[]) => shape(...points.map(([x, y]): Point => [side * x, y]));
    return `M${left}${round} ${right}${round} ${left}Z` +
      whisker([0.3, 0.28], [0.88, 0.14], [0.88, 0.22], [0.3, 0.36]) + whisker([0.3, 0.42], [0.84, 0.5], [0.82, 0.58], [0.3, 0.5]);
  });
  return shape([-0.14, 0.22], [0.14, 0.22], [0, 0.4]) + half.join('');
}

/** What a hint shows: an arrow where a piece is carried from the first cell to the second, rings about the other cells. */
export function drawHint(path: readonly Cell[], carries: boolean, room: number): SVGGElement {
  const single = new Set(path.slice(carries ? 2 : 0));
  const hint = svg('g', { class: 'hint' }, ...[...single].map((cell) => ring(cell.centre, room * 0.9)));
  if (carries) hint.append(arrow(path[0]!.centre, path[1]!.centre, room));
  return hint;
}

export function ring([cx, cy]: Point, r: number): SVGCircleElement {
  return svg('circle', { class: 'ring', cx, cy, r });
}

export function dot([cx, cy]: Point, r: number): SVGCircleElement {
  return svg('circle', { class: 'dot', cx, cy, r });
}

export function line(name: string, [[x1, y1], [x2, y2]]: readonly [Point, Point]): SVGLineElement {
  return svg('line', { class: name, x1, y1, x2, y2 });
}

/** A line on the board itself; a player's is drawn like his pieces, with their edge on either side. */
export function drawStroke([from, to, owner]: Stroke, colours: Colours): SVGElement {
  if (!owner) return line('stroke', [from, to]);
  return svg('g', { class: 'owned', 'data-colour': drawnColour(colours, owner) }, line('stroke casing', [from, to]), line('stroke own', [from, to]));
}

/** The frame of a cell in a winning figure, light and dark so that it is seen on any ground. */
export function drawFigure(outline: string): SVGGElement {
  return svg('g', { class: 'figure' }, svg('path', { class: 'casing', d: outline }), svg('path', { d: outline }));
}

/** A shape on the board, with a halo; nothing where its cells are none of the board's. */
export function drawShape(shape: Shape, centreOf: (cell: string) => Point | undefined, room: number): SVGElement[] {
  const at = centreOf(shape.at);
  if (!at) return [];
  const [x, y] = at;
  const classes = `shape ${shape.kind}${'faint' in shape && shape.faint ? ' faint' : ''}`;
  if (shape.kind === 'arrow') {
    const to = centreOf(shape.to);
    if (!to || shape.to === shape.at) return [];
    const number = shape.text ? [word(shape.text, [x + (to[0] - x) * 0.5, y + (to[1] - y) * 0.5], room * 0.62)] : [];
    return [svg('g', { class: classes }, arrow(at, to, room), ...number)];
  }
  if (shape.kind === 'cross') {
    const arm = room * 0.5;
    const d = `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x - arm} ${y + arm}L${x + arm} ${y - arm}`;
    return [svg('g', { class: classes }, svg('path', { class: 'halo', d }), svg('path', { d }))];
  }
  if (shape.kind === 'dot') return [svg('g', { class: classes }, svg('circle', { cx: x, cy: y, r: room * 0.3 }))];
  if (shape.kind === 'label') return [svg('g', { class: classes }, word(shape.text, at, room * 0.95))];
  if (shape.kind !== 'circle') return [];
  const circle = { cx: x, cy: y, r: room * 0.88 };
  const number = shape.text ? [word(shape.text, at, room * 0.62)] : [];
  return [svg('g', { class: classes }, svg('circle', { class: 'halo', ...circle }), svg('circle', circle), ...number)];
}

function word(text: string, [x, y]: Point, size: number): SVGTextElement {
  const element = svg('text', { x, y });
  element.style.setProperty('--size', `${size}px`);
  element.textContent = text;
  return element;
}

function arrow([ax, ay]: Point, [bx, by]: Point, room: number): SVGPathElement {
  const length = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const half = room * 0.16;
  const head = room * 0.75;
  const at = (forward: number, side: number) => `${ax + ux * forward - uy * side} ${ay + uy * forward + ux * side}`;
  const neck = length - head;
  const corners = [
    at(0, half), at(neck, half), at(neck, head * 0.55), at(length, 0), at(neck, -head * 0.55), at(neck, -half), at(0, -half),
  ];
  return svg('path', { class: 'arrow', d: `M${corners.join('L')}Z` });
}
