import { changes, isPiece, type Change } from './diff.ts';
import { drawPiece, svg } from './draw.ts';
import type { Cell, Colours } from './types.ts';

const slideTime = 200;
const turnDelay = 90;

/** The pieces on the board and how they move; cells are indices. Once settled, what is shown is the position. */
export class Pieces {
  readonly element = svg('g', { class: 'pieces', 'aria-hidden': 'true' });

  private cells: readonly Cell[] = [];
  private pieces: (SVGGElement | undefined)[] = [];
  /** Pieces that are no longer there, until their animation ends. */
  private ghosts = new Set<SVGGElement>();
  private running: Animation[] = [];

  constructor(private readonly colours: Colours, private readonly room: number) {}

  /** Lays a position out at once. */
  lay(cells: readonly Cell[], letters: string): void {
    this.cells = cells;
    this.element.replaceChildren();
    this.pieces = cells.map((_, i) => (isPiece(letters[i]) ? this.put(i, letters[i]) : undefined));
  }

  /** Goes from one position to the next before the eye, led by the path of the move. */
  follow(before: string, after: string, path: readonly string[]): void {
    for (const change of changes(this.cells, before, after, path)) this.animate(change);
  }

  /** Ends all animations at once. */
  settle(): void {
    for (const animation of this.running.splice(0)) animation.cancel();
    for (const ghost of this.ghosts) ghost.remove();
    this.ghosts.clear();
  }

  lift(at: number): void {
    const piece = this.pieces[at]!;
    piece.classList.add('dragged');
    this.element.append(piece);
  }

  carry(at: number, x: number, y: number): void {
    this.pieces[at]!.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Sets a carried piece down on a cell, where it stays until the next position is shown. */
  setDown(at: number, onto: number): void {
    const piece = this.pieces[at]!;
    piece.classList.remove('dragged');
    piece.style.transform = this.translation(onto);
  }

  glideHome(at: number): void {
    const piece = this.pieces[at]!;
    const start = piece.style.transform;
    this.setDown(at, at);
    this.run(piece, [{ transform: start }, { transform: this.translation(at) }]);
  }

  private put(at: number, letter: string): SVGGElement {
    const piece = svg('g', {}, drawPiece(letter, this.colours, this.room));
    piece.style.transform = this.translation(at);
    this.element.append(piece);
    return piece;
  }

  private translation(at: number): string {
    const [x, y] = this.cells[at]!.centre;
    return `translate(${x}px, ${y}px)`;
  }

  private animate(change: Change): void {
    switch (change.kind) {
      case 'slide': return this.slide(change.from, change.to, change.piece);
      case 'appear': return this.appear(change.at, change.piece);
      case 'turn': return this.turn(change.at, change.piece);
      case 'vanish': return this.vanish(change.at);
    }
  }

  /** It starts from where the piece is seen, which after dragging is where it was set down. */
  private slide(from: number, to: number, letter: string): void {
    const old = this.pieces[from]!;
    const start = old.style.transform;
    old.remove();
    this.pieces[from] = undefined;
    if (this.pieces[to]) this.ghosts.add(this.pieces[to]);
    this.pieces[to] = this.put(to, letter);
    this.run(this.pieces[to], [{ transform: start }, { transform: this.translation(to) }]);
  }

  private appear(at: number, letter: string): void {
    this.pieces[at] = this.put(at, letter);
    this.run(inner(this.pieces[at]), [{ transform: 'scale(0.3)', opacity: 0 }, { transform: 'scale(1)', opacity: 1 }]);
  }

  /** A piece that changes colour turns over: the old side narrows, then the new one widens. */
  private turn(at: number, letter: string): void {
    const old = this.pieces[at]!;
    this.ghosts.add(old);
    this.pieces[at] = this.put(at, letter);
    const half = slideTime / 2;
    this.run(inner(old), [{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], turnDelay, half);
    this.run(inner(this.pieces[at]), [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], turnDelay + half, half);
  }

  /** Where another piece has slid in, the vanishing one is among the ghosts already. */
  private vanish(at: number): void {
    const place = this.translation(at);
    const old = [...this.ghosts].find((ghost) => ghost.style.transform === place) ?? this.pieces[at]!;
    if (this.pieces[at] === old) this.pieces[at] = undefined;
    this.ghosts.add(old);
    this.run(inner(old), [{ opacity: 1 }, { opacity: 0 }]);
  }

  private run(element: Element, frames: Keyframe[], delay = 0, duration = slideTime): void {
    const animation = element.animate(frames, { duration, delay, easing: 'cubic-bezier(0.3, 0, 0.2, 1)', fill: 'both' });
    this.running.push(animation);
    if (this.running.length > 1) return;
    const all = animation.finished.then(() => Promise.all(this.running.map((each) => each.finished)));
    // Cancelled ones have been settled already.
    all.then(() => this.settle(), () => {});
  }
}

/** The piece inside the group that stands on a cell: it turns and grows while the group only moves. */
function inner(piece: SVGGElement): Element {
  return piece.firstElementChild!;
}
