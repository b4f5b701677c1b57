import type { Transport } from '../transport.ts';
import { makeTransport as transportBy } from './transport.ts';

/** By the worker that has all games, which the page of a server is built without. */
export const makeTransport = (): Transport => transportBy(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
