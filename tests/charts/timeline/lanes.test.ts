import { expect, test } from 'vitest';
import { lanesOf, placeOf } from '#charts/timeline/dotted-chart.tsx';

const HOUR = 3_600_000;
const cases = (count: number, ...instants: number[]) =>
  Array.from({ length: count }, () => ({
    number: null,
    steps: instants.map((at) => ({ at })),
  })) as unknown as Parameters<typeof lanesOf>[0];

test.each([
  [1, 18, 54],
  [13, 18, 270],
  [20, 12, 276],
  [34, 240 / 34, 276],
  [35, 7, 281],
  [500, 7, 3536],
])('with %d applications, each lane is %d high and the picture %d', (count, step, height) => {
  const lanes = lanesOf(cases(count, 0, HOUR));
  expect(lanes).toMatchObject({ step, width: 960, top: 28 });
  expect(lanes.height).toBeCloseTo(height, 6);
});

test('the picture spans the first to the last step with a margin, and labels five instants', () => {
  const lanes = lanesOf([...cases(1, 8 * HOUR, 4 * HOUR), ...cases(1, 20 * HOUR)]);
  expect([lanes.first, lanes.last]).toEqual([4 * HOUR, 20 * HOUR]);
  expect(lanes.ticks).toEqual([4, 8, 12, 16, 20].map((hour) => hour * HOUR));
  expect([4, 12, 20].map((hour) => placeOf(lanes, hour * HOUR))).toEqual([8, 480, 952]);
  expect(placeOf(lanes, 4 * HOUR + HOUR / 7)).toBe(16.4);
});

test('steps of a single instant span an hour', () => {
  const lanes = lanesOf(cases(2, HOUR));
  expect([lanes.first, lanes.last]).toEqual([HOUR, 2 * HOUR]);
});
