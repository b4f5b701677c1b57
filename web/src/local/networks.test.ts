import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { networkFiles } from '../../engine.ts';

it('networks are the files of that name alone, by the variant in each', () => {
  const folder = mkdtempSync(join(tmpdir(), 'networks-'));
  try {
    writeFileSync(join(folder, 'a.net'), 'tavoliere-network 1\ngame g:size=5x5\n');
    for (const name of ['README.md', '.DS_Store', 'a.net~']) writeFileSync(join(folder, name), 'something else');
    expect(networkFiles(folder)).toEqual({ 'g:size=5x5': join(folder, 'a.net') });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
