import { expect, it } from 'vitest';
import { ModuleFailed, startCore, type Core } from './core.ts';
import { Mind, type Question, type Reply } from './mind.ts';

/** Says "started" with its number, and fails where it is asked to. */
function minds() {
  let started = 0;
  const said: Reply[] = [];
  const start = async (): Promise<Core> => {
    const number = ++started;
    return {
      ask(_, request, hear) {
        if (request === 'trap') throw new ModuleFailed(new WebAssembly.RuntimeError('unreachable'));
        if (request === 'wrong') throw new Error('variant: no such game');
        hear?.({ started: number });
        return { started: number };
      },
    };
  };
  const mind = new Mind(start, (reply) => said.push(reply), async () => undefined);
  const ask = async (request: string) => {
    await mind.answer({ module: {} as WebAssembly.Module, network: undefined, request } satisfies Question);
    return said.splice(0);
  };
  return ask;
}

it('makes a module that failed anew, and answers with what went wrong', async () => {
  const ask = minds();
  expect(await ask('')).toEqual([{ answer: { started: 1 } }]);
  expect(await ask('trap')).toEqual([{ error: 'the engine failed: unreachable' }]);
  expect(await ask('')).toEqual([{ answer: { started: 2 } }]);
});

it('keeps a module that refused what it was asked', async () => {
  const ask = minds();
  expect(await ask('wrong')).toEqual([{ error: 'variant: no such game' }]);
  expect(await ask('')).toEqual([{ answer: { started: 1 } }]);
});

/** (module (memory (export "memory") 1) (func (export "_initialize")) (func (export "room") (param i32) (result i32) i32.const 0)
 * (func (export "think") (result i32) unreachable)) */
const trapping = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 13, 3, 96, 0, 0, 96, 1, 127, 1, 127, 96, 0, 1, 127, 3, 4, 3, 0, 1, 2, 5, 3, 1, 0, 1,
  7, 39, 4, 6, 109, 101, 109, 111, 114, 121, 2, 0, 11, 95, 105, 110, 105, 116, 105, 97, 108, 105, 122, 101, 0, 0,
  4, 114, 111, 111, 109, 0, 1, 5, 116, 104, 105, 110, 107, 0, 2, 10, 13, 3, 2, 0, 11, 4, 0, 65, 0, 11, 3, 0, 0, 11,
]);

it('tells a trap from what a module says against a request', async () => {
  const core = await startCore(await WebAssembly.compile(trapping));
  expect(() => core.ask('think', '')).toThrow(ModuleFailed);
});
