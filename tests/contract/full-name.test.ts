import { expect, it } from 'vitest';
import { fullName } from '#contract/full-name.ts';

const anna = { title: 'dr', firstName: 'Anna', middleName: 'Maria', lastName: 'Nowak' };
const wang = { title: 'ms', firstName: '小明', lastName: '王' };

it('puts the family name first in Chinese, and the title behind', () => {
  expect(fullName(anna, 'zh', '博士')).toBe('Nowak Maria Anna博士');
  expect(fullName(wang, 'zh', '女士')).toBe('王小明女士');
});

it('puts the given name first elsewhere, but leaves a name in Chinese characters whole', () => {
  expect(fullName(anna, 'pl', 'Dr')).toBe('Dr Anna Maria Nowak');
  expect(fullName(wang, 'fr', 'Madame')).toBe('Madame 王小明');
});

it('says no title that is none', () => {
  expect(fullName({ ...anna, title: 'mx' }, 'fr', 'Sans précision')).toBe('Anna Maria Nowak');
  expect(fullName({ ...anna, title: 'mx' }, 'en', 'Mx')).toBe('Mx Anna Maria Nowak');
  expect(fullName({ firstName: 'Anna', lastName: 'Nowak' }, 'en')).toBe('Anna Nowak');
});
