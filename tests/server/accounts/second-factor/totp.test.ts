import { describe, expect, test } from 'vitest';
import { base32, matchingStep, otpauthUri } from '#server/accounts/second-factor/one-time-codes.ts';

/** The secret of the vectors. */
const secret = Buffer.from('12345678901234567890');
const STEP = 30_000;

describe('a code', () => {
  // RFC 6238, appendix B, SHA-1: apps show the last six of its eight digits.
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('of %i seconds after the epoch consists of the last six digits of %s', (seconds, digits) => {
    const step = Math.floor(seconds / 30);
    expect(matchingStep(secret, digits.slice(-6), seconds * 1000)).toBe(step);
  });

  // 89005924 is of this instant.
  const at = 1_234_567_890_000;
  const code = '005924';
  const own = Math.floor(at / STEP);

  test('is accepted one step early or late, but not two', () => {
    const taken = (off: number) => matchingStep(secret, code, at + off * STEP);
    expect([-2, -1, 0, 1, 2].map(taken)).toEqual([null, own, own, own, null]);
  });

  test.each(['', '00592', '0059240', 'abcdef', '005925'])('does not match %j', (other) => {
    expect(matchingStep(secret, other, at)).toBeNull();
  });
});

describe('a secret', () => {
  // RFC 4648 §10, in lower case and without padding.
  test.each([
    ['fooba', 'mzxw6ytb'],
    ['foobar', 'mzxw6ytboi'],
  ])('of the bytes %j is written as %j', (bytes, text) => {
    expect(base32(Buffer.from(bytes))).toBe(text);
  });

  test('is part of a URI that authenticator apps read', () => {
    const uri = new URL(otpauthUri(secret, 'anna+desk@example.eu', 'Öko & Söhne'));
    expect(uri.protocol + uri.host).toBe('otpauth:totp');
    expect(decodeURIComponent(uri.pathname)).toBe('/Öko & Söhne:anna+desk@example.eu');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      issuer: 'Öko & Söhne',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
