import { expect, test } from 'vitest';
import { countries, countryName } from '#server/platform/words/words.ts';

test.each([
  ['pl', 'DE', 'Niemcy'],
  ['fr', 'US', 'États-Unis'],
  ['zh', 'JP', '日本'],
] as const)('in %s %s is %s', (language, code, name) => {
  expect(countryName(language, code)).toBe(name);
});

test('countries come in the alphabetical order of the reader’s language, each once', () => {
  const places = (language: 'en' | 'pl') => countries(language).map(({ label }) => label);
  expect(new Set(places('en')).size).toBe(249);
  expect(places('en').slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
  // Ł has a place of its own behind L.
  const polish = places('pl');
  expect(polish.indexOf('Łotwa')).toBeGreaterThan(polish.indexOf('Luksemburg'));
  expect(polish.indexOf('Łotwa')).toBeLessThan(polish.indexOf('Macedonia Północna'));
});
