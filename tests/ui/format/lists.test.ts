import { expect, it } from 'vitest';
import { listSeparator } from '#ui/format/lists.ts';

it.each([
  ['en', ', '],
  ['pl', ', '],
  ['zh', '、'],
])('separates the items of a list that goes on in %s', (locale, separator) => {
  expect(listSeparator(locale)).toBe(separator);
});
