import { afterEach, expect, test, vi } from 'vitest';
import { calendarDay, formatDay } from '#ui/format/dates.ts';
import { formatNumber } from '#ui/format/numbers.ts';

afterEach(() => vi.unstubAllGlobals());

test('Portuguese and English are written as in Europe', () => {
  vi.stubGlobal('navigator', { languages: ['de-DE', 'en'] });
  expect(formatNumber(12_345.5, 'pt')).toBe('12\u00a0345,5');
  expect(formatDay('2026-11-21', 'en')).toBe('21 November 2026');
});

test('a browser that names its region is written to as its region writes', () => {
  vi.stubGlobal('navigator', { languages: ['en-US', 'pt-BR'] });
  expect(formatNumber(12_345.5, 'pt')).toBe('12.345,5');
  expect(formatDay('2026-11-21', 'en')).toBe('November 21, 2026');
});

test('a day of the calendar has two digits for each month and day, and four for a year', () => {
  expect(calendarDay(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05');
  expect(calendarDay(new Date(2026, 10, 21, 23, 59))).toBe('2026-11-21');
});
