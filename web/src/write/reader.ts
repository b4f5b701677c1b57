/** Has texts read by a worker, within bounds of time: what takes longer, or is not wanted any more, ends with the worker. */
import type { Answer, Counted, Lawful, Question, Read, Task } from './reading.ts';

/** It took longer than so many seconds. */
export class TooSlow extends Error {
  constructor(readonly seconds: number) {
    super(`this took longer than ${seconds} seconds`);
  }
}

/** A text is read in a few hundredths of a second; one that takes so much longer is not worth waiting for. Seconds. */
export const checkPatience = 3;
/** To count, and to play for the laws. */
export const countPatience = 20;
/** What is read may go on for so long when a newer text is there: it is nearly done. */
const grace = 200;

export type WorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;
const startWorker = (): WorkerLike => new Worker(new URL('./reading.ts', import.meta.url), { type: 'module' });

export class Reader {
  private worker: WorkerLike | undefined;
  /** Rejects what is being asked, with the worker. */
  private giveUp: ((why: Error) => void) | undefined;
  private begun = 0;
  private waiting: { text: string; options: string; done(read: Promise<Read> | undefined): void } | undefined;

  constructor(
    private readonly module: () => Promise<WebAssembly.Module>,
    /** What the module is given of a text. */
    private readonly whole: (text: string) => string,
    private readonly start = startWorker,
  ) {}

  /** Throws what is wrong with a text; undefined where a newer one was to be read before this one's turn came. */
  check(text: string, options: string): Promise<Read | undefined> {
    return new Promise((done, failed) => {
      this.waiting?.done(undefined);
      this.waiting = { text, options, done: (read) => (read ? read.then(done, failed) : done(undefined)) };
      if (!this.giveUp) return void this.next();
      const late = performance.now() - this.begun;
      setTimeout(() => this.waiting?.text === text && this.giveUp?.(new Superseded()), Math.max(0, grace - late));
    });
  }

  /** Hears how it gets on; ends in time, or when the signal does. */
  count(text: string, task: Exclude<Task, { ask: 'check' }>, hear: (heard: Counted | Lawful) => void, signal: AbortSignal): Promise<unknown> {
    const stop = () => this.giveUp?.(signal.reason as Error);
    signal.addEventListener('abort', stop);
    return this.ask({ text, task }, countPatience, hear).finally(() => signal.removeEventListener('abort', stop));
  }

  /** Ends what is under way. */
  close(): void {
    this.giveUp?.(new Superseded());
    this.worker?.terminate();
    this.worker = undefined;
  }

  private async next(): Promise<void> {
    const asked = this.waiting;
    if (!asked) return;
    this.waiting = undefined;
    const read = this.ask({ text: asked.text, task: { ask: 'check', options: asked.options } }, checkPatience) as Promise<Read>;
    asked.done(read.catch((reason: unknown) => {
      if (reason instanceof Superseded) return undefined as never;
      throw reason;
    }));
    await read.catch(() => {});
    await this.next();
  }

  private async ask(question: Omit<Question, 'module'>, patience: number, hear?: (heard: Counted | Lawful) => void): Promise<unknown> {
    let given: Error | undefined;
    this.begun = performance.now();
    this.giveUp = (why) => (given = why);
    try {
      const module = await this.module();
      if (given) throw given;
      this.begun = performance.now();
      return await this.answered({ ...question, text: this.whole(question.text), module }, patience, hear);
    } finally {
      this.giveUp = undefined;
    }
  }

  private answered(question: Question, patience: number, hear?: (heard: Counted | Lawful) => void): Promise<unknown> {
    const worker = (this.worker ??= this.start());
    return new Promise((done, failed) => {
      const end = (why: Error) => {
        clearTimeout(alarm);
        worker.terminate();
        if (this.worker === worker) this.worker = undefined;
        failed(why);
      };
      const alarm = setTimeout(() => end(new TooSlow(patience)), 1000 * patience);
      this.giveUp = end;
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ('heard' in data) return hear?.(data.heard);
        clearTimeout(alarm);
        if ('error' in data) failed(new Error(data.error));
        else done(data.answer);
      };
      worker.onerror = () => end(new Error('what reads texts could not be started'));
      worker.postMessage(question);
    });
  }
}

/** A newer text is to be read. */
class Superseded extends Error {}
