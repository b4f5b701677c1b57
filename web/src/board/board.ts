import { isPiece } from './diff.ts';
import { dot, drawFigure, drawHint, drawShape, drawStroke, line, ring, svg } from './draw.ts';
import { directions, moveFocus, type Focus } from './focus.ts';
import { frame, halfTurn, inradius, outlinePath, rows, turned } from './geometry.ts';
import { beginnings, goesOn, halfway, hands, nextSteps, press } from './input.ts';
import { Pieces } from './pieces.ts';
import type { Geometry, Move, Point, Shape, Via } from './types.ts';

/** What to show: one position and what may be done in it. */
export interface View {
  /** A letter for each cell, in the geometry's order. */
  cells: string;
  moves: readonly Move[];
  /** The cells of the last move. */
  last: readonly string[];
  /** The path of a move to point out. */
  hint: readonly string[];
  flipped: boolean;
  /** Lines that bind the player to move. */
  guides: readonly (readonly [Point, Point])[];
  /** The cells of figures. */
  figures: readonly string[];
  /** How this has come from what was shown before; without it nothing is animated. */
  via?: Via | undefined;
  /** What is drawn over everything. */
  shapes?: readonly Shape[] | undefined;
  /** A press on a cell is no part of a move: onCells hears of it. */
  free?: boolean | undefined;
  /** There are no moves yet, but there soon will be: what is pressed meanwhile waits for them, a moment. */
  soon?: boolean | undefined;
  /** Nobody waits for a move: where one can begin is not marked. */
  quiet?: boolean | undefined;
}

/** What a screen reader is told of a cell. */
export interface CellState {
  name: string;
  piece: string;
  last: boolean;
  /** It belongs to a figure. */
  figure: boolean;
  selected: boolean;
  /** It may be clicked, to begin a move or to choose how it ends. */
  opens: boolean;
  /** The piece picked up may go there. */
  target: boolean;
}

/** The words are asked for afresh whenever they are shown. */
export interface Options {
  label(): string;
  describe(cell: CellState): string;
  onMove(move: Move): void;
  /** The clicks that wait for more have changed; choosing is whether the board shows their half of the move already. */
  onClicks?(clicks: readonly string[], choosing: boolean): void;
  /** A cell that was pressed, or the first and last one of a stroke, where cells are free. */
  onCells?(cells: readonly string[]): void;
  /** The cell that the pointer or the keyboard has come to; undefined where both have left. */
  onAt?(cell: string | undefined): void;
}

interface Gesture {
  cell: string | undefined;
  x: number;
  y: number;
  /** The press has selected the piece already, so letting go must not put it down again. */
  selected: boolean;
  /** Turns the pointer's place into the board's, once the piece is being dragged. */
  toBoard?: DOMMatrix;
}

const dragThreshold = 3;
/** How long a press waits for the moves that it may be one of: longer than anything moves, shorter than one forgets it. */
const patience = 700;
/** So many cells may all be marked, whatever else is on the board. */
const leastEverywhere = 12;
const emptyView: View = { cells: '', moves: [], last: [], hint: [], flipped: false, guides: [], figures: [] };

export class Board {
  private readonly root = svg('svg', { class: 'board', role: 'none' });
  private readonly ground = svg('g', { 'aria-hidden': 'true' });
  /** What is shown beneath the pieces. */
  private readonly underlay = svg('g', { 'aria-hidden': 'true' });
  private readonly strokes = svg('g', { 'aria-hidden': 'true' });
  private readonly grid = svg('g', { role: 'grid' });
  private readonly marks = svg('g', { class: 'marks', 'aria-hidden': 'true' });
  private readonly shapes = svg('g', { class: 'shapes', 'aria-hidden': 'true' });
  private readonly focusRing = svg('path', { class: 'focus-ring', 'aria-hidden': 'true' });
  private readonly abort = new AbortController();

