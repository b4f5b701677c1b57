import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { networkFiles } from '../../engine.ts';
import { networkFor } from './networks.ts';

it('networks are the files of that name alone, by the variants in each', () => {
  const folder = mkdtempSync(join(tmpdir(), 'networks-'));
  try {
    writeFileSync(join(folder, 'a.net'), 'tavoliere-network 1\ngame g:size=5x5 g:tall\n');
    for (const name of ['README.md', '.DS_Store', 'a.net~']) writeFileSync(join(folder, name), 'something else');
    expect(networkFiles(folder)).toEqual({ 'g:size=5x5': join(folder, 'a.net'), 'g:tall': join(folder, 'a.net') });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('a network may serve many variants', () => {
  const networks = { 'ataxx:size=any': 1, ataxx: 2, 'ataxx:orthogonal,size=any': 3, 'clobber:size=5x6': 4 };
  const served = { ataxx: 2, 'ataxx:size=5x5': 1, 'ataxx:orthogonal': 3, 'ataxx:size=9x6,orthogonal': 3, 'clobber:size=5x6': 4 };
  for (const [variant, number] of Object.entries(served)) expect(networkFor(networks, variant), variant).toBe(number);
  for (const variant of ['ataxx:misere', 'ataxx:size=5x5,blocks=c3', 'clobber', 'clobber:size=6x5', 'boop', ''])
    expect(networkFor(networks, variant), variant).toBeUndefined();
});
