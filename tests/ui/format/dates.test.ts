import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatDayRange, formatShortDay, isDay } from '#ui/format/dates.ts';

/** The year in which the days of the tests have no year. */
const NOW = Date.parse('2026-11-20T09:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubGlobal('navigator', { languages: [] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['en', 'Thu 10 Dec', 'Tue 19 Jan 2027'],
  ['fr', 'jeu. 10 déc.', 'mar. 19 janv. 2027'],
  ['pl', 'czw., 10 gru', 'wt., 19 sty 2027'],
  ['es', 'jue, 10 dic', 'mar, 19 ene 2027'],
  ['pt', 'quinta, 10/12', 'terça, 19/01/2027'],
  ['zh', '12月10日周四', '2027年1月19日周二'],
])('days in %s have one form with and without the year', (language, thisYear, nextYear) => {
  expect(formatShortDay('2026-12-10', language)).toBe(thisYear);
  expect(formatShortDay('2027-01-19', language)).toBe(nextYear);
});

test.each([
  ['en', '2026-10-19', '2026-11-02', '19 Oct – 2 Nov'],
  ['en', '2026-10-19', '2026-10-19', '19 Oct'],
  ['zh', '2026-10-19', '2026-11-02', '10月19日至11月2日'],
  ['zh', '2026-10-19', '2026-10-19', '10月19日'],
  ['zh', '2026-10-19', '2027-01-02', '2026年10月19日至2027年1月2日'],
])('the range in %s from %s to %s is %s', (language, from, to, range) => {
  expect(formatDayRange(from, to, language).replace(/\s/g, ' ')).toBe(range);
});

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['26-01-01', false],
  ['', false],
])('%j is a day of the calendar: %s', (text, isOne) => {
  expect(isDay(text)).toBe(isOne);
});
