import { expect, test } from 'vitest';
import { browserName, sessionEnd } from '#server/accounts/sessions/sessions.ts';
import { readConfig } from '#server/platform/config/config.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const config = readConfig({ STAFF_REST_MINUTES: '30', STAFF_SESSION_HOURS: '12' });
const YEAR = 365 * 24 * HOUR;
const begun = { created_at: 0, expires_at: YEAR };

test.each([
  ['a requester ends with its token, however long it is idle', false, 0, YEAR, YEAR, null],
  ['staff ends after half an hour of inactivity', true, HOUR, YEAR, HOUR + 30 * MINUTE, 'rest'],
  ['staff that was never used is inactive from its start', true, null, YEAR, 30 * MINUTE, 'rest'],
  ['staff ends after twelve hours despite activity', true, 12 * HOUR - 1, YEAR, 12 * HOUR, 'age'],
  ['staff that reaches both ends at once ends by age', true, 11.5 * HOUR, YEAR, 12 * HOUR, 'age'],
  ['staff never outlasts its token', true, 2 * HOUR, 2 * HOUR + 1, 2 * HOUR + 1, 'age'],
] as const)('a session of %s', (_, isStaff, last_used_at, expires_at, at, because) => {
  expect(sessionEnd(config, { ...begun, isStaff, last_used_at, expires_at })).toEqual({
    at,
    because,
  });
});

const gecko = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101';

test.each([
  [`${gecko} Firefox/132.0`, 'Firefox, Linux'],
  ['Opera/9.80 (Windows NT 6.1; U; en) Presto/2.8.131 Version/11.11', 'Opera, Windows'],
  ['Googlebot/2.1', 'Googlebot'],
  ['curl/8.5.0', null],
  ['', null],
  [undefined, null],
])('%s is shown as %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});

test('only the first 500 characters of a user agent are read', () => {
  const named = (length: number) => browserName(`${gecko.padEnd(length)}Firefox/132.0`);
  expect(named(500 - 'Firefox/132.0'.length)).toBe('Firefox, Linux');
  expect(named(500)).toBe('Mozilla, Linux');
});
