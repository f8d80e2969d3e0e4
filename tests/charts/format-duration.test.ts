import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatDuration } from '#charts/words/figure-notes.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [null, '–'],
  [0, '< 1 min'],
  [MINUTE - 1, '< 1 min'],
  [MINUTE, '1 min'],
  [90_000, '2 mins'],
  [HOUR - MINUTE, '59 mins'],
  [HOUR, '1 hr'],
  [1.5 * HOUR, '1.5 hrs'],
  [24 * HOUR, '1 day'],
  [60 * HOUR, '2.5 days'],
])('%d ms are «%s»', (ms, words) => {
  expect(formatDuration(ms, 'en')).toBe(words);
});
