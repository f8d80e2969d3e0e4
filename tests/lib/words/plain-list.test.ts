import { expect, it } from 'vitest';
import { plainList } from '#lib/words/plain-list.ts';

it.each([
  ['en', ['Battery and charging', 'Trips and usage'], 'Battery and charging, trips and usage'],
  ['pl', ['Akumulator i ładowanie', 'Łączność'], 'Akumulator i ładowanie, łączność'],
  ['en', ['Location'], 'Location'],
  ['en', [], ''],
] as const)('in %s, %j are one plain row', (locale, labels, row) => {
  expect(plainList(labels, locale)).toBe(row);
});
