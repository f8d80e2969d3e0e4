import { expect, test } from 'vitest';
import { Coverages } from '#server/vehicles/coverages.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What there is of one group, in parts of days. */
function coverageOf(parts: readonly (readonly [rows: number, first: number, last: number])[]) {
  const coverages = new Coverages(1);
  for (const [rows, first, last] of parts) coverages.add(0, { rows, first, last });
  return coverages.all()[0];
}

/** Of two places; between the third day and the tenth there is nothing. */
const parts = [
  [2, 0, 5 * HOUR],
  [1, 3 * HOUR, 9 * HOUR],
  [4, DAY + HOUR, DAY + 2 * HOUR],
  [1, DAY, DAY],
  [3, 2 * DAY, 3 * DAY - 1],
  [1, 10 * DAY, 10 * DAY],
] as const;

test.each([
  ['as they come', parts],
  ['the other way round', parts.toReversed()],
  ['in no order', [3, 0, 5, 2, 4, 1].map((index) => parts[index] as (typeof parts)[number])],
])('parts of days add up, %s', (_, given) => {
  expect(coverageOf(given)).toEqual({
    rows: 12,
    first: 0,
    last: 10 * DAY,
    gaps: { count: 1, longest: 7 * DAY + 1, beyond: 44 * HOUR },
  });
});

test('a silence is a gap once it is longer than a day, and than twice the usual one', () => {
  const gapsOf = (...firsts: number[]) =>
    coverageOf(firsts.map((at) => [1, at, at] as const))?.gaps?.count;
  expect(gapsOf(0, DAY)).toBe(0);
  expect(gapsOf(0, DAY + 1)).toBe(0);
  // Usually there is a row a day.
  expect(gapsOf(0, DAY, 2 * DAY, 3 * DAY, 5 * DAY)).toBe(0);
  expect(gapsOf(0, DAY, 2 * DAY, 3 * DAY, 5 * DAY + 1)).toBe(1);
});

test('each group has its own; of what there is nothing there is no time', () => {
  const coverages = new Coverages(2);
  coverages.add(1, { rows: 3, first: 5, last: 6 });
  coverages.add(0, { rows: 0, first: null, last: null });
  expect(coverages.all()).toMatchObject([
    { rows: 0, first: null, last: null },
    { rows: 3, first: 5, last: 6 },
  ]);
});
