/** The language of rules as an editor sees it: which word is what. The words come from the reader (src/games/written/words.hpp). */
import type { StreamParser, StringStream } from '@codemirror/language';

const kinds = ['statements', 'actions', 'sets', 'functions', 'relations', 'zones', 'numbers', 'kinds', 'joining'] as const;
export type Kind = (typeof kinds)[number];

export type Words = Record<Kind | 'named', readonly string[]>;

/** What a word is called in the text itself, by the statement that names it. */
export type Named = Kind | 'own';

interface State {
  isIndented: boolean;
  /** A statement, or a line of a move, is about to begin. */
  begins: boolean;
  /** `if OPTION:` stands before it. */
  hasCondition: boolean;
  /** The next word is a name. */
  names: boolean;
}

/** Colours words by what they are, line by line: what they mean, only the reader knows. */
export function parserOf(words: Words): StreamParser<State> {
  const kindOf = new Map<string, Kind>();
  for (const kind of [...kinds].reverse()) if (kind !== 'statements' && kind !== 'actions') for (const word of words[kind]) kindOf.set(word, kind);
  const beginnings = { statements: new Set(words.statements), actions: new Set(words.actions) };
  const named = new Set(words.named);

  function wordOf(word: string, state: State): string | null {
    if (state.begins && word === 'if') {
      [state.begins, state.hasCondition] = [false, true];
      return 'joining';
    }
    if (state.begins) {
      state.begins = false;
      const kind = state.isIndented ? 'actions' : 'statements';
      state.names = !state.isIndented && named.has(word);
      return beginnings[kind].has(word) ? kind : null;
    }
    if (state.names) {
      state.names = false;
      return 'own';
    }
    return /^\d+$/.test(word) ? 'number' : (kindOf.get(word) ?? null);
  }

  function token(stream: StringStream, state: State): string | null {
    if (stream.sol()) Object.assign(state, { isIndented: /^\s/.test(stream.string), begins: true, hasCondition: false, names: false });
    if (stream.eatSpace()) return null;
    if (stream.eat(';')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^"[^"]*"?/)) return 'string';
    if (stream.match(/^\w+/)) return wordOf(stream.current(), state);
    if (stream.next() === ':' && state.hasCondition) [state.begins, state.hasCondition] = [true, false];
    return null;
  }

  return {
    name: 'rules',
    startState: () => ({ isIndented: false, begins: true, hasCondition: false, names: false }),
    token,
    languageData: { commentTokens: { line: ';' }, closeBrackets: { brackets: ['(', '"'] } },
  };
}

export interface Candidate {
  word: string;
  kind: Named;
}

/** What may come where `before` stands on the line, in a text; nothing in comments, in quotes and where a name is given. */
export function candidates(before: string, text: string, words: Words): Candidate[] {
  const bare = before.replaceAll(/"[^"]*"/g, '');
  if (/[";]/.test(bare) || /^game\s/.test(bare)) return [];
  const line = bare.replace(/^(\s*)if [^:]*:\s*/, '$1');
  const all = (kind: Kind) => words[kind].map((word) => ({ word, kind }));
  if (!line.trim()) return all(/^\s/.test(before) ? 'actions' : 'statements');
  if (new RegExp(`^(${words.named.join('|')})\\s+\\w*$`).test(line) && !/^(end|start|hand)\s/.test(line)) return [];
  const seen = new Set<string>();
  const own = namesIn(text).map((word) => ({ word, kind: 'own' as const }));
  const rest = (['sets', 'functions', 'relations', 'zones', 'numbers', 'kinds', 'joining'] as const).flatMap(all);
  return [...own, ...rest].filter(({ word }) => !seen.has(word) && seen.add(word));
}

/** What a text names, and what its moves choose. */
export function namesIn(text: string): string[] {
  const code = text.replaceAll(/"[^"\n]*"|;.*/g, '');
  const stated = code.matchAll(/^(?:if [^:\n]*:\s*)?(?:relation|zone|let|block|number|cell|option|piece)\s+([A-Za-z_]\w*)/gm);
  const chosen = code.matchAll(/\b([A-Za-z_]\w*)\s+in\s|\bkeep\s+([A-Za-z_]\w*)\s*=/g);
  return [...new Set([...stated, ...chosen].map(([, name, kept]) => (name ?? kept)!))];
}
