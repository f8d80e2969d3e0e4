import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextBytes } from '#lib/encrypted-xlsx/text-bytes.ts';

const bytes = new TextBytes();

test('numbers other than −0 are written as JavaScript writes them', () => {
  const short = fc
    .tuple(fc.integer(), fc.integer({ min: 0, max: 12 }))
    .map(([scaled, places]) => scaled / 10 ** places);
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  const limits = [0, -0, 0.1 + 0.2, 2 ** 31 - 1, -(2 ** 31), 2 ** 53, 1e-6, 1e-7, 1e21, 5e-324];
  fc.assert(
    fc.property(fc.oneof(short, finite), (value) => {
      bytes.number(value);
      expect(bytes.take().toString()).toBe(Object.is(value, -0) ? '-0' : String(value));
    }),
    { numRuns: 2000, examples: limits.map((value) => [value]) },
  );
});

test('text longer than the buffer is complete, including earlier text', () => {
  const long = 'zażółć 中文 '.repeat(100_000);
  bytes.ascii('<');
  bytes.utf8(long);
  bytes.digits(7, 3);
  expect(bytes.take().toString()).toBe(`<${long}007`);
  expect(bytes.length).toBe(0);
});
