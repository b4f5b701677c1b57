import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '../fakeStorage.ts';
import type { GameState } from '../protocol.ts';
import { heard } from './news.ts';
import { Settings } from './settings.svelte.ts';
import { tableTexts } from './texts.ts';

const state = (key: string, moves: number, over = false) => ({ key, history: Array(moves), result: over ? { winner: 'x', reason: '' } : null }) as unknown as GameState;

describe('what is heard', () => {
  it('is a move, one’s own turn, and the end', () => {
    expect(heard(state('a', 1), state('a', 2), false)).toBe('move');
    expect(heard(state('a', 1), state('a', 2), true)).toBe('turn');
    expect(heard(state('a', 1), state('a', 2, true), true)).toBe('end');
    expect(heard(state('a', 2), state('a', 2, true), false)).toBe('end');
  });
  it('is nothing where nothing is played', () => {
    expect(heard(undefined, state('a', 2), true)).toBeUndefined();
    expect(heard(state('b', 1), state('a', 2), true)).toBeUndefined();
    expect(heard(state('a', 2), state('a', 1), true)).toBeUndefined();
    expect(heard(state('a', 2, true), state('a', 2, true), true)).toBeUndefined();
  });
});

describe('the settings', () => {
  let kept: Map<string, string>;
  let quiet: boolean;
  beforeEach(() => {
    quiet = false;
    const storage = fakeStorage();
    kept = storage.kept;
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('matchMedia', () => ({ matches: quiet }));
  });

  it('are at first for somebody who may be disturbed, or not', () => {
    expect(new Settings()).toMatchObject({ sounds: true, evaluation: false, tells: undefined });
    quiet = true;
    expect(new Settings().sounds).toBe(false);
  });

  it('are remembered', () => {
    quiet = true;
    const settings = new Settings();
    settings.toggle('sounds');
    settings.toggle('evaluation');
    settings.answer(false);
    expect(new Settings()).toMatchObject({ sounds: true, evaluation: true, tells: false });
  });

  it('are not believed', () => {
    for (const name of ['sounds', 'evaluation', 'tells']) kept.set(`tavoliere.${name}`, '"yes"');
    expect(new Settings()).toMatchObject({ sounds: true, evaluation: false, tells: undefined });
  });
});

it('has every text in every language', () => {
  expect(Object.keys(tableTexts.it)).toEqual(Object.keys(tableTexts.en));
});
