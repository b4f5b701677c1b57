import { speech } from '../language.svelte.ts';
import { studyTexts, type StudyTexts } from './texts.ts';

/** The words in the page's language; read where the page is drawn, they follow it. */
export const words = (): StudyTexts => studyTexts[speech.code];
