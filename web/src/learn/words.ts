import { speech } from '../language.svelte.ts';
import { learnTexts, type LearnTexts } from './texts.ts';

/** The words in the page's language; read where the page is drawn, they follow it. */
export const words = (): LearnTexts => learnTexts[speech.code];
