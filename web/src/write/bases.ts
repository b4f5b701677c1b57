/** The texts of the written games that come with the program, from which others inherit. */
import { files } from 'virtual:written';
import { withBases } from '../local/core.ts';

const texts = import.meta.glob<string>('../../../games/*.game', { query: '?raw', import: 'default', eager: true });
const bases = Object.values(texts);

/** What the modules are given of a text. */
export const whole = (text: string): string => withBases(text, bases);

/** Undefined where there is no such game. */
export const textOf = (game: string): string | undefined => texts[`../../../games/${files[game]}.game`];
