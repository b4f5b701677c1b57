/** What gallery/ has of each game: the position that stands for it, and what was measured and is known. */
import news from '../../gallery/news.json' with { type: 'json' };
import type { Words } from './protocol.ts';

/** What is new, in a sentence. */
export { news };

export interface Measured {
  variant: string;
  /** How many games of the engine against itself. */
  games: number;
  /** The middle length in plies, and what nine in ten are longer and shorter than. */
  plies: number;
  short: number;
  long: number;
  draws: number;
  /** How many the first player won. */
  first: number;
}

const stories = import.meta.glob<Words>(['../../gallery/*.json', '!../../gallery/news.json'], { import: 'story', eager: true });
const measures = import.meta.glob<Measured>(['../../gallery/*.json', '!../../gallery/news.json'], { import: 'measured', eager: true });
const pictures = import.meta.glob<string>('../../docs/pictures/gallery-*.svg', { import: 'default', query: '?url', eager: true });

const file = (game: string) => `../../gallery/${game}.json`;

/** Undefined for a game that has none. */
export const storyOf = (game: string): Words | undefined => stories[file(game)];
export const measuredOf = (game: string): Measured | undefined => measures[file(game)];
export const pictureOf = (game: string): string | undefined => pictures[`../../docs/pictures/gallery-${game}.svg`];

/** A quarter of a minute for a move of one's own; the other's is answered meanwhile. */
const minutesPerPly = 1 / 8;

/** How long most games last: the least and the most, in minutes as one says them. */
export const minutesOf = ({ short, long }: Measured): [number, number] => [said(short * minutesPerPly), said(long * minutesPerPly)];

const said = (minutes: number) => (minutes < 8 ? Math.max(1, Math.round(minutes)) : 5 * Math.round(minutes / 5));
