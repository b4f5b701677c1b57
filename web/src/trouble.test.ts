import { afterEach, expect, it } from 'vitest';
import { ComeAgain, ConnectionLost } from './client.ts';
import { speech } from './language.svelte.ts';
import { OwnSentence, troubleFrom } from './trouble.ts';

afterEach(() => {
  speech.code = 'en';
});

it('is told in the language it is in', () => {
  speech.code = 'it';
  expect(troubleFrom(new Error('moves: bad'))).toEqual({ text: 'moves: bad', language: 'en', lead: speech.t.errorLead });
  expect(troubleFrom(new OwnSentence('Così no.'))).toEqual({ text: 'Così no.', language: 'it' });
  expect(troubleFrom(new ConnectionLost())).toEqual({ text: speech.t.connectionLost, language: 'it' });
  expect(troubleFrom(new ComeAgain('hint: the engine is too busy; ask again in 3 s', 3))).toEqual({ text: speech.t.comeAgain(3), language: 'it' });
});
