import { readFile } from 'node:fs/promises';

/** What lies at an address of this machine. */
export const readHere = async (address: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(new URL(address)));
