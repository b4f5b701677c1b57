/** Boards and pieces of another look, loaded where one was chosen. */
import { remember, remembered } from '../memory.ts';
import { isOneOf } from '../shapes.ts';
import './looks.css';

export const boardLooks = ['wood', 'slate', 'paper'] as const;
export const pieceLooks = ['discs', 'bold', 'print'] as const;

export interface Look {
  boards: (typeof boardLooks)[number];
  pieces: (typeof pieceLooks)[number];
}

const all: Look[] = boardLooks.flatMap((boards) => pieceLooks.map((pieces) => ({ boards, pieces })));
const name = ({ boards, pieces }: Look) => `${boards} ${pieces}`;

export function look(): Look {
  const kept = remembered('look', isOneOf(all.map(name)));
  return all.find((each) => name(each) === kept) ?? all[0]!;
}

/** What the pieces that are hatched are filled with. */
const hatching = `<svg id="hatching" width="0" height="0" aria-hidden="true"><pattern id="hatched" width="0.13" height="0.13" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="0.13" height="0.13" fill="#fff"/><rect width="0.065" height="0.13" fill="#161616"/></pattern></svg>`;

/** Shows the look that was chosen, on every board of the page. */
export function dress(): void {
  Object.assign(document.documentElement.dataset, look());
  if (!document.getElementById('hatching')) document.body.insertAdjacentHTML('beforeend', hatching);
}

export function choose(changes: Partial<Look>): void {
  remember('look', name({ ...look(), ...changes }));
  dress();
}
