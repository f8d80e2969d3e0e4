import { expect, test } from 'vitest';
import { lanesOf } from '#charts/timeline/dotted-chart.tsx';

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
