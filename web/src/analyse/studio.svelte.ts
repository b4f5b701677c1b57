import type { Shape } from '../board';
import { longestCaption } from '../limits.ts';
import { firstLetters, oneLine } from '../plain.ts';
import type { Address } from './address.ts';
import { nextLabel, readMarks, toggleMark, writeMarks, type Drawing, type Tool } from './marks.ts';

/** What is drawn on the board, and how the picture looks. */
export class Studio {
  tool: Tool = $state('arrow');
  marks: readonly Shape[] = $state.raw([]);
  /** Where an arrow begins whose end is asked for. */
  arrowFrom: string | undefined = $state();
  label = $state('A');
  caption = $state('');
  style: 'screen' | 'print' = $state('screen');
  coordinates = $state(true);

  constructor(private readonly changed: () => void) {}

  take({ marks = '', caption = '', style = 'screen', coordinates = true }: Address): void {
    this.marks = readMarks(marks);
    [this.caption, this.style, this.coordinates] = [firstLetters(oneLine(caption), longestCaption), style, coordinates];
  }

  write(): Pick<Drawing, 'marks' | 'caption' | 'style' | 'coordinates'> {
    const { caption, style, coordinates } = this;
    return { marks: writeMarks(this.marks), caption, style, coordinates };
  }

  /** One cell, or the two ends of a stroke. */
  drawAt(cells: readonly string[]): void {
    const [at, to] = cells as [string, string | undefined];
    if (to) this.mark({ kind: 'arrow', at, to });
    else if (this.tool === 'label') this.mark({ kind: 'label', at, text: this.label.replace(/\s/g, '') || '?' });
    else if (this.tool !== 'arrow') this.mark({ kind: this.tool, at });
    else if (this.arrowFrom === undefined) this.arrowFrom = at;
    else if (this.arrowFrom === at) this.arrowFrom = undefined;
    else this.mark({ kind: 'arrow', at: this.arrowFrom, to: at });
  }

  setMarks(marks: readonly Shape[]): void {
    this.marks = marks;
    this.arrowFrom = undefined;
    this.changed();
  }

  private mark(mark: Shape): void {
    this.setMarks(toggleMark(this.marks, mark));
    if (mark.kind === 'label' && /^[A-Z]$/.test(this.label)) this.label = nextLabel(this.marks);
  }
}
