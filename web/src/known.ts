/** What is known of a game's boards: gallery/known. */
import type { Words } from './protocol.ts';

export interface Solved {
  variant: string;
  /** The first player's. */
  value: 'win' | 'draw' | 'loss';
  /** Until the end, both sides playing perfectly, where it is known. */
  plies?: number;
  how: 'table' | 'proof' | 'sums' | 'search';
}

export interface Known {
  solved: Solved[];
  notes: Words[];
  fairest?: { variant: string; title: Words };
}

const files = import.meta.glob<Known>('../../gallery/known/*.json', { import: 'default', eager: true });

/** Undefined for a game of which there is no file. */
export const knownOf = (game: string): Known | undefined => files[`../../gallery/known/${game}.json`];
