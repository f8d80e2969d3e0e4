import { expect, test } from 'vitest';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { Coverages } from '#server/vehicles/series-counts.ts';

/** Coverage of one group from parts of days. */
function coverageOf(parts: readonly (readonly [rows: number, first: number, last: number])[]) {
  const coverages = new Coverages(1);
  for (const [rows, first, last] of parts) coverages.add(0, { rows, first, last });
  return coverages.all({ from: 0, to: 122 * DAY })[0];
}

/** Two sources; there is nothing between the third day and the tenth. */
const parts = [
  [2, 0, 5 * HOUR],
  [1, 3 * HOUR, 9 * HOUR],
  [4, DAY + HOUR, DAY + 2 * HOUR],
  [1, DAY, DAY],
  [3, 2 * DAY, 3 * DAY - 1],
  [1, 10 * DAY, 10 * DAY],
] as const;

test.each([
  ['in order', parts],
  ['in reverse order', parts.toReversed()],
  ['in random order', [3, 0, 5, 2, 4, 1].map((index) => parts[index] as (typeof parts)[number])],
])('coverage of days adds up: %s', (_, given) => {
  expect(coverageOf(given)).toEqual({
    rows: 12,
    first: 0,
    last: 10 * DAY,
    gaps: { count: 2, longest: 112 * DAY, beyond: DAY },
    days: { withData: 4, all: 122 },
    periods: [
      { first: 0, last: 3 * DAY - 1 },
      { first: 10 * DAY, last: 10 * DAY },
    ],
  });
});

test.each([
  ['three days in 122', [1, 60, 100], { count: 3, longest: 59 * DAY }],
  ['no day', [], { count: 1, longest: 122 * DAY }],
  ['each day', Array.from({ length: 122 }, (_, day) => day), { count: 0, longest: DAY }],
])('a gap is a pause of over a day, also at the edges: %s', (_, days, gaps) => {
  const coverage = coverageOf(days.map((day) => [1, day * DAY, day * DAY] as const));
  expect(coverage).toMatchObject({ gaps, days: { withData: days.length, all: 122 } });
});

test('each group has its own coverage, without times if it has no rows', () => {
  const coverages = new Coverages(2);
  coverages.add(1, { rows: 3, first: 5, last: 6 });
  coverages.add(0, { rows: 0, first: null, last: null });
  expect(coverages.all({ from: 0, to: DAY })).toMatchObject([
    { rows: 0, first: null, last: null, gaps: { count: 0, longest: DAY } },
    { rows: 3, first: 5, last: 6 },
  ]);
});