  /** The geometry as seen: turned when the board is. */
  private seen: Geometry;
  private cellElements = new Map<string, SVGGElement>();
  private view = emptyView;
  /** A move has been sent off and is not shown yet. */
  private sent = false;
  /** The moves of which one has been sent off: no other of them can be made. */
  private spent: readonly Move[] | undefined;
  /** What was pressed before its moves were known, by performance.now(). */
  private early: { step: string; at: number }[] = [];
  private clicks: readonly string[] = [];
  /** What may be clicked next. */
  private open = new Set<string>();
  /** Where the pointer or the keyboard is. */
  private at: string | undefined;
  /** Where a move of several clicks begins. */
  private liftable = new Set<string>();
  /** The piece that is taken up by itself, where every move begins in the hand. */
  private held: readonly string[] = [];
  /** What the board looks like after the clicks, when only a choice is left. */
  private half: string | undefined;
  /** The kind of piece each player took from the hand last, by its small letter. */
  private readonly taken = new Map<string, string>();
  private focus: Focus;
  private gesture: Gesture | undefined;
  private readonly room: number;
  private readonly pieces: Pieces;
  private readonly resizing = new ResizeObserver(() => this.measure());

  constructor(host: HTMLElement, private readonly geometry: Geometry, private readonly options: Options) {
    this.seen = geometry;
    this.room = Math.min(...geometry.cells.map(inradius));
    this.pieces = new Pieces(geometry.colours, this.room);
    this.focus = { cell: rows(geometry.cells).at(-1)![0]!.name };
    this.root.append(this.ground, this.grid, this.underlay, this.strokes, this.pieces.element, this.marks, this.shapes, this.focusRing);
    this.build();
    this.listen();
    host.append(this.root);
    this.resizing.observe(this.root);
  }

  destroy(): void {
    this.abort.abort();
    this.resizing.disconnect();
    this.root.remove();
  }

  show(view: View): void {
    const before = this.view;
    const same = view.via !== undefined && view.cells === before.cells && view.flipped === before.flipped;
    const stands = before.cells === view.cells && (this.clicks.length === 0 || goesOn(view.moves, this.clicks));
    // What is only told of the same position, while the engine thinks, takes nothing out of the hand, and a press that has begun
    // goes on in the next position.
    if (this.gesture?.toBoard && (!same || !stands)) this.dropHome();
    if (this.gesture) this.gesture.selected &&= same && stands;
    if (!same) this.spent = undefined;
    this.view = view;
    this.liftable = beginnings(view.moves);
    if (view.flipped !== before.flipped) this.build();
    if (!same) this.place(before);
    this.setClicks(stands ? this.clicks : []);
    this.pressEarly();
  }

  /** One click, on a cell or on a piece in the hand ("@X"). */
  press(step: string): void {
    this.pieces.settle();
    if (this.view.free) return this.options.onCells?.([step]);
    if (this.waits) return void this.early.push({ step, at: performance.now() });
    // Halfway through a move the board shows what is not yet so: nothing else can begin there.
    const stray = this.choosing && !step.startsWith('@') && !this.open.has(step);
    const { clicks, move } = stray ? { clicks: [], move: undefined } : press(this.moves, this.clicks, step);
    this.sent = move !== undefined;
    if (move) this.spent = this.view.moves;
    this.setClicks(clicks);
    if (move) this.options.onMove(move);
  }

  /** Takes the clicks back. */
  clear(): void {
    this.early = [];
    this.dropHome();
    this.setClicks([]);
  }

  /** Gives the keyboard to the board. */
  takeFocus(): void {
    this.cellElements.get(this.focus.cell)!.focus({ preventScroll: true });
  }

  /** Moves are to come. */
  private get waits(): boolean {
    return this.moves.length === 0 && (this.view.soon === true || this.spent !== undefined);
  }

  private get moves(): readonly Move[] {
    return this.view.moves === this.spent ? [] : this.view.moves;
  }

  /** What was pressed a moment too soon counts now; where its beginning has become impossible, nothing of it does. */
  private pressEarly(): void {
    if (this.waits) return;
    const since = performance.now() - patience;
    for (const { step, at } of this.early.splice(0)) {
      const counts = at >= since && (step.startsWith('@') || this.begun || this.open.has(step));
      if (!counts) return;
      this.press(step);
    }
  }

  // ---- Drawing ----

  private measure(): void {
    this.root.style.setProperty('--units-per-pixel', String(this.root.viewBox.baseVal.width / this.root.clientWidth));
  }

