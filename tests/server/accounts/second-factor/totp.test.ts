import { describe, expect, test } from 'vitest';
import { matchingStep } from '#server/accounts/second-factor/one-time-codes.ts';

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
