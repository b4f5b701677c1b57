/** What the reader says against a text, and where that is in it. */
export interface Fault {
  /** "line 3, column 17: …", exactly as the reader says it. */
  says: string;
  /** From 1. Of what is inherited from another text, the line that says so. */
  line: number;
  /** Where the word stands that it is about, in the text. */
  from: number;
  to: number;
}

const pattern = /^line (\d+)(?: of ([\w-]+))?, column (\d+): /;

/** The reader counts columns in bytes of UTF-8, as other programs do, and an editor in letters. */
export function faultOf(message: string, text: string): Fault {
  const says = message.replace(/^rules: /, '');
  const [match, number, origin, column] = pattern.exec(says) ?? [];
  const lines = text.split('\n');
  const inherits = lines.findIndex((each) => /^like\s/.test(each)) + 1;
  const line = Math.min(Math.max(match === undefined ? 1 : origin === undefined ? Number(number) : inherits, 1), lines.length);
  const begin = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const whole = lines[line - 1]!;
  const at = origin === undefined && match !== undefined ? lettersIn(whole, Number(column) - 1) : 0;
  const word = /^(?:\w+|"[^"]*"?|\S)/.exec(whole.slice(at))?.[0] ?? '';
  // Behind the last word there is nothing to mark but that word.
  const from = word ? at : /\S+\s*$/.exec(whole.slice(0, at))?.index ?? 0;
  return { says, line, from: begin + from, to: begin + (word ? at + word.length : Math.max(at, from)) };
}

/** How many letters, as JavaScript counts them, so many bytes are. */
function lettersIn(line: string, bytes: number): number {
  let [letters, left] = [0, bytes];
  for (const letter of line) {
    left -= utf8.encode(letter).length;
    if (left < 0) break;
    letters += letter.length;
  }
  return letters;
}
const utf8 = new TextEncoder();