  private build(): void {
    this.seen = this.view.flipped ? turned(this.geometry) : this.geometry;
    // The line that the keyboard followed was one of the board as it was seen before.
    this.focus = { cell: this.focus.cell };
    const { x, y, width, height } = frame(this.seen);
    this.root.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    this.ground.replaceChildren(
      svg('path', { class: 'slab', d: this.seen.cells.map((cell) => outlinePath(cell, 1)).join('') }),
      ...this.seen.labels.map(({ text, at }) => {
        const label = svg('text', { class: 'label', x: at[0], y: at[1] });
        label.textContent = text;
        return label;
      }),
    );
    this.strokes.replaceChildren(...(this.seen.strokes ?? []).map((stroke) => drawStroke(stroke, this.seen.colours)));
    this.buildGrid();
  }

  private buildGrid(): void {
    const hadFocus = this.grid.contains(document.activeElement);
    this.cellElements.clear();
    this.grid.replaceChildren(...rows(this.seen.cells).map((line) => svg('g', { role: 'row' }, ...line.map((cell) => {
      const tile = svg('path', { class: 'tile', d: outlinePath(cell, 0.94) });
      const element = svg('g', { class: 'cell', role: 'gridcell', 'data-cell': cell.name }, tile);
      this.cellElements.set(cell.name, element);
      return element;
    }))));
    if (hadFocus) this.cellElements.get(this.focus.cell)?.focus();
  }

  /** Moves the pieces where the eye should follow, and lays them out anew otherwise. */
  private place(before: View): void {
    const { cells, via, flipped } = this.view;
    this.pieces.settle();
    const isHalf = this.pieces.standing !== before.cells;
    const known = before.cells !== '' && (!isHalf || this.sent || this.pieces.standing === via?.half);
    this.sent = false;
    if (!via || !known || before.flipped !== flipped) this.pieces.lay(this.seen.cells, cells);
    else if (via.back) this.pieces.goBack(cells, via.path);
    else if (via.half === undefined || isHalf) this.pieces.goOn(cells, via.path);
    else this.pieces.goOn(cells, [], this.pieces.goOn(via.half, via.path));
  }

  // ---- Clicks, marks and words ----

  /** Whether the player has clicked anything that can be taken back. */
  private get begun(): boolean {
    return this.clicks.length > this.held.length;
  }

  private get choosing(): boolean {
    return this.half !== undefined;
  }

  /** The kind that was taken last is taken up again. */
  private takeUp(): string[] {
    const kinds = hands(this.moves);
    const held = kinds.find((kind) => this.taken.get(kind.toLowerCase()) === kind) ?? kinds[0];
    return held === undefined ? [] : [held];
  }

  private setClicks(clicks: readonly string[]): void {
    const undone = this.clicks;
    const [first] = clicks;
    if (first?.startsWith('@')) this.taken.set(first.toLowerCase(), first);
    this.held = this.takeUp();
    this.clicks = clicks.length > 0 ? clicks : this.held;
    this.open = nextSteps(this.moves, this.clicks);
    this.half = halfway(this.moves, this.clicks);
    if (!this.sent) this.showHalf(undone);
    this.refresh();
    this.options.onClicks?.(this.clicks, this.choosing);
  }

  /** Shows what the clicks have done so far, or that it is undone. */
  private showHalf(undone: readonly string[]): void {
    const cells = this.half ?? this.view.cells;
    if (cells === this.pieces.standing) return;
    this.pieces.settle();
    if (this.half === undefined) this.pieces.goBack(cells, undone);
    else this.pieces.goOn(cells, this.clicks);
  }

  /** Marks and words as they are now. */
  refresh(): void {
    this.grid.setAttribute('aria-label', this.options.label());
    const moves = this.begun && !this.choosing;
    const last = new Set(this.view.last);
    const figures = new Set(this.view.figures);
    this.seen.cells.forEach((cell, i) => {
      const piece = this.pieces.standing[i] ?? '.';
      const state: CellState = {
        name: cell.name,
        piece,
        last: last.has(cell.name),
        figure: figures.has(cell.name),
        selected: this.clicks.includes(cell.name),
        opens: !moves && this.open.has(cell.name),
        target: moves && this.open.has(cell.name),
      };
      this.refreshCell(state);
    });
    this.drawUnderlay();
    this.drawMarks();
    this.drawShapes();
    this.showFocus();
  }

