import { describe, expect, test } from 'vitest';
import { placeOf } from '#charts/picture/places.ts';
import { fitting, opening, scrollTo, within } from '#charts/picture/use-view.ts';
import { catalogueChart } from '#testing/charts/catalogue-chart.ts';

const room = { width: 1300, height: 700 };

describe('a picture opens', () => {
  test('whole, where that can be read', () => {
    expect(opening(room, { width: 1368, height: 500 })).toBeCloseTo(0.95, 2);
  });
  test('as it is drawn, where there is more room than it needs', () => {
    expect(opening(room, { width: 600, height: 250 })).toBe(1);
  });
  test('readable, where the whole of it could not be read', () => {
    const picture = { width: 3500, height: 760 };
    expect(opening(room, picture)).toBe(0.9);
    expect(fitting(room, picture)).toBeCloseTo(0.37, 2);
  });
});

test('a zoom stays between its ends', () => {
  expect([within(0.01), within(1.3), within(9)]).toEqual([0.2, 1.3, 4]);
});

test.each([
  ['well in sight', 100, 500, 200, 50, 100],
  ['at its edge', 100, 500, 540, 50, 315],
  ['at its very beginning', 0, 500, 20, 50, 0],
  ['left of it', 400, 500, 100, 50, 0],
  ['right of it', 0, 500, 1000, 100, 800],
  ['wider than the room', 0, 500, 100, 900, 300],
])('what is %s', (_, scrolled, width, begin, length, to) => {
  expect(scrollTo(scrolled, width, begin, length)).toBe(to);
});

describe('the place a picture shows', async () => {
  const { layout } = await catalogueChart('application', 'en');
  const box = (id: string) => layout.states.find((state) => state.id === id);
  test('is the state the address names', () => {
    expect(placeOf(layout, 'approved')).toEqual(box('approved'));
  });
  test('is the words of the transition it names', () => {
    const { id, label } = layout.arrows.find(({ target }) => target === 'approved') ?? {};
    expect(placeOf(layout, id ?? null)).toEqual(label);
  });
  test.each([null, 'nowhere'])('is where the normal course begins when it names %s', (id) => {
    expect(placeOf(layout, id)).toEqual(box('qualification.submitted'));
  });
});
