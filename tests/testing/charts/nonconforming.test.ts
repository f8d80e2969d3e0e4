import { expect, test } from 'vitest';
import type { Area, Point } from '#lib/statechart/drawing/chart-layout.ts';
import { nonconformingLines } from '#lib/statechart/drawing/nonconforming.ts';
import { catalogueChart } from '#testing/charts/catalogue-chart.ts';

const { layout } = await catalogueChart('application', 'en');
const inner = layout.states.filter(({ type }) => type === 'atomic' || type === 'final');
const text = 'Application refused × 12';

function isOnBorder({ x, y }: Point, box: Area): boolean {
  const isNear = (a: number, b: number) => Math.abs(a - b) < 0.01;
  const isBeside = isNear(x, box.x) || isNear(x, box.x + box.width);
  const isAboveOrBelow = isNear(y, box.y) || isNear(y, box.y + box.height);
  return isBeside || isAboveOrBelow;
}

test('a line runs from border to border of any two states, with its label in the picture', () => {
  for (const from of inner)
    for (const to of inner) {
      const [line] = nonconformingLines(layout, [{ from: from.id, to: to.id, text }]);
      const { points = [], label } = line ?? {};
      const [first, last] = [points[0], points.at(-1)] as [Point, Point];
      expect([from.id, isOnBorder(first, from)]).toEqual([from.id, true]);
      expect([to.id, isOnBorder(last, to)]).toEqual([to.id, true]);
      expect(label?.x).toBeGreaterThanOrEqual(0);
      expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThanOrEqual(layout.width);
      expect(label?.y).toBeGreaterThanOrEqual(0);
    }
});

test('labels of several lines do not overlap', () => {
  const edges = inner.map(({ id }) => ({ from: 'approved', to: id, text }));
  const labels = nonconformingLines(layout, edges).map(({ label }) => label);
  expect(labels).toHaveLength(edges.length);
  for (const [index, one] of labels.entries())
    for (const other of labels.slice(index + 1)) {
      const isApart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y;
      expect([one, other, isApart]).toEqual([one, other, true]);
    }
});

test('a line with an unknown state is left out', () => {
  expect(nonconformingLines(layout, [{ from: 'approved', to: 'elsewhere', text: '' }])).toEqual([]);
});
