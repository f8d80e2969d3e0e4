import { expect, test } from 'vitest';
import { firstLanguage, fullName } from '#contract/languages.ts';

test.each([
  [['pl', 'en'], 'pl'],
  [['de-AT', 'zh-CN', 'fr'], 'zh'],
  [['PT-br'], 'pt'],
  [['zhx', 'constructor'], 'en'],
  [[], 'en'],
])('the first supported language of %j is %s', { tags: ['1-languages'] }, (tags, language) => {
  expect(firstLanguage(tags)).toBe(language);
});

const anna = { title: 'dr', firstName: 'Anna', middleName: 'Maria', lastName: 'Nowak' };
const wang = { title: 'ms', firstName: '小明', lastName: '王' };

test('fullName puts a title last in Chinese', () => {
  expect(fullName(anna, 'zh', '博士')).toBe('Anna Maria Nowak博士');
  expect(fullName(wang, 'zh', '女士')).toBe('王小明女士');
});

test('fullName puts the given name first, but leaves a name in Chinese characters unchanged', () => {
  expect(fullName(anna, 'pl', 'Dr')).toBe('Dr Anna Maria Nowak');
  expect(fullName(anna, 'zh')).toBe('Anna Maria Nowak');
  expect(fullName(wang, 'fr', 'Madame')).toBe('Madame 王小明');
});

test('fullName omits a title that has no meaning in the language', () => {
  expect(fullName({ ...anna, title: 'mx' }, 'fr', 'Sans précision')).toBe('Anna Maria Nowak');
  expect(fullName({ ...anna, title: 'mx' }, 'en', 'Mx')).toBe('Mx Anna Maria Nowak');
  expect(fullName({ firstName: 'Anna', lastName: 'Nowak' }, 'en')).toBe('Anna Nowak');
});
