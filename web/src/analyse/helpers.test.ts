import { expect, it } from 'vitest';
import type { Judge } from './judge.ts';
import { withEach, type Helper } from './helpers.ts';

const judge = (name: string) => name as unknown as Judge;
const wake = () => new Promise<void>((done) => setTimeout(done));
const never = new Promise<never>(() => {});
const helper = (name: string, change: Partial<Helper> = {}): Helper => ({ judge: judge(name), ready: Promise.resolve(), lost: never, leave() {}, ...change });
const signal = new AbortController().signal;
const ten = Array.from({ length: 10 }, (_, i) => i);

it('shares out what is to be done, each once', async () => {
  const done: [number, unknown][] = [];
  await withEach(ten, judge('first'), [helper('a'), helper('b')], signal, async (each, who) => {
    await wake();
    done.push([each, who]);
  });
  expect(done.map(([each]) => each).sort((a, b) => a - b)).toEqual(ten);
  expect(new Set(done.map(([, who]) => who))).toEqual(new Set(['first', 'a', 'b']));
});

it('the first does alone what nobody helps with: a helper may never come, fail, or be lost', async () => {
  const done: number[] = [];
  let go = (_: Error) => {};
  const lost = new Promise<never>((_, failed) => (go = failed));
  lost.catch(() => {});
  const helpers = [helper('never', { ready: never }), helper('fails'), helper('silent', { lost })];
  await withEach(ten, judge('first'), helpers, signal, async (each, who) => {
    if (who === judge('silent')) {
      setTimeout(() => go(new Error('lost')), 20);
      await never;
    }
    await wake();
    if (who === judge('fails')) throw new Error('no');
    done.push(each);
  });
  expect(done.sort((a, b) => a - b)).toEqual(ten);
});

it('ends with the failure of the first, and when it is told to', async () => {
  const begun: number[] = [];
  const failing = withEach(ten, judge('first'), [helper('a')], signal, async (each, who) => {
    begun.push(each);
    await wake();
    if (who === judge('first')) throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await wake();
  expect(begun.length).toBeLessThan(5);

  const controller = new AbortController();
  let count = 0;
  const stopped = withEach(ten, judge('first'), [helper('a')], controller.signal, async () => {
    await wake();
    if (++count === 3) controller.abort();
  });
  await expect(stopped).rejects.toThrow();
  await wake();
  expect(count).toBeLessThan(6);
});
