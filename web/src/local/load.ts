import { readHere } from '../engine/fetched.ts';

/** Not compileStreaming: some web servers do not know what a .wasm is. */
export const load = async (address: string): Promise<WebAssembly.Module> => WebAssembly.compile(await readHere(address));
