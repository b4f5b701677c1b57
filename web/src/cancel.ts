/** Whatever is under way is cancelled in one way: by the signal that it was begun with. */

/** One kind of work, of which there is no more than one at a time: what begins ends what was under way. */
export class Task {
  private controller = new AbortController();

  begin(): AbortSignal {
    this.cancel();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  cancel(): void {
    this.controller.abort();
  }
}

/** Whether somebody wanted it to end, which is no trouble. */
export const isCancelled = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'AbortError';

/** Throws as soon as it is cancelled. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((wake, fail) => {
    signal.throwIfAborted();
    const timer = setTimeout(wake, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), fail(signal.reason)), { once: true });
  });
}

/** For an effect: acts after a pause; what is returned cancels it. */
export function paused(milliseconds: number, act: (signal: AbortSignal) => void): () => void {
  const controller = new AbortController();
  after(milliseconds, controller.signal, () => act(controller.signal));
  return () => controller.abort();
}

/** Acts after a pause, unless it is cancelled before. */
export function after(milliseconds: number, signal: AbortSignal, act: () => void): void {
  const timer = setTimeout(act, milliseconds);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
