import { expect, test } from 'vitest';
import { TimeWithData } from '#server/reports/time-with-data.ts';

test('of a single day each hour has its minutes with data, and its name', () => {
  const time = new TimeWithData();
  for (const reading of ['09:00:10', '09:00:50', '09:59:59', '10:00:00'])
    time.add(Date.parse(`2026-11-20T${reading}Z`));
  const hours = time.stretches();
  expect(hours).toHaveLength(24);
  expect(hours.slice(8, 12)).toEqual([
    { name: '2026-11-20 08:00', minutes: 0 },
    { name: '2026-11-20 09:00', minutes: 2 },
    { name: '2026-11-20 10:00', minutes: 1 },
    { name: '2026-11-20 11:00', minutes: 0 },
  ]);
});
