/** Has texts read by a worker, within bounds of time: what takes longer, or is not wanted any more, ends with the worker. */
import type { Answer, Counted, Lawful, Question, Read, Task } from './reading.ts';

/** It took longer than so many seconds. */
export class TooSlow extends Error {
  constructor(readonly seconds: number) {
    super(`this took longer than ${seconds} seconds`);
  }
}

/** What reads texts is not there, or not within a time in which even a slow line brings it. */
export class NoReader extends Error {
  constructor() {
    super('what reads texts could not be started');
  }
}

/** Until a worker is there: its script is fetched. Seconds. */
export const startPatience = 60;
/** A text is read in a few hundredths of a second; one that takes so much longer is not worth waiting for. Seconds. */
export const checkPatience = 3;
/** To count, and to play for the laws. */
export const countPatience = 20;
/** What is read may go on for so long when a newer text is there: it is nearly done. */
const grace = 200;

/** A worker, and when it is there to be asked. */
interface Started {
  worker: WorkerLike;
  ready: Promise<void>;
}

export type WorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;
const startWorker = (): WorkerLike => new Worker(new URL('./reading.ts', import.meta.url), { type: 'module' });

export class Reader {
  private started: Started | undefined;
  /** Rejects what is being asked; ends the worker too, where that is at it. */
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
    this.started?.worker.terminate();
    this.started = undefined;
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
    this.begun = performance.now();
    const givenUp = new Promise<never>((_, failed) => (this.giveUp = failed));
    try {
      const started = (this.started ??= this.begin());
      const [module] = await Promise.race([Promise.all([this.module(), started.ready]), givenUp]);
      this.begun = performance.now();
      return await this.answered(started.worker, { ...question, text: this.whole(question.text), module }, patience, hear);
    } finally {
      this.giveUp = undefined;
    }
  }

  private begin(): Started {
    const worker = this.start();
    const ready = new Promise<void>((done, failed) => {
      const fail = () => {
        clearTimeout(alarm);
        this.drop(worker);
        failed(new NoReader());
      };
      const alarm = setTimeout(fail, 1000 * startPatience);
      worker.onmessage = () => (clearTimeout(alarm), done());
      worker.onerror = fail;
    });
    ready.catch(() => {}); // whoever asks hears of it
    return { worker, ready };
  }

  private drop(worker: WorkerLike): void {
    worker.terminate();
    if (this.started?.worker === worker) this.started = undefined;
  }

  private answered(worker: WorkerLike, question: Question, patience: number, hear?: (heard: Counted | Lawful) => void): Promise<unknown> {
    return new Promise((done, failed) => {
      const end = (why: Error) => {
        clearTimeout(alarm);
        this.drop(worker);
        failed(why);
      };
      const alarm = setTimeout(() => end(new TooSlow(patience)), 1000 * patience);
      this.giveUp = end;
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ('ready' in data) return;
        if ('heard' in data) return hear?.(data.heard);
        clearTimeout(alarm);
        if ('error' in data) failed(new Error(data.error));
        else done(data.answer);
      };
      worker.onerror = () => end(new NoReader());
      worker.postMessage(question);
    });
  }
}

/** A newer text is to be read. */
class Superseded extends Error {}
