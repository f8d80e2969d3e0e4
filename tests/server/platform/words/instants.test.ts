import { describe, expect, test } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { countText, dateText, durationText, instantText } from '#server/platform/words/words.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each<[Language, number, string]>([
  ['en', 10 * MINUTE, '10 minutes'],
  ['en', MINUTE, '1 minute'],
  // Below a day a duration is told in minutes, never as no day at all.
  ['en', DAY - MINUTE, '1,439 minutes'],
  ['en', DAY, '1 day'],
  ['en', 365 * DAY, '365 days'],
  ['pl', 5 * DAY, '5 dni'],
  ['fr', DAY, '1 jour'],
  ['zh', 30 * DAY, '30天'],
])('in %s %i seconds are %s', (language, seconds, words) => {
  expect(durationText(language, seconds).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(words);
});

describe('an instant at the edge of a day', () => {
  const late = Date.parse('2026-12-05T23:59:59.999Z');

  test('has the day and the time of UTC, which it names, wherever the server stands', () => {
    expect(instantText('en', late, 'UTC')).toBe('5 December 2026 at 23:59 (UTC)');
    expect(dateText('en', late, 'UTC')).toBe('5 December 2026');
    expect(dateText('en', late + 1, 'UTC')).toBe('6 December 2026');
    expect(dateText('pl', late, 'UTC')).toBe('5 grudnia 2026');
  });

  test('has those of another zone where it is told in one', () => {
    expect(instantText('en', late, 'Europe/Warsaw')).toMatch(/^6 December 2026 at 00:59 \(Cent/);
    expect(instantText('en', late, 'Pacific/Pago_Pago')).toMatch(/^5 December 2026 at 12:59 \(/);
    expect(dateText('en', late, 'Europe/Warsaw')).toBe('6 December 2026');
  });
});

test('a count is grouped as the reader groups it', () => {
  expect(countText('en', 1_234_567)).toBe('1,234,567');
  expect(countText('fr', 1_234_567)).toBe('1\u202f234\u202f567');
});
