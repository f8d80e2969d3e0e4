import { expect, test } from 'vitest';
import { formatter } from '#lib/words/formatter.ts';

test('a formatter is made once for its kind, locale and options', () => {
  const long = () => formatter(Intl.DateTimeFormat, 'pl-PL', { dateStyle: 'long' });
  expect(long()).toBe(long());
  const day = Date.UTC(2026, 10, 24, 12);
  expect(long().format(day)).toBe('24 listopada 2026');
  expect(formatter(Intl.DateTimeFormat, 'pl-PL', { dateStyle: 'short' }).format(day)).toBe(
    '24.11.2026',
  );
  expect(formatter(Intl.DateTimeFormat, 'fr-FR', { dateStyle: 'long' }).format(day)).toBe(
    '24 novembre 2026',
  );
  expect(formatter(Intl.NumberFormat, 'pl-PL').format(1.5)).toBe('1,5');
});