  private refreshCell(state: CellState): void {
    const element = this.cellElements.get(state.name)!;
    element.setAttribute('aria-label', this.options.describe(state));
    element.setAttribute('aria-selected', String(state.selected));
    element.classList.toggle('blocked', state.piece === '-');
    element.classList.toggle('last', state.last);
    element.classList.toggle('selected', state.selected);
    element.classList.toggle('open', state.opens || state.target);
    element.classList.toggle('draggable', this.canLift(state.name));
    element.classList.toggle('free', this.view.free === true);
  }

  private drawUnderlay(): void {
    const { guides, figures, flipped } = this.view;
    const turn = flipped ? halfTurn(this.geometry) : (point: Point) => point;
    this.underlay.replaceChildren(
      ...guides.map(([from, to]) => line('guide', [turn(from), turn(to)])),
      ...this.seen.cells.filter((cell) => figures.includes(cell.name)).map((cell) => drawFigure(outlinePath(cell, 0.92))),
    );
  }

  /** The pointer or the keyboard has come to a cell, or left the board. */
  private goTo(cell: string | undefined): void {
    this.options.onAt?.(cell);
    if (cell === this.at) return;
    this.at = cell;
    if (this.openEverywhere) this.drawMarks();
  }

  /** Nearly every empty cell can be clicked: a mark on each would say nothing, and hide the board. */
  private get openEverywhere(): boolean {
    if (this.begun || this.open.size < leastEverywhere) return false;
    const shut = this.seen.cells.filter(({ name }, i) => this.pieces.standing[i] === '.' && !this.open.has(name));
    return shut.length <= this.open.size / 10;
  }

  private drawMarks(): void {
    this.marks.classList.toggle('choosing', this.begun);
    const only = this.view.quiet && !this.begun ? () => false : this.openEverywhere ? (name: string) => name === this.at : () => true;
    const marks = this.seen.cells.flatMap((cell, i): SVGElement[] => {
      if (!this.open.has(cell.name) || !only(cell.name)) return [];
      return [isPiece(this.pieces.standing[i]) ? ring(cell.centre, this.room * 0.9) : dot(cell.centre, this.room * 0.24)];
    });
    const hinted = this.view.hint.flatMap((name) => this.seen.cells.find((cell) => cell.name === name) ?? []);
    const carries = hinted.length > 1 && isPiece(this.view.cells[this.indexOf(hinted[0]!.name)]);
    this.marks.replaceChildren(...marks, drawHint(hinted, carries, this.room));
  }

  private drawShapes(): void {
    const centre = (name: string) => this.seen.cells[this.indexOf(name)]?.centre;
    this.shapes.replaceChildren(...(this.view.shapes ?? []).flatMap((shape) => drawShape(shape, centre, this.room)));
  }

  private showFocus(): void {
    for (const [name, element] of this.cellElements) element.setAttribute('tabindex', name === this.focus.cell ? '0' : '-1');
    this.focusRing.setAttribute('d', outlinePath(this.seen.cells[this.indexOf(this.focus.cell)]!, 0.94));
  }

  private indexOf(name: string): number {
    return this.seen.cells.findIndex((cell) => cell.name === name);
  }

  // ---- Pointer and keyboard ----

  private listen(): void {
    const { signal } = this.abort;
    this.root.addEventListener('pointerdown', (event) => this.pointerDown(event), { signal });
    this.root.addEventListener('pointermove', (event) => this.pointerMove(event), { signal });
    this.root.addEventListener('pointerup', (event) => this.pointerUp(event), { signal });
    this.root.addEventListener('pointercancel', () => this.dropHome(), { signal });
    this.grid.addEventListener('touchstart', (event) => this.touchStart(event), { signal, passive: false });
    this.grid.addEventListener('keydown', (event) => this.keyDown(event), { signal });
    this.grid.addEventListener('focusin', (event) => this.focusIn(event), { signal });
    for (const type of ['pointerover', 'focusin']) this.grid.addEventListener(type, ({ target }) => this.goTo(cellOf(target)), { signal });
    for (const type of ['pointerleave', 'focusout']) this.grid.addEventListener(type, () => this.goTo(undefined), { signal });
    document.addEventListener('pointerdown', (event) => this.pressElsewhere(event), { signal });
  }

