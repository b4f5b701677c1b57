import { aspect, type Geometry } from '../board';
import { root } from '../where.ts';

/** The page that alone may stand in a frame of somebody else's: a path of its own behind a server, a file where there is none. */
const page = import.meta.env.MODE === 'static' ? 'embed.html' : 'embed/';

const width = 400;
/** Pixels: words and buttons below the board, and the pieces in hand. */
const [below, hand] = [132, 52];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * The one line that puts what stands at a place of the page ("#analyse?…", "#puzzles/…") into somebody's page. It is as high as its board
 * wants it at a width of 400 pixels.
 */
export function embedLine(place: string, board: Geometry & { title: string; start: { hands: readonly unknown[] } }): string {
  const height = Math.round(width / aspect(board)) + below + (board.start.hands.length > 0 ? hand : 0);
  const from = escaped(`${location.origin}${root}${page}${place}`);
  return `<iframe src="${from}" title="${escaped(board.title)}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
}
