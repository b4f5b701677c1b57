import { makeTransport } from '../local/transport.ts';
import { Play } from '../play.svelte.ts';
import type { Given } from './desk.ts';

/** The games of one text, which a worker of their own plays: with a server too, so that no text of a stranger runs there. It ends with its connection. */
export class WrittenPlay extends Play {
  constructor(readonly given: Given, private readonly toSetup: () => void) {
    super(makeTransport(() => startDesk(given), true), true);
    this.games = [given.info];
  }

  override beginAnew(): void {
    this.toSetup();
  }
}

function startDesk(given: Given): Worker {
  const worker = new Worker(new URL('./desk.ts', import.meta.url), { type: 'module' });
  worker.postMessage(given);
  return worker;
}
