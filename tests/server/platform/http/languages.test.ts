import { expect, test } from 'vitest';
import { languageOf } from '#server/platform/http/route.ts';

test.each([
  ['en-GB', 'en'],
  ['en-US', 'en'],
  ['zh-CN', 'zh'],
  ['pt-BR', 'pt'],
  ['PL', 'pl'],
  ['de-AT, fr;q=0.8, en;q=0.9', 'en'],
  ['de-AT, fr;q=0.9, en;q=0.8', 'fr'],
  ['es;q=0, pl;q=0.1', 'pl'],
  ['de', 'en'],
  ['zhx', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('%s is answered in %s', { tags: ['1-languages'] }, (asked, language) => {
  expect(languageOf({ headers: { 'accept-language': asked } })).toBe(language);
});
