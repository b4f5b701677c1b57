/** The reviews that this browser keeps: what was found of each position of a game, by where it began and the moves played. */
import { forget, lettersOf, remember, remembered } from '../memory.ts';
import type { Score } from '../protocol.ts';
import { isList, isMatch, isObject, isText, isWhole, maybe, type Check } from '../shapes.ts';
import type { Judged } from './points.ts';

export interface Course {
  game: string;
  /** Where it began; undefined is the variant's first position. */
  position: string | undefined;
  moves: readonly string[];
}

/** What was found of the first position and after each move, as far as it was looked at. */
export interface Review {
  effort: string;
  judged: readonly (Judged | undefined)[];
}

interface Kept extends Course {
  number: number;
}

const isKept = isObject<Kept>({ game: isText, position: maybe(isText), moves: isList(isText), number: isWhole(0) });

/** One of fifty moves takes some 60 kB where a browser gives 5 MB. */
const most = 24;
const mostLetters = 1_500_000;

const name = (number: number) => `review.${number}`;
/** The latest first. What gave way to something else is not among them. */
const list = () => (remembered('reviews', Array.isArray) ?? []).filter(isKept).filter(({ number }) => lettersOf(name(number)) > 0);

/** Keeps a review in place of what was known of that course; where there are too many, or they take too much, the oldest go. */
export function keepReview(course: Course, { effort, judged }: Review): void {
  const before = list();
  const same = before.find((each) => begins(each, course) === course.moves.length && each.moves.length === course.moves.length);
  const number = same?.number ?? Math.max(0, ...before.map((each) => each.number)) + 1;
  const { game, position, moves } = course;
  if (!remember(name(number), { effort, judged: judged.map((each) => each && pack(each)) })) return;
  const all = [{ game, position, moves, number }, ...before.filter((each) => each !== same)];
  let letters = 0;
  const fitting = all.filter((each) => {
    const sum = letters + lettersOf(name(each.number));
    if (sum <= mostLetters) letters = sum;
    return sum <= mostLetters;
  }).slice(0, most);
  for (const old of all) if (!fitting.includes(old)) forget(name(old.number));
  remember('reviews', fitting);
}

/** What is known of the positions of a course, from the review of a game that has most of them in common. */
export function keptReview(course: Course): Review | undefined {
  const common = list().map((each) => ({ each, shared: begins(each, course) }));
  const [best] = common.filter(({ shared }) => shared >= 0).sort((a, b) => b.shared - a.shared);
  const kept = best && remembered(name(best.each.number), isReview);
  if (!kept) return undefined;
  return { effort: kept.effort, judged: kept.judged.slice(0, best.shared + 1).map((each) => (each ? unpack(each) : undefined)) };
}

/** How many moves two courses share; -1 where they begin elsewhere. */
function begins(one: Course, other: Course): number {
  if (one.game !== other.game || (one.position ?? '') !== (other.position ?? '')) return -1;
  const part = one.moves.findIndex((move, i) => move !== other.moves[i]);
  return part < 0 ? one.moves.length : part;
}

// ---- Made small ----

type Packed = [score: string, depths: string, line: string, best?: Packed];

const score = '[wld]?-?\\d{1,9}';
const isScore = isMatch(new RegExp(`^${score}$`));
const isDepths = isMatch(new RegExp(`^(\\d+:${score}( |$))*$`));
const isPacked: Check<Packed> = (value): value is Packed =>
  Array.isArray(value) && isScore(value[0]) && isDepths(value[1]) && isText(value[2]) && (value.length < 4 || isPacked(value[3]));
const isReview = isObject<{ effort: string; judged: (Packed | null)[] }>({
  effort: isText,
  judged: isList((value): value is Packed | null => value === null || isPacked(value)),
});

const kinds = { cp: '', win: 'w', loss: 'l', draw: 'd' } as const;

function packScore(score: Score): string {
  const [kind, value] = Object.entries(score)[0] as [keyof typeof kinds, number];
  return kinds[kind] + String(value);
}

function unpackScore(text: string): Score {
  const kind = ({ w: 'win', l: 'loss', d: 'draw' } as const)[text[0] as 'w'] ?? 'cp';
  return { [kind]: Number(text.replace(/^[wld]/, '')) } as Score;
}

function pack({ score, depths, line, best }: Judged): Packed {
  const each = depths.map(({ depth, score: at }) => `${depth}:${packScore(at)}`);
  const packed: Packed = [packScore(score), each.join(' '), line.join(' ')];
  if (best) packed[3] = pack(best);
  return packed;
}

function unpack([score, depths, line, best]: Packed): Judged {
  const words = (text: string) => text.split(' ').filter(Boolean);
  const judged: Judged = {
    score: unpackScore(score),
    depths: words(depths).map((each) => {
      const [depth, text] = each.split(':') as [string, string];
      return { depth: Number(depth), score: unpackScore(text) };
    }),
    line: words(line),
  };
  return best ? { ...judged, best: unpack(best) } : judged;
}
