import type { Shape } from '../board';
import { walkWords } from './walkTexts.ts';

/** What a screen reader says of a mark, at its cell. */
export function markWords(mark: Shape): string {
  const t = walkWords();
  if (mark.kind === 'arrow') return t.arrowTo(mark.to);
  return mark.kind === 'label' ? t.labelled(mark.text) : t.marks[mark.kind];
}
