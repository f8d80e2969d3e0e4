import { expect, test } from 'vitest';
import { partsOf, typedDate } from '#ui/form/date-field.tsx';
import { typedInstant } from '#ui/form/instant-field.tsx';

test('a date is padded, and nothing stays nothing', () => {
  expect(typedDate('1985-4-2')).toBe('1985-04-02');
  expect(typedDate('--')).toBe('');
  expect(typedDate('')).toBe('');
});

test('a date is typed in the order in which its language writes dates', () => {
  for (const language of ['en', 'fr', 'pl', 'es', 'pt'])
    expect(partsOf(language), language).toEqual(['day', 'month', 'year']);
  expect(partsOf('zh')).toEqual(['year', 'month', 'day']);
});

test('a local time is sent as the instant it means', () => {
  const meant = new Date(2026, 10, 1, 10, 30);
  expect(new Date(typedInstant('2026-11-01T10:30'))).toEqual(meant);
  expect(typedInstant('2026-11-01T10:30')).toMatch(/^2026-1[01]-\d\dT\d\d:\d\d:00Z$/);
});

test('what is no time is left for the contract to refuse', () => {
  expect(typedInstant('')).toBe('');
});
