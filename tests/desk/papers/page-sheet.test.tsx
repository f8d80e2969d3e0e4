import { expect, test } from 'vitest';
import { turnedBox } from '#desk/papers/page-sheet.tsx';

const box = { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 };

test('the frame of a field turns with its page', () => {
  expect(turnedBox(box, 0)).toEqual(box);
  expect(turnedBox(box, 90)).toEqual({ left: 0.6875, top: 0.125, width: 0.0625, height: 0.25 });
  expect(turnedBox(box, 180)).toEqual({ ...box, left: 0.625, top: 0.6875 });
  expect(turnedBox(box, 270)).toEqual({ left: 0.25, top: 0.625, width: 0.0625, height: 0.25 });
});
