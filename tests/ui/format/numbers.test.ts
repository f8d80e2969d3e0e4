import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { daysUntil, formatAge, formatNearDay } from '#ui/format/near-days.ts';
import { formatShare, formatSize } from '#ui/format/numbers.ts';
import { wholeNumbers } from '#ui/format/whole-numbers.tsx';

const KIBIBYTE = 1024;

beforeEach(() => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  // Noon where the test runs.
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
])('%d bytes are «%s»', (bytes, words) => {
  expect(formatSize(bytes, 'en')).toBe(words);
});

test('a share has one decimal at most', () => {
  expect([0.0625, 0.5, 1].map((share) => formatShare(share, 'en'))).toEqual([
    '6.3%',
    '50%',
    '100%',
  ]);
});

test('an age is told in the largest unit that fits; what is to come is now', () => {
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

test('a day is told by its distance up to a fortnight ahead', () => {
  const days = ['2026-11-19', '2026-11-20', '2026-12-04', '2026-12-05', '2027-01-02'];
  expect(days.map((day) => formatNearDay(day, 'en'))).toEqual([
    'Thu 19 Nov',
    'Fri 20 Nov, today',
    'Fri 4 Dec, in 14 days',
    'Sat 5 Dec',
    'Sat, 2 Jan 2027',
  ]);
  expect(days.map(daysUntil)).toEqual([-1, 0, 14, 15, 43]);
});

test('a text keeps its hyphenated numbers whole, and every other word', () => {
  const text = wholeNumbers('You have taken VD-20261120-4K7Q2M and VD-1-A, well-known.');
  expect(renderToStaticMarkup(createElement('p', null, text))).toBe(
    '<p><span>You have taken </span><span class="whole">VD-20261120-4K7Q2M</span>' +
      '<span><span> and </span><span class="whole">VD-1-A</span><span>, well-known.</span></span></p>',
  );
});
