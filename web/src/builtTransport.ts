import { makeTransport } from '#transport';
import type { Transport } from './transport.ts';

/** server.ts, or local/builtIn.ts in `vite build --mode static`: neither build needs what the other is made of. */
export const transport: Transport = makeTransport();
