import type { Side } from './protocol.ts';

export const sides = ['x', 'o'] as const;

export const otherSide = (side: Side): Side => (side === 'x' ? 'o' : 'x');
