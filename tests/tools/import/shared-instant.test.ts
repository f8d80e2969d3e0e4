import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedInstant } from '#tools/import/import-drive.ts';

interface Row {
  at: number;
  values: (number | null)[];
}

async function* batches(rows: readonly Row[]) {
  for (let start = 0; start < rows.length; start += 3) yield rows.slice(start, start + 3);
}

const row = fc.record({
  at: fc.integer({ min: 0, max: 12 }),
  values: fc.tuple(fc.option(fc.integer()), fc.option(fc.integer())),
});
const series = fc
  .array(row, { maxLength: 10 })
  .map((rows) => rows.toSorted((a, b) => a.at - b.at) as Row[]);

test('returns the first instant at which both series have a value of one signal', () =>
  fc.assert(
    fc.asyncProperty(series, series, async (one, other) => {
      const pairs = one.flatMap((a) => other.map((b) => [a, b] as const));
      const shared = pairs
        .filter(([a, b]) => a.at === b.at)
        .filter(([a, b]) =>
          a.values.some((value, index) => value !== null && b.values[index] !== null),
        )
        .map(([{ at }]) => at);
      const first = shared.length === 0 ? null : Math.min(...shared);
      expect(await sharedInstant(batches(one), batches(other))).toBe(first);
    }),
    { numRuns: 500 },
  ));
