import { describe, expect, test } from 'vitest';
import { paintOf, shapeOf } from '#portal/vehicles/car-shapes.ts';

test.each([
  ['Minivan', 'van'],
  ['Pickup', 'van'],
  ['Sedan', 'saloon'],
  ['roadster', 'saloon'],
  ['SUV', 'hatchback'],
])('a %s is drawn as a %s', (bodyType, like) => {
  expect(shapeOf(bodyType)).toBe(shapeOf(like));
});

test('three shapes there are, and a hatchback where nobody says', () => {
  expect(new Set(['van', 'saloon', 'hatchback'].map(shapeOf)).size).toBe(3);
  expect(shapeOf(null)).toBe(shapeOf('hatchback'));
});

describe('paint', () => {
  test.each([
    ['Glacier blue', 'blue'],
    ['Silver grey', 'silver'],
    ['Dark Gray', 'grey'],
    ['burgundy red', 'burgundy'],
  ])('%s is %s', (colour, like) => {
    expect(paintOf(colour)).toBe(paintOf(like));
    expect(paintOf(colour)).toMatch(/^#[0-9a-f]{6}$/);
  });

  test.each([
    ['#12aB9f', '#12aB9f'],
    ['#12a', null],
    ['url(#evil)', null],
    ['Nebula 7', null],
    [null, null],
  ])('of %s is %s', (colour, paint) => expect(paintOf(colour)).toBe(paint));
});
