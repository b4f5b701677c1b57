/** The few words that whatever looks through moves needs, loaded without those of the screens around it. */
import { speech } from '../language.svelte.ts';

const en = {
  first: 'To the beginning',
  back: 'Previous move',
  forward: 'Next move',
  last: 'To the end',
  run: 'Play automatically',
  stop: 'Stop',

  marks: { arrow: 'arrow', cross: 'cross', dot: 'dot', circle: 'circle', label: 'label' },
  arrowTo: (cell: string) => `arrow to ${cell}`,
  labelled: (text: string) => `label ${text}`,
};

const it: typeof en = {
  first: 'All’inizio',
  back: 'Mossa precedente',
  forward: 'Mossa successiva',
  last: 'Alla fine',
  run: 'Riproduci',
  stop: 'Ferma',

  marks: { arrow: 'freccia', cross: 'croce', dot: 'punto', circle: 'cerchio', label: 'etichetta' },
  arrowTo: (cell) => `freccia verso ${cell}`,
  labelled: (text) => `etichetta ${text}`,
};

const texts = { en, it };

export const walkWords = (): typeof en => texts[speech.code];
