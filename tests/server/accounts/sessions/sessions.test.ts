import { expect, test } from 'vitest';
import { browserName } from '#server/accounts/sessions/sessions.ts';

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
