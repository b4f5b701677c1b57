import { speech } from '../language.svelte.ts';
import { tableTexts, type TableTexts } from './texts.ts';

/** The words in the page’s language; read where the page is drawn, they follow it. */
export const words = (): TableTexts => tableTexts[speech.code];
