import { describe, expect, test } from 'vitest';
import { placeOf, type WalkKey, walk } from '#charts/picture/places.ts';
import { clampedZoom, fittingZoom, initialZoom, scrollPosition } from '#charts/picture/use-view.ts';
import type { MachineName } from '#charts/words/chart-words.ts';
import { catalogue } from '#machines/catalogue.ts';
import { catalogueChart } from '#testing/charts/catalogue-chart.ts';

/** A window of usual size. */
const room = { width: 1300, height: 700 };

test.each([
  ['as a whole if it is then readable', 1368, 500, 0.95],
  ['in its natural size if there is room for more', 600, 250, 1],
  ['in a readable size if it would be too small as a whole', 3500, 760, 0.88],
])('a picture is initially shown %s', (_, width, height, zoom) => {
  expect(initialZoom(room, { width, height })).toBeCloseTo(zoom, 2);
});

test('the zoom stays within its limits', () => {
  expect(fittingZoom(room, { width: 3500, height: 760 })).toBeCloseTo(0.37, 2);
  expect([clampedZoom(0.01), clampedZoom(1.3), clampedZoom(9)]).toEqual([0.2, 1.3, 4]);
});

test.each([
  ['well inside the view', 100, 500, 200, 50, 100],
  ['at the edge of the view', 100, 500, 540, 50, 315],
  ['at the beginning of the picture', 0, 500, 20, 50, 0],
  ['left of the view', 400, 500, 100, 50, 0],
  ['right of the view', 0, 500, 1000, 100, 800],
  ['wider than the view', 0, 500, 100, 900, 300],
])('the view scrolls to an area that is %s', (_, scrolled, width, begin, length, to) => {
  expect(scrollPosition(scrolled, width, begin, length)).toBe(to);
});

const { layout } = await catalogueChart('application', 'en');
const box = (id: string) => layout.states.find((state) => state.id === id);
const arrow = layout.arrows.find(({ target }) => target === 'approved');

test.each([
  ['the state in the URL', 'approved', box('approved')],
  ['the label of the transition in the URL', arrow?.id ?? '', arrow?.label],
  ['the start of the normal course without one', null, box('qualification.submitted')],
  ['the start of the normal course for another', 'nowhere', box('qualification.submitted')],
])('the visible area contains %s', (_, id, area) => {
  expect(placeOf(layout, id)).toEqual(area);
});

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
  ['qualification', 'ArrowUp', undefined],
  ['qualification', 'ArrowLeft', undefined],
  ['qualification', 'ArrowRight', 'qualification:application.terminate:0'],
  ['approved', 'ArrowRight', 'approved:sharing.suspend:0'],
  ['refused', 'ArrowRight', undefined],
  ['refused', 'Home', 'qualification'],
])('from %s, the key %s leads to %s', (from, key, to) => {
  expect(walk(layout, from, key)).toBe(to);
});

test('after the last transition of a state, ArrowDown leads to a transition of its parent state', () => {
  const own = layout.arrows.filter(({ source }) => source === 'qualification.submitted');
  expect(walk(layout, own.at(-1)?.id ?? '', 'ArrowDown')).toBe(
    'qualification:application.terminate:0',
  );
});

describe.each(Object.keys(catalogue) as MachineName[])('in %s', (machine) => {
  test('every state and arrow can be reached by arrow keys, which never leave the picture', async () => {
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
