import { describe, expect, test } from 'vitest';
import {
  endedAt,
  linkedVehiclesOf,
  rangesWithin,
  representedUser,
} from '#server/vehicles/link-times.ts';
import type { Vehicle } from '#server/vehicles/vehicle-source.ts';

const range = { from: 100, to: 200 };

describe('the linked part of a range', () => {
  test.each([
    ['the whole range', [{ from: 0, until: null }], [[100, 200]]],
    ['its beginning until the link ends', [{ from: 0, until: 150 }], [[100, 150]]],
    ['its end after the link begins', [{ from: 150, until: null }], [[150, 200]]],
    [
      'every linked part',
      [
        { from: 0, until: 120 },
        { from: 180, until: 190 },
      ],
      [
        [100, 120],
        [180, 190],
      ],
    ],
    ['nothing if the link ended when the range begins', [{ from: 0, until: 100 }], []],
    ['nothing if the link begins when the range ends', [{ from: 200, until: null }], []],
    ['nothing without a link', [], []],
  ] as const)('is %s', (_, times, parts) => {
    expect(rangesWithin(range, times).map(({ from, to }) => [from, to])).toEqual(parts);
  });
});

describe('a vehicle was unlinked', () => {
  test.each([
    [
      'never, while a link lasts',
      [
        { from: 0, until: 50 },
        { from: 60, until: null },
      ],
      100,
      null,
    ],
    ['never, before the link ends', [{ from: 0, until: 101 }], 100, null],
    ['at the end of the link', [{ from: 0, until: 100 }], 100, 100],
    [
      'at the end of the last of several links',
      [
        { from: 0, until: 90 },
        { from: 10, until: 50 },
      ],
      100,
      90,
    ],
    ['never, if there was no link', [], 100, null],
  ] as const)('%s', (_, times, at, ended) => {
    expect(endedAt(times, at)).toBe(ended);
  });
});

describe('linked vehicles', () => {
  const vehicle = (vehicleId: string, name = vehicleId) =>
    ({ vehicleId, name, vin: `VIN-${vehicleId}` }) as Vehicle;
  const own = (from: number, until: number | null, id = 'a') => ({
    vehicle: vehicle(id),
    time: { from, until },
    user: null,
  });
  const timesOf = (...links: Parameters<typeof linkedVehiclesOf>[0]) =>
    linkedVehiclesOf(links).map(({ times }) => times.map(({ from, until }) => [from, until]));

  test('join times that touch or overlap', () => {
    expect(timesOf(own(10, 20), own(0, 10), own(15, 18))).toEqual([[[0, 20]]]);
    expect(timesOf(own(0, 10), own(5, null))).toEqual([[[0, null]]]);
    expect(timesOf(own(0, 10), own(11, 20))).toEqual([
      [
        [0, 10],
        [11, 20],
      ],
    ]);
  });

  test('leave out links that ended before they began', () => {
    expect(timesOf(own(10, 10), own(30, 20))).toEqual([]);
  });

  test.each([
    [5, null],
    [15, 'first@x.eu'],
    [25, 'second@x.eu'],
    [35, null],
    [45, null],
  ])('at %d, the account acts on behalf of %s', (at, represented) => {
    const acting = (email: string, from: number, until: number) => ({
      ...own(from, until),
      user: { email, times: [{ from: 0, until: null }] },
    });
    const [linked] = linkedVehiclesOf([
      acting('first@x.eu', 10, 20),
      acting('second@x.eu', 20, 40),
      own(30, 40),
    ]);
    expect(representedUser(linked?.links ?? [], at)).toBe(represented);
  });
});
