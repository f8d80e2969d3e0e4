import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextBytes } from '#lib/encrypted-xlsx/text-bytes.ts';

const bytes = new TextBytes();

function written(value: number): string {
  bytes.number(value);
  return bytes.take().toString();
}

test.each([
  [0, '0'],
  [-0, '-0'],
  [0.1, '0.1'],
  [-0.07, '-0.07'],
  [0.1 + 0.2, '0.30000000000000004'],
  [33.986225, '33.986225'],
  [2 ** 31 - 1, '2147483647'],
  [-(2 ** 31), '-2147483648'],
  [2 ** 53, '9007199254740992'],
  [1e-6, '0.000001'],
  [1e-7, '1e-7'],
  [1e21, '1e+21'],
  [5e-324, '5e-324'],
])('the number %d is written as %s', (value, text) => {
  expect(written(value)).toBe(text);
});

test('numbers other than −0 are written as JavaScript writes them', () => {
  const short = fc
    .tuple(fc.integer(), fc.integer({ min: 0, max: 12 }))
    .map(([scaled, places]) => scaled / 10 ** places);
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.oneof(short, finite), (value) => {
      expect(written(value)).toBe(Object.is(value, -0) ? '-0' : String(value));
    }),
    { numRuns: 2000 },
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
