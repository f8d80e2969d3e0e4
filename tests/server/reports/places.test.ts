import { expect, test } from 'vitest';
import {
  HIDDEN_AROUND_STOPS,
  MIN_DRIVES_OF_SHOWN_PLACE,
  metresBetween,
  VisitedPlaces,
} from '#server/reports/drives.ts';

/** Half the side of a cell, in degrees. */
const HALF = 0.025;
const between = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/** The point of a cell that is nearest to a place. */
function nearestIn(cell: string, { latitude, longitude }: { latitude: number; longitude: number }) {
  const [row = 0, column = 0] = cell.split(',').map((part) => Number(part) / 20);
  return {
    latitude: between(latitude, row - HALF, row + HALF),
    longitude: between(longitude, column - HALF, column + HALF),
  };
}

test.each([
  ['the equator', 0.0249, 9.9751],
  ['the middle of Europe', 50.0249, 19.9751],
  ['the far north', 68.0249, -0.0249],
])('at %s no point within the hidden distance of a stop is shown, for any shift', (...at) => {
  const [, latitude, longitude] = at;
  const stop = { latitude, longitude };
  const places = new VisitedPlaces();
  places.stop(stop);
  for (let drive = 0; drive < MIN_DRIVES_OF_SHOWN_PLACE; drive++)
    for (let row = -5; row <= 5; row++)
      for (let column = -10; column <= 10; column++)
        places.pass({ latitude: latitude + row / 20, longitude: longitude + column / 20 }, drive);
  for (let secret = 0; secret < 100; secret++) {
    const shown = [...places.visible(`secret ${secret}`)];
    expect(shown.length).toBeGreaterThan(100);
    const near = shown.filter(
      (cell) => metresBetween(stop, nearestIn(cell, stop)) <= HIDDEN_AROUND_STOPS,
    );
    expect(near, `secret ${secret}`).toEqual([]);
  }
});
