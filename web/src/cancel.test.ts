import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { after, isCancelled, sleep, Task } from './cancel.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a task that begins ends the one before', () => {
  const task = new Task();
  const [first, second] = [task.begin(), task.begin()];
  expect([first.aborted, second.aborted]).toEqual([true, false]);
  task.cancel();
  expect(second.aborted).toBe(true);
});

it('a sleep that is cancelled throws what is no trouble, and wakes nobody', async () => {
  const task = new Task();
  const slept = sleep(100, task.begin()).catch((reason: unknown) => reason);
  task.cancel();
  expect(isCancelled(await slept)).toBe(true);
  expect(isCancelled(new Error('no connection'))).toBe(false);
  const late = new AbortController();
  late.abort();
  await expect(sleep(100, late.signal)).rejects.toThrow();
  expect(vi.getTimerCount()).toBe(0);
});

it('what was to come after a pause does not come when it is cancelled', async () => {
  const [task, act] = [new Task(), vi.fn()];
  after(100, task.begin(), act);
  after(100, task.begin(), act);
  await vi.advanceTimersByTimeAsync(200);
  expect(act).toHaveBeenCalledTimes(1);
});
