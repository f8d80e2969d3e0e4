import { expect, test } from 'vitest';
import { firstLanguage } from '#contract/languages.ts';

test.each([
  [['pl', 'en'], 'pl'],
  [['de-AT', 'zh-CN', 'fr'], 'zh'],
  [['PT-br'], 'pt'],
  [['zhx', 'constructor'], 'en'],
  [[], 'en'],
])('who wants %j reads %s', { tags: ['1-languages'] }, (tags, language) => {
  expect(firstLanguage(tags)).toBe(language);
});
