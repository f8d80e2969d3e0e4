import { describe, expect, test } from 'vitest';
import { matchingStep, otpauthUri } from '#server/accounts/second-factor/one-time-codes.ts';

/** The secret of the vectors. */
const secret = Buffer.from('12345678901234567890');
const STEP = 30_000;

describe('a code', () => {
  // 89005924 is of this instant.
  const at = 1_234_567_890_000;
  const code = '005924';
  const own = Math.floor(at / STEP);

  test('is accepted one step early or late, but not two', () => {
    const taken = (off: number) => matchingStep(secret, code, at + off * STEP);
    expect([-2, -1, 0, 1, 2].map(taken)).toEqual([null, own, own, own, null]);
  });
});

describe('a secret', () => {
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
