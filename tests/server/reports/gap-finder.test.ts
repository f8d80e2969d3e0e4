import { expect, test } from 'vitest';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { GapFinder } from '#server/reports/data-sheet.ts';

const first = { from: 0, to: 10 * DAY };
const second = { from: 20 * DAY, to: 22 * DAY };

test.each([
  ['nothing', [], [0, 1, 1, 10 * DAY], [0, 1, 1, 2 * DAY]],
  ['a value at each edge', [0, 10 * DAY - 1], [2, 1, 1, 10 * DAY - 1], [0, 1, 1, 2 * DAY]],
  ['two hours of a day', [DAY, DAY + 2 * HOUR], [1, 3, 1, 9 * DAY - 2 * HOUR], [0, 1, 1, 2 * DAY]],
  ['only the second part', [21 * DAY], [0, 1, 1, 10 * DAY], [1, 2, 0, DAY]],
])('gaps include the edges of each part: %s', (_, instants, ...expected) => {
  const finder = new GapFinder('trips', [first, second]);
  for (const at of instants) finder.add(at);
  const found = finder
    .finish()
    .map(({ daysWithData, overHour, overDay, longest }) => [
      daysWithData,
      overHour,
      overDay,
      longest,
    ]);
  expect(found).toEqual(expected);
});
