import { expect, test } from 'vitest';
import { pageScale, pictureSize } from '#desk/papers/paper-pages.ts';

/** Chromium leaves a canvas of more pixels empty; Safari one of 16.7 million. */
const MOST_PIXELS = 16_777_216;

test.each([
  [
    { width: 3000, height: 4000 },
    { width: 3000, height: 4000 },
  ],
  [
    { width: 20_000, height: 20_000 },
    { width: 4096, height: 4096 },
  ],
  [
    { width: 30_000, height: 3 },
    { width: 4096, height: 1 },
  ],
])('a picture of %o is drawn as %o', (size, drawn) => {
  expect(pictureSize(size)).toEqual(drawn);
  expect(drawn.width * drawn.height).toBeLessThanOrEqual(MOST_PIXELS);
});

test.each([
  [{ width: 595, height: 842 }, 1400],
  [{ width: 14_400, height: 14_400 }, 1400],
  [{ width: 3, height: 14_400 }, 2],
])('a page of %o points is drawn %d pixels wide, and never too large', (size, width) => {
  const scale = pageScale(size);
  expect(Math.round(size.width * scale)).toBe(width);
  expect(size.width * scale * (size.height * scale)).toBeLessThanOrEqual(MOST_PIXELS);
});
