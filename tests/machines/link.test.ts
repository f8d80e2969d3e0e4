import { expect, test } from 'vitest';
import { isLinkedAt } from '#machines/link.ts';

test('a link includes its first millisecond and excludes its end', () => {
  const times = [
    { from: 1000, until: 2000 },
    { from: 3000, until: null },
  ];
  const instants = [999, 1000, 1999, 2000, 2999, 3000, 8e15];
  expect(instants.map((at) => isLinkedAt(times, at))).toEqual([
    false,
    true,
    true,
    false,
    false,
    true,
    true,
  ]);
  expect(isLinkedAt([], 0)).toBe(false);
});
