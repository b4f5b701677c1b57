import type { Shape } from '../board';
import { longestLabel } from '../limits.ts';
import { firstLetters, oneLine } from '../plain.ts';

/** What is drawn on a diagram, as `tavoliere show --marks` has it: "arrow:a1-c3 cross:b2 label:e5=A". */

export type Tool = Shape['kind'];
export const tools: Tool[] = ['arrow', 'cross', 'dot', 'circle', 'label'];

export function writeMarks(marks: readonly Shape[]): string {
  return marks.map(writeMark).join(' ');
}

function writeMark(mark: Shape): string {
  if (mark.kind === 'arrow') return `arrow:${mark.at}-${mark.to}`;
  if (mark.kind === 'label') return `label:${mark.at}=${mark.text}`;
  return `${mark.kind}:${mark.at}`;
}

/** Words that are no marks are left out. Of a label there is as much as its field takes. */
export function readMarks(text: string): Shape[] {
  return oneLine(text).split(' ').flatMap((word): Shape[] => {
    const [, kind, at, rest = ''] = /^(\w+):(\w+)(?:[-=](\S+))?$/.exec(word) ?? [];
    if (kind === 'arrow') return rest ? [{ kind, at: at!, to: rest }] : [];
    if (kind === 'label') return rest ? [{ kind, at: at!, text: firstLetters(rest, longestLabel) }] : [];
    return kind === 'cross' || kind === 'dot' || kind === 'circle' ? [{ kind, at: at! }] : [];
  });
}

/** One more, or one less where it is there already. Only one mark of a kind stands on a cell. */
export function toggleMark(marks: readonly Shape[], mark: Shape): Shape[] {
  const same = (other: Shape) => writeMark(other) === writeMark(mark);
  if (marks.some(same)) return marks.filter((other) => !same(other));
  const inPlace = (other: Shape) => mark.kind === 'label' && other.kind === 'label' && other.at === mark.at;
  return [...marks.filter((other) => !inPlace(other)), mark];
}

/** The next free letter for a label: A, B, C … */
export function nextLabel(marks: readonly Shape[]): string {
  const taken = new Set(marks.map((mark) => (mark.kind === 'label' ? mark.text : '')));
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((letter) => !taken.has(letter)) ?? '?';
}

// ---- The whole as text: the command that draws it ----

export interface Drawing {
  game: string;
  position: string;
  moves?: string;
  marks: string;
  caption: string;
  style: 'screen' | 'print';
  coordinates: boolean;
  turned: boolean;
}

export function writeCommand({ game, position, moves, marks, caption, style, coordinates, turned }: Drawing): string {
  const words = ['tavoliere show', quoted(game), '--position', quoted(position)];
  if (moves) words.push('--moves', quoted(moves));
  if (marks) words.push('--marks', quoted(marks));
  if (caption) words.push('--caption', quoted(caption));
  if (style === 'print') words.push('--style print');
  if (!coordinates) words.push('--no-coordinates');
  if (turned) words.push('--turned');
  return `${words.join(' ')} --svg diagram.svg`;
}

/** The other way; undefined where the text is no such command. */
export function readCommand(text: string): Drawing | undefined {
  const words = [...text.trim().matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g)].map(([word]) => unquoted(word));
  const [program, command, game, ...rest] = words;
  if (!program?.endsWith('tavoliere') || command !== 'show' || !game) return undefined;
  const drawing: Drawing = { game, position: 'startpos', marks: '', caption: '', style: 'screen', coordinates: true, turned: false };
  for (let i = 0; i < rest.length; i++) {
    const option = rest[i];
    if (option === '--no-coordinates') drawing.coordinates = false;
    else if (option === '--turned') drawing.turned = true;
    else if (option === '--position' || option === '--moves' || option === '--marks' || option === '--caption') drawing[option.slice(2) as 'marks'] = rest[++i] ?? '';
    else if (option === '--style') drawing.style = rest[++i] === 'print' ? 'print' : 'screen';
    else if (option === '--svg' || option === '--png') i++;
    else return undefined;
  }
  return drawing;
}

/** As a shell reads it. */
function quoted(word: string): string {
  return /^[\w:=,+./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single, double, one) => single ?? double?.replace(/\\(.)/g, '$1') ?? one);
}
