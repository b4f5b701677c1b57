/** Milliseconds between moves that are played by themselves; 0 where nothing is to move unasked. */
export const pace = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 1000);
