import { speech } from '../language.svelte.ts';
import { homeTexts, type HomeTexts } from './texts.ts';

/** The words in the page’s language; read where the page is drawn, they follow it. */
export const words = (): HomeTexts => homeTexts[speech.code];
