import { expect, test } from 'vitest';
import { negotiateLanguage } from '#contract/languages.ts';

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
  expect(negotiateLanguage(asked)).toBe(language);
});
