/** A tree as a record, which every command that reads records reads. */
import { oneLine } from '../plain.ts';
import type { Side } from '../protocol.ts';
import { knownReason } from '../sides.ts';
import type { Ending } from './address.ts';
import { writeEval } from './evals.ts';
import { lastOf, newTree, type StudyNode } from './facts.ts';
import { resultsIn, writeTree, type Numbering } from './tree.ts';

/** A tag as it stands in a record. */
export const writeTag = (name: string, value: string): string => `[${name} "${oneLine(value).replace(/["\\]/g, '\\$&')}"]`;

/** The lines before the moves: a line of a comment may look like a tag. */
const headOf = (record: string): string => /^%tgn.*(?:\s*^\[.*\]\s*$)*/m.exec(record)?.[0] ?? '';

/** What a record's first tag of that name says. */
export const readTag = (record: string, name: string): string | undefined =>
  new RegExp(`^\\[${name} "((?:[^"\\\\]|\\\\.)*)"\\]`, 'm').exec(headOf(record))?.[1]?.replace(/\\(.)/g, '$1');

/** The words of a record's results. */
const outcomes = { x: '1-0', o: '0-1', draw: '1/2-1/2' } as const;

export function writeRecord(root: StudyNode, number: Numbering): string {
  const { game, position, tags: others } = root.facts!.origin!;
  const { result, ended } = lastOf(root).facts ?? {};
  const outcome = outcomes[(result ?? ended)?.winner as Side] ?? '*';
  const termination = !result && ended?.reason ? [`[Termination "${ended.reason}"]`] : [];
  const tags = [writeTag('Game', game), ...(position ? [writeTag('Start', position)] : []), ...others, ...termination];
  const moves = writeTree(root, number, ({ facts }) => (facts?.judged && facts.shown ? writeEval(facts.judged, facts.shown.next) : ''));
  return ['%tgn 1', ...tags, `[Result "${outcome}"]`, '', [moves, outcome].filter(Boolean).join(' '), ''].join('\n');
}

/** A record; or moves from the first position or a position, of this game. Throws what is wrong. */
export function readRecord(text: string, game: string): StudyNode {
  if (text.startsWith('%tgn')) return readTagged(text);
  // A position has the side to move as its second word.
  const isPosition = /^\S*[/\d]\S* [xo]( \S+)*$/.test(text);
  return newTree(isPosition ? { game, position: text } : { game, moves: text });
}

function readTagged(text: string): StudyNode {
  const tag = (name: string) => readTag(text, name);
  const head = headOf(text);
  const game = tag('Game');
  if (!game) throw new Error('record: the tag [Game "…"] is missing');
  const start = tag('Start');
  const moves = text.slice(head.length);
  const winner = winnerOf(tag('Result') ?? '', resultsIn(moves));
  const reason = winner ? knownReason(winner, tag('Termination') ?? '') : '';
  const tags = [...head.matchAll(/^\[(?!Game |Start |Result |Termination )\w+ ".*"\]/gm)].map(([each]) => oneLine(each));
  return newTree({ game, ...(start && start !== 'startpos' ? { position: start } : {}), moves, ...(winner && { ended: { winner, reason } }) }, tags);
}

/** A result stands in a tag and after the moves; where one of the two says nothing, the other does. Where only the tag stands, the file was cut off. */
function winnerOf(tag: string, ends: readonly string[]): Ending['winner'] | undefined {
  const winners = Object.keys(outcomes) as Ending['winner'][];
  const [first, other] = new Set([tag, ...ends].filter((word) => winners.some((each) => outcomes[each] === word)));
  if (other) throw new Error(`record: the result is ${other} here and ${first} before`);
  if (first && ends.length === 0) throw new Error(`record: it ends without the result ${first} that its tag has: the end is missing`);
  return winners.find((each) => outcomes[each] === first);
}
