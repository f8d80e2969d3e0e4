import { expect, test } from 'vitest';
import {
  HIDDEN_METRES_AROUND_STOPS,
  MIN_DRIVES_OF_SHOWN_PLACE,
  metresBetween,
  VisitedPlaces,
} from '#server/reports/drives.ts';

test.each([
  ['the equator', 0.0249, 9.9751],
  ['the middle of Europe', 50.0249, 19.9751],
  ['the far north', 68.0249, -0.0249],
])('at %s no place within the hidden distance of a stop is shown, for any secret', (...at) => {
  const [, latitude, longitude] = at;
  const stop = { latitude, longitude };
  const away = (north: number, east: number) => ({
    latitude: latitude + north,
    longitude: longitude + east,
  });
  const steps = Array.from({ length: 41 }, (_, nth) => (nth - 20) / 80);
  const passed = steps.flatMap((north) => steps.map((east) => away(north, east * 2)));
  for (let secret = 0; secret < 20; secret++) {
    const places = new VisitedPlaces(`secret ${secret}`);
    places.stop(stop);
    for (let drive = 0; drive < MIN_DRIVES_OF_SHOWN_PLACE; drive++)
      for (const place of passed) places.pass(place, drive);
    const shown = passed.flatMap((place) => {
      const masked = places.masked(place);
      return masked ? [{ place, masked }] : [];
    });
    expect(shown.length).toBeGreaterThan(400);
    for (const { place, masked } of shown) {
      expect(metresBetween(stop, place)).toBeGreaterThan(HIDDEN_METRES_AROUND_STOPS);
      expect(metresBetween(stop, masked)).toBeGreaterThan(HIDDEN_METRES_AROUND_STOPS);
      expect(metresBetween(place, masked)).toBeLessThan(7000);
    }
  }
});

test.each([
  [89.999, 179.999],
  [-89.999, -179.999],
])('a place at %d, %d is shown within the range of degrees', (latitude, longitude) => {
  for (let secret = 0; secret < 20; secret++) {
    const places = new VisitedPlaces(`secret ${secret}`);
    for (let drive = 0; drive < MIN_DRIVES_OF_SHOWN_PLACE; drive++)
      places.pass({ latitude, longitude }, drive);
    const shown = places.masked({ latitude, longitude });
    expect(Math.abs(shown?.latitude ?? 999)).toBeLessThanOrEqual(90);
    expect(Math.abs(shown?.longitude ?? 999)).toBeLessThanOrEqual(180);
    expect((shown?.latitude ?? 0) * 20).toBeCloseTo(Math.round((shown?.latitude ?? 0) * 20), 6);
  }
});
