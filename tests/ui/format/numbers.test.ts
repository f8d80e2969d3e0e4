import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { calendarDay, daysUntil, formatAge, formatDay, formatNearDay } from '#ui/format/dates.ts';
import { formatNumber, formatShare, formatSize, parseAmount } from '#ui/format/numbers.ts';
import { withUnbrokenNumbers } from '#ui/language/translated-text.tsx';

const KIBIBYTE = 1024;

beforeEach(() => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  // Noon in the local time zone.
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 12), toFake: ['Date'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  [0, '0 bytes'],
  [15, '15 bytes'],
  [1600, '2 kB'],
  [1.26 * KIBIBYTE ** 2, '1.3 MB'],
  [20 * KIBIBYTE ** 2, '20 MB'],
  [1.5 * KIBIBYTE ** 3, '1.5 GB'],
  [3000 * KIBIBYTE ** 3, '3,000 GB'],
])('%d bytes are formatted as «%s»', (bytes, words) => {
  // A space that does not break the line.
  expect(formatSize(bytes, 'en')).toBe(words.replace(' ', '\u00a0'));
});

test.each([
  ['1250', 'en', '1250'],
  ['1250.5', 'en', '1250.5'],
  ['1,250.50', 'en', '1250.50'],
  ['1,250', 'en', '1250'],
  ['12,345,678.90', 'en', '12345678.90'],
  ['1,00,000.50', 'en', '100000.50'],
  [' 1 250,50 ', 'en', '1250.50'],
  ['1.250,50', 'en', '1250.50'],
  ['1.250,50', 'es', '1250.50'],
  ['1.250', 'es', '1250'],
  ['1250,5', 'pl', '1250.5'],
  ['1\u00a0250,50', 'pl', '1250.50'],
  ['1\u202f250,50', 'fr', '1250.50'],
  ['1’250.50', 'fr', '1250.50'],
  ["1'250", 'fr', '1250'],
  ['1,250.50', 'pl', '1250.50'],
])('%j in %s is the amount %s', (typed, language, amount) => {
  expect(parseAmount(typed, language)).toBe(amount);
});

test.each([
  ['1.250', 'en'],
  ['1,250', 'pl'],
  ['1.250', 'fr'],
  ['1,250', 'es'],
  ['1,250,50', 'en'],
  ['1.250.50', 'es'],
  ['12 50', 'pl'],
  ['1,250.505', 'en'],
  ['1,2500', 'en'],
  ['-5', 'en'],
  ['.50', 'en'],
  ['5 EUR', 'en'],
])('%j in %s is no clear amount', (typed, language) => {
  expect(parseAmount(typed, language)).toBeNull();
});

test('bytes are abbreviated in Polish', () => {
  expect(formatSize(52, 'pl')).toMatch(/^52\sB$/);
});

test('a share has one decimal at most', () => {
  expect([0.0625, 0.5, 1].map((share) => formatShare(share, 'en'))).toEqual([
    '6.3%',
    '50%',
    '100%',
  ]);
});

test('an age is in the largest unit that fits; the future counts as now', () => {
  const minutes = [-5, 0, 1, 59, 60, 119, 23 * 60 + 59, 24 * 60, 49 * 60];
  expect(minutes.map((one) => formatAge(Date.now() - one * 60_000, 'en'))).toEqual([
    'this minute',
    'this minute',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '1 hour ago',
    '23 hours ago',
    'yesterday',
    '2 days ago',
  ]);
});

test('a day shows its distance up to 14 days ahead', () => {
  const days = ['2026-11-19', '2026-11-20', '2026-12-04', '2026-12-05', '2027-01-02'];
  expect(days.map((day) => formatNearDay(day, 'en'))).toEqual([
    'Thu 19 Nov',
    'Fri 20 Nov, today',
    'Fri 4 Dec, in 14 days',
    'Sat 5 Dec',
    'Sat 2 Jan 2027',
  ]);
  expect(days.map(daysUntil)).toEqual([-1, 0, 14, 15, 43]);
});

test('hyphenated numbers stay on one line', () => {
  const text = withUnbrokenNumbers('You have taken VD-20261120-4K7Q2M and VD-1-A, well-known.');
  expect(renderToStaticMarkup(createElement('p', null, text))).toBe(
    '<p><span>You have taken </span><span class="whole">VD-20261120-4K7Q2M</span>' +
      '<span><span> and </span><span class="whole">VD-1-A</span><span>, well-known.</span></span></p>',
  );
});

test('Portuguese and English default to their European forms', () => {
  vi.stubGlobal('navigator', { languages: ['de-DE', 'en'] });
  expect(formatNumber(12_345.5, 'pt')).toBe('12\u00a0345,5');
  expect(formatDay('2026-11-21', 'en')).toBe('21 November 2026');
});

test('the region of the browser’s language determines the formats', () => {
  vi.stubGlobal('navigator', { languages: ['en-US', 'pt-BR'] });
  expect(formatNumber(12_345.5, 'pt')).toBe('12.345,5');
  expect(formatDay('2026-11-21', 'en')).toBe('November 21, 2026');
});

test('a calendar day is padded to YYYY-MM-DD', () => {
  expect(calendarDay(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05');
  expect(calendarDay(new Date(2026, 10, 21, 23, 59))).toBe('2026-11-21');
});
