/** What the marks on a written game's board stand for: its `draw` lines, in their text's own words. */
import type { Owner, Point, Stroke } from '../board';
import type { GameInfo, Words } from '../protocol.ts';
import { parseVariant } from '../variant.ts';

export interface Mark {
  shape: 'edge' | 'line' | 'cross';
  owner: Owner | undefined;
  /** The directions of its edges and lines; all of a cell's edges where none is named. */
  ways: readonly string[];
  /** The sets of cells that bear it, as the text names them: an option has words for people. */
  cells: readonly (string | Words)[];
}

interface Condition {
  info: GameInfo;
  options: ReadonlyMap<string, string>;
}

const statement = /^(?:if ([^:]*):\s*)?(draw|without\s+draw)\b\s*(.*)$/;
const drawn = /^(?:([xo])\s+)?(edge|line|cross)\s+([^,]+?)\s*(?:,\s*(.*?)\s*)?$/;

/** Without comments and what is in quotes, of which a `draw` has none. */
const linesOf = (text: string): string[] => text.replaceAll(/"[^"\n]*"|;.*/g, '').split('\n').map((line) => line.trimEnd());

/** The `draw` lines of a text and of what it inherits: its own take the place of those (src/games/written/source.cpp). */
function drawLines(text: string, baseOf: (game: string) => string | undefined, depth = 0): { condition: string; what: string }[] {
  const lines = linesOf(text);
  const like = lines.map((line) => /^like\s+(.+)/.exec(line)?.[1]).find(Boolean);
  const base = like !== undefined && depth < 4 ? baseOf(like.replaceAll(' ', '')) : undefined;
  let all = base === undefined ? [] : drawLines(base, baseOf, depth + 1);
  let isOwn = false;
  for (const line of lines) {
    const [, condition = '', key, what = ''] = statement.exec(line) ?? [];
    if (key === undefined) continue;
    if (key !== 'draw' || !isOwn) all = [];
    if (key !== 'draw') continue;
    isOwn = true;
    all.push({ condition, what });
  }
  return all;
}

/** `misere`, `not misere and start = uai`. */
function holds(condition: string, { info, options }: Condition): boolean {
  if (!condition.trim()) return true;
  return condition.split(/\band\b/).every((part) => {
    const [, not, name = '', value] = /^\s*(not\s+)?(\w+)\s*(?:=\s*(\S+))?\s*$/.exec(part) ?? [];
    const given = options.get(name) ?? (value === undefined ? undefined : info.options.find((option) => option.name === name)?.standard);
    return (value === undefined ? given !== undefined : given === value) === !not;
  });
}

/** Of the variant that is on the board, alike marks together, in the text's order. */
export function legendOf(text: string, info: GameInfo, variant: string, baseOf: (game: string) => string | undefined): Mark[] {
  const at: Condition = { info, options: parseVariant([info], variant).options };
  const marks = new Map<string, Mark>();
  for (const { condition, what } of drawLines(text, baseOf)) {
    const [, owner, shape, zone, directions = ''] = drawn.exec(what) ?? [];
    if (!shape || !zone || !holds(condition, at)) continue;
    const option = info.options.find(({ name }) => name === zone);
    if (option?.kind === 'cells' && !(at.options.get(zone) ?? option.standard)) continue; // no cells
    const ways = directions.split('|').map((way) => way.trim()).filter(Boolean);
    // Edges of one colour are one kind of mark whatever side they are on; how lines lie may be what they say.
    const key = [owner, shape, shape === 'line' ? ways.toSorted() : ''].join();
    const other = marks.get(key);
    marks.set(key, {
      shape: shape as Mark['shape'],
      owner: owner as Owner | undefined,
      ways: other && (other.ways.length === 0 || ways.length === 0) ? [] : [...new Set([...(other?.ways ?? []), ...ways])],
      cells: [...new Set([...(other?.cells ?? []), option?.title ?? zone])],
    });
  }
  return [...marks.values()];
}

const compass = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];
/** Of hexagons, which have neither an east nor a west. */
const angles: Record<string, number> = { n: 0, ne: 60, se: 120, s: 180, sw: 240, nw: 300 };

/** The mark on one cell about the origin, as the reader draws it on all (src/games/written/reader_board.cpp). */
export function strokesOf({ shape, owner, ways }: Mark, outline: readonly Point[]): Stroke[] {
  const stroke = (from: Point, to: Point): Stroke => (owner ? [from, to, owner] : [from, to]);
  const way = (name: string): Point => {
    const angle = ((outline.length === 6 ? angles[name] : undefined) ?? 45 * compass.indexOf(name)) * (Math.PI / 180);
    return [Math.sin(angle), -Math.cos(angle)];
  };
  const reach = 0.22;
  if (shape === 'cross') return [stroke([-reach, -reach], [reach, reach]), stroke([-reach, reach], [reach, -reach])];
  if (shape === 'line') return ways.map((name) => way(name)).map(([x, y]) => stroke([0, 0], [0.36 * x, 0.36 * y]));
  const edges = outline.map((from, i): [Point, Point] => [from, outline[(i + 1) % outline.length]!]);
  const faces = ([[ax, ay], [bx, by]]: [Point, Point], [x, y]: Point) => ((ax + bx) * x + (ay + by) * y) / Math.hypot(ax + bx, ay + by);
  const wanted = ways.map((name) => edges.toSorted((a, b) => faces(b, way(name)) - faces(a, way(name)))[0]);
  return edges.filter((edge) => ways.length === 0 || wanted.includes(edge)).map((edge) => stroke(...edge));
}