  private pointerDown(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) return;
    this.pieces.settle();
    const cell = cellOf(event.target);
    const selected = cell !== undefined && this.canLift(cell) && this.clicks.at(-1) !== cell;
    this.gesture = { cell, x: event.clientX, y: event.clientY, selected };
    if (selected) this.setClicks([cell]);
  }

  /** A finger on a piece that can be dragged does not scroll the page (touch-action does nothing within an SVG). */
  private touchStart(event: TouchEvent): void {
    const cell = cellOf(event.target);
    if (cell !== undefined && (this.view.free || this.canLift(cell))) event.preventDefault();
  }

  /** Whether a press on this cell picks up a piece, and is not the next click of a move begun. */
  private canLift(cell: string): boolean {
    if (this.view.free || this.waits || this.choosing || (this.begun && this.open.has(cell))) return false;
    return this.liftable.has(cell) && isPiece(this.view.cells[this.indexOf(cell)]);
  }

  private pointerMove(event: PointerEvent): void {
    const gesture = this.gesture;
    if (!gesture?.cell || !event.isPrimary) return;
    if (!gesture.toBoard) this.startDrag(gesture, event);
    if (!gesture.toBoard) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(gesture.toBoard);
    this.pieces.carry(this.indexOf(gesture.cell), x, y);
  }

  private startDrag(gesture: Gesture, event: PointerEvent): void {
    const cell = gesture.cell!;
    const far = Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) > dragThreshold;
    if (!far || !this.canLift(cell)) return;
    if (this.clicks.at(-1) !== cell) this.setClicks([cell]);
    gesture.toBoard = this.root.getScreenCTM()!.inverse();
    this.root.setPointerCapture(event.pointerId);
    this.pieces.lift(this.indexOf(cell));
  }

  private pointerUp(event: PointerEvent): void {
    const gesture = this.gesture;
    if (!gesture || !event.isPrimary) return;
    const target = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (gesture.toBoard) this.drop(gesture, target);
    else this.gesture = undefined;
    const { cell } = gesture;
    if (this.view.free && cell && target && cell !== target) return this.options.onCells?.([cell, target]);
    // A piece that could not be carried yet.
    if (this.waits && cell && target && cell !== target) return [cell, target].forEach((step) => this.press(step));
    if (gesture.toBoard || gesture.cell !== target || gesture.selected) return;
    if (target) this.press(target);
    else this.clear();
  }

  private drop(gesture: Gesture, target: string | undefined): void {
    const from = this.indexOf(gesture.cell!);
    if (target === undefined || !this.open.has(target)) {
      this.dropHome();
      if (target !== gesture.cell) this.clear();
      return;
    }
    const { clicks, move } = press(this.moves, this.clicks, target);
    const waits = !move && halfway(this.moves, clicks) === undefined;
    this.gesture = undefined;
    this.pieces.setDown(from, waits ? from : this.indexOf(target));
    this.press(target);
  }

  private dropHome(): void {
    const gesture = this.gesture;
    this.gesture = undefined;
    if (gesture?.toBoard) this.pieces.glideHome(this.indexOf(gesture.cell!));
  }

  /** Buttons are not elsewhere: they see the move half made, and may take it back themselves. */
  private pressElsewhere(event: Event): void {
    if (event.target instanceof Element && event.target.closest('.board, button')) return;
    if (this.begun) this.clear();
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Firefox tells of no focus while its window is not in front, and assistive tools press keys all the same.
    this.focusIn(event);
    if (event.key in directions) this.moveFocus(moveFocus(this.seen.cells, this.focus, event.key));
    else if (event.key === 'Enter' || event.key === ' ') this.press(this.focus.cell);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private moveFocus(focus: Focus): void {
    this.cellElements.get(focus.cell)!.focus();
    this.focus = focus;
    this.showFocus();
  }

  private focusIn(event: Event): void {
    const cell = cellOf(event.target);
    if (cell === undefined || cell === this.focus.cell) return;
    this.focus = { cell };
    this.showFocus();
  }
}

function cellOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<SVGGElement>('[data-cell]')?.dataset.cell : undefined;
}

