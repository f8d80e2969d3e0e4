import { describe, expect, test } from 'vitest';
import { redirectAddress } from '#portal/login/redirect-address.ts';

const origin = 'https://portal.example';

describe('where a sign-in leads', () => {
  test.each([
    ['/home/data-acquisition/approved?page=2', '/home/data-acquisition/approved?page=2'],
    ['/desk#queue', '/desk#queue'],
  ])('follows %s', (wanted, expected) => {
    expect(redirectAddress(wanted, origin)).toBe(expected);
  });

  test.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example/home',
    '/\\evil.example/home',
    '/.//evil.example/home',
    '/home/..//evil.example',
    '/%2e//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/login?redirectUrl=/login',
  ])('does not follow %s', (wanted) => {
    expect(redirectAddress(wanted, origin)).toBe('/home/data-acquisition');
  });
});
