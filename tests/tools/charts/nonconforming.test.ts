import { expect, test } from 'vitest';
import type { Area, Point } from '#lib/statechart/drawing/chart-layout.ts';
import { nonconformingLines, obstacles } from '#lib/statechart/drawing/nonconforming.ts';
import { catalogueChart } from '#tools/charts/chart.ts';

const { layout } = await catalogueChart('application', 'en');
const inner = layout.states.filter(({ type }) => type === 'atomic' || type === 'final');

function crosses(from: Point, to: Point, { x, y, width, height }: Area): boolean {
  return (
    Math.min(from.x, to.x) < x + width &&
    Math.max(from.x, to.x) > x &&
    Math.min(from.y, to.y) < y + height &&
    Math.max(from.y, to.y) > y
  );
}

test('a line between any two states runs beside every label and box, and its text beside it', () => {
  for (const { id: from } of inner)
    for (const { id: to } of inner) {
      const [line] = nonconformingLines(layout, [{ from, to, text: 'Review started × 1' }]);
      expect([from, to, line]).not.toContain(undefined);
      const { points = [], label } = line ?? {};
      for (const [index, point] of points.slice(1).entries())
        for (const area of obstacles(layout))
          expect([from, to, area, crosses(points[index] as Point, point, area)]).toContain(false);
      for (const area of obstacles(layout))
        expect([
          from,
          to,
          label && crosses(label, { x: label.x + label.width, y: label.y + 16 }, area),
        ]).toContain(false);
    }
});

test('the texts of several lines lie beside one another', () => {
  const edges = inner.map(({ id }) => ({
    from: 'approved',
    to: id,
    text: 'Application refused × 12',
  }));
  const labels = nonconformingLines(layout, edges).map(({ label }) => label);
  expect(labels).toHaveLength(edges.length);
  for (const [index, one] of labels.entries())
    for (const other of labels.slice(index + 1))
      expect(crosses(one, { x: one.x + one.width, y: one.y + one.height }, other)).toBe(false);
});

test('what is no state of the picture is left out', () => {
  expect(nonconformingLines(layout, [{ from: 'approved', to: 'elsewhere', text: '' }])).toEqual([]);
});
