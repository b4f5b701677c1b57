/** The editor: CodeMirror with the language of rules, what is wrong under its line, and completion. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { HighlightStyle, indentService, indentUnit, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, StateEffect, StateField, Transaction, type Extension } from '@codemirror/state';
import { Decoration, EditorView, keymap, lineNumbers, WidgetType, type DecorationSet } from '@codemirror/view';
import { tags, type Tag } from '@lezer/highlight';
import type { Fault } from './fault.ts';
import { candidates, parserOf, type Kind, type Named, type Words } from './language.ts';

export interface EditorWords {
  /** What the field is called. */
  label: string;
  kinds: Record<Named, string>;
}

const tagOf: Record<Exclude<Kind, 'numbers' | 'kinds'> | 'own' | 'numbers' | 'kinds', Tag> = {
  statements: tags.keyword, actions: tags.controlKeyword, sets: tags.atom, functions: tags.standard(tags.variableName), relations: tags.typeName,
  zones: tags.namespace, numbers: tags.atom, kinds: tags.modifier, joining: tags.operatorKeyword, own: tags.definition(tags.variableName),
};

/** Colours by name: write.css has them. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword], color: 'var(--code-deed)', fontWeight: '600' },
  { tag: [tags.atom, tags.number], color: 'var(--code-set)' },
  { tag: [tags.standard(tags.variableName), tags.operatorKeyword, tags.modifier], color: 'var(--code-word)' },
  { tag: [tags.typeName, tags.namespace], color: 'var(--code-place)' },
  { tag: tags.definition(tags.variableName), fontWeight: '600' },
  { tag: tags.string, color: 'var(--code-quoted)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
]);

class Says extends WidgetType {
  constructor(private readonly text: string) {
    super();
  }
  override eq(other: Says) {
    return other.text === this.text;
  }
  toDOM() {
    const line = document.createElement('div');
    line.className = 'cm-fault';
    line.lang = 'en';
    line.textContent = this.text;
    return line;
  }
}

const setFault = StateEffect.define<Fault | undefined>();
const faultField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { changes, effects, state }) {
    const effect = effects.find((each) => each.is(setFault));
    if (!effect) return shown.map(changes);
    const fault = effect.value as Fault | undefined;
    if (!fault) return Decoration.none;
    const line = state.doc.line(Math.min(fault.line, state.doc.lines));
    return Decoration.set([
      Decoration.line({ class: 'cm-wrong' }).range(line.from),
      Decoration.widget({ widget: new Says(fault.says), block: true, side: 1 }).range(line.to),
    ]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  private readonly view: EditorView;
  private readonly named = new Compartment();
  private kinds: EditorWords['kinds'];

  constructor(parent: HTMLElement, text: string, private readonly words: Words, { label, kinds }: EditorWords, onChange: (text: string) => void) {
    this.kinds = kinds;
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          history(),
          EditorView.lineWrapping,
          indentUnit.of('  '),
          // A line begins where the one above it does, or below it what a move does.
          indentService.of((context, at) => {
            const { text } = context.lineAt(at, -1);
            return /^ */.exec(text)![0].length + (/^ *(?:if [^:]*: *)?(?:move|block|along)\b/.test(text) ? 2 : 0);
          }),
          StreamLanguage.define({ ...parserOf(words), tokenTable: { ...tagOf, number: tags.number, string: tags.string, comment: tags.comment } }),
          syntaxHighlighting(colours),
          closeBrackets(),
          autocompletion({ override: [(context) => this.complete(context)], icons: false, selectOnOpen: false }),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
          faultField,
          this.named.of(nameOf(label)),
          EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
        ],
      }),
    });
  }

  /** Another text, which is not an edit of this one. */
  setText(text: string): void {
    if (text === this.view.state.doc.toString()) return;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 }, annotations: Transaction.addToHistory.of(false) });
  }

  /** What is wrong, under its line; nothing where nothing is. Of a text that has changed since, nothing is shown. */
  show(fault: Fault | undefined, text: string): void {
    const { state } = this.view;
    if (state.doc.toString() !== text) return;
    const found = fault ? [{ from: fault.from, to: fault.to, severity: 'error' as const, message: fault.says }] : [];
    const { effects } = setDiagnostics(state, found);
    this.view.dispatch({ effects: [setFault.of(fault), ...(effects ? [effects].flat() : [])] });
  }

  speak({ label, kinds }: EditorWords): void {
    this.kinds = kinds;
    this.view.dispatch({ effects: this.named.reconfigure(nameOf(label)) });
  }

  destroy(): void {
    this.view.destroy();
  }

  private complete(context: CompletionContext): CompletionResult | null {
    const word = context.matchBefore(/\w*/)!;
    if (!context.explicit && word.text.length < 1) return null;
    const line = context.state.doc.lineAt(word.from);
    const found = candidates(line.text.slice(0, word.from - line.from), context.state.doc.toString(), this.words);
    const options = found.filter((each) => each.word !== word.text || context.explicit).map(({ word: label, kind }) => ({ label, detail: this.kinds[kind] }));
    return { from: word.from, options, validFor: /^\w*$/ };
  }
}

const nameOf = (label: string): Extension =>
  EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, 'aria-describedby': 'leaves', spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' });
