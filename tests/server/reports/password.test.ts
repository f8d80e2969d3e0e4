import { expect, test } from 'vitest';
import { newReportPassword } from '#server/reports/password.ts';

test('passwords have 20 characters from 29 that look unlike each other, and differ', () => {
  const passwords = Array.from({ length: 1000 }, newReportPassword);
  for (const password of passwords) {
    expect(password).toMatch(/^[A-HJKMNP-TW-Z2-9]{5}(-[A-HJKMNP-TW-Z2-9]{5}){3}$/);
  }
  expect(new Set(passwords).size).toBe(1000);
  expect(Math.log2(29 ** 20)).toBeGreaterThan(80);
});
