import { effect, isPiece, reversed, type Change, type Effect } from './diff.ts';
import { drawPiece, svg } from './draw.ts';
import type { Cell, Colours, Point } from './types.ts';

const changeTime = 160;
/** From a cause to its effect: what arrives touches, and then the rest moves. */
const causeTime = 145;

/** The pieces on the board and how they move; cells are indices. Once settled, what is shown is the position. */
export class Pieces {
  readonly element = svg('g', { class: 'pieces', 'aria-hidden': 'true' });

  /** What stands, or will when all has moved: a position, or half of a move. */
  standing = '';
  private cells: readonly Cell[] = [];
  private pieces: (SVGGElement | undefined)[] = [];
  /** Pieces that are no longer there, until their animation ends. */
  private ghosts = new Set<SVGGElement>();
  private running: Animation[] = [];

  constructor(private readonly colours: Colours, private readonly room: number) {}

  /** Lays a position out at once. */
  lay(cells: readonly Cell[], letters: string): void {
    this.settle();
    this.cells = cells;
    this.standing = letters;
    this.element.replaceChildren();
    this.pieces = cells.map((_, i) => (isPiece(letters[i]) ? this.put(i, letters[i]) : undefined));
  }

  /** Goes on before the eye, from a time on in milliseconds, and says when that has set off all it does. */
  goOn(letters: string, path: readonly string[], from = 0): number {
    const forward = effect(this.cells, this.standing, letters, path);
    return this.goTo(letters, forward, from);
  }

  /** Goes back to what stood before a move along this path. */
  goBack(letters: string, path: readonly string[]): void {
    const forward = effect(this.cells, letters, this.standing, path);
    this.goTo(letters, reversed(forward, letters));
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

  private goTo(letters: string, effect: Effect, from = 0): number {
    const set = this.follow(effect, from);
    // Where motion is reduced there is none to wait for.
    if (this.running.length === 0) this.settle();
    this.standing = letters;
    return set;
  }

  private follow({ first, then }: Effect, from: number): number {
    const changes = [...first, ...then];
    const old = changes.map((change) => this.take(change));
    const touched = from + (first.length > 0 && !this.areThere(first, old) ? causeTime : 0);
    changes.forEach((change, i) => this.animate(change, old[i], i < first.length ? from : touched));
    return touched + (then.length > 0 ? causeTime : 0);
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

  /** The piece that a change is about, off its cell: another may come to it in the same turn. */
  private take(change: Change): SVGGElement | undefined {
    const at = change.kind === 'slide' ? change.from : change.at;
    const piece = this.pieces[at];
    this.pieces[at] = undefined;
    return piece;
  }

  /** Whether a hand has dragged them to their places already. */
  private areThere(changes: Change[], pieces: (SVGGElement | undefined)[]): boolean {
    return changes.every((change, i) => change.kind === 'slide' && pieces[i]!.style.transform === this.translation(change.to));
  }

  private animate(change: Change, old: SVGGElement | undefined, delay: number): void {
    switch (change.kind) {
      case 'slide': return this.slide(old!, change.to, change.piece, delay);
      case 'appear': return this.appear(change.at, change.piece, delay);
      case 'turn': return this.turn(old!, change.at, change.piece, delay);
      case 'vanish': return this.vanish(old!, change.towards ?? [0, 0], delay);
    }
  }

  /** It starts from where the piece is seen, which after dragging is where it was set down. */
  private slide(old: SVGGElement, to: number, letter: string, delay: number): void {
    const start = old.style.transform;
    old.remove();
    this.pieces[to] = this.put(to, letter);
    this.run(this.pieces[to], [{ transform: start }, { transform: this.translation(to) }], delay);
  }

  private appear(at: number, letter: string, delay: number): void {
    this.pieces[at] = this.put(at, letter);
    this.run(inner(this.pieces[at]), [{ transform: 'scale(0.3)', opacity: 0 }, { transform: 'scale(1)', opacity: 1 }], delay);
  }

  /** A piece that changes colour turns over: the old side narrows, then the new one widens. */
  private turn(old: SVGGElement, at: number, letter: string, delay: number): void {
    this.ghosts.add(old);
    this.pieces[at] = this.put(at, letter);
    const half = changeTime / 2;
    this.run(inner(old), [{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], delay, half);
    this.run(inner(this.pieces[at]), [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], delay + half, half);
  }

  private vanish(old: SVGGElement, [x, y]: Point, delay: number): void {
    this.ghosts.add(old);
    this.run(inner(old), [{ opacity: 1 }, { transform: `translate(${x}px, ${y}px)`, opacity: 0 }], delay);
  }

  private run(element: Element, frames: Keyframe[], delay = 0, duration = changeTime): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
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
