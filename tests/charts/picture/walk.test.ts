import { describe, expect, test } from 'vitest';
import { type WalkKey, walk } from '#charts/picture/places.ts';
import type { MachineName } from '#charts/words/chart-words.ts';
import { catalogue } from '#machines/catalogue.ts';
import { catalogueChart } from '#testing/charts/catalogue-chart.ts';

const { layout } = await catalogueChart('application', 'en');
const keys: WalkKey[] = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home'];

test.each<[string, WalkKey, string | undefined]>([
  ['qualification.submitted', 'ArrowRight', 'qualification.submitted:review.start:0'],
  ['qualification.submitted:review.start:0', 'ArrowRight', 'qualification.underReview'],
  ['qualification.submitted:review.start:0', 'ArrowLeft', 'qualification.submitted'],
  ['qualification.submitted:review.start:0', 'ArrowDown', 'qualification.submitted:review.start:1'],
  ['qualification.submitted:review.start:1', 'ArrowUp', 'qualification.submitted:review.start:0'],
  ['qualification.submitted:review.start:0', 'ArrowUp', undefined],
  ['qualification.underReview', 'ArrowLeft', 'qualification.submitted:review.start:0'],
  ['qualification.submitted', 'ArrowLeft', 'qualification'],
  ['qualification.submitted', 'ArrowDown', 'qualification.underReview'],
  ['qualification.underReview', 'ArrowUp', 'qualification.submitted'],
  ['#application', 'ArrowUp', undefined],
  ['#application', 'ArrowLeft', undefined],
  ['#application', 'ArrowRight', 'qualification'],
  ['approved', 'ArrowRight', 'approved:sharing.suspend:0'],
  ['refused', 'ArrowRight', undefined],
  ['refused', 'Home', '#application'],
])('from %s %s leads to %s', (from, key, to) => {
  expect(walk(layout, from, key)).toBe(to);
});

test('what leaves a state goes on with what leaves those around it', () => {
  const own = layout.arrows.filter(({ source }) => source === 'qualification.submitted');
  expect(walk(layout, own.at(-1)?.id ?? '', 'ArrowDown')).toBe(
    'qualification:application.terminate:0',
  );
});

describe.each(Object.keys(catalogue) as MachineName[])('in %s', (machine) => {
  test('every state and every arrow can be walked to, and none leads out of the picture', async () => {
    const { layout } = await catalogueChart(machine, 'en');
    const places = new Set([...layout.states, ...layout.arrows].map(({ id }) => id));
    const reached = new Set([layout.states[0]?.id ?? '']);
    for (const from of reached)
      for (const key of keys) {
        const to = walk(layout, from, key);
        if (to !== undefined) reached.add(to);
      }
    expect([...reached].sort()).toEqual([...places].sort());
  });
});
