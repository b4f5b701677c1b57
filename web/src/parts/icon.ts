import type { Attachment } from 'svelte/attachments';
import { pieceIcon, type Colours } from '../board';

/** Draws a piece into an element. */
export function icon(letter: string, colours: Colours): Attachment {
  return (element) => element.replaceChildren(pieceIcon(letter, colours));
}
