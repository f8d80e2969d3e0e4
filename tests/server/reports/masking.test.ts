import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { allSignals } from '#contract/data-catalogue.ts';
import { cellOf } from '#server/reports/drives.ts';
import { newReportPassword } from '#server/reports/generated-files.ts';
import { FIRST_MASKED_DAY, maskedCalendar } from '#server/reports/masked-calendar.ts';
import { maskedValues, newMask, noMask } from '#server/reports/masking.ts';
import type { VehicleSource } from '#server/vehicles/vehicle-source.ts';

const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
const ALTITUDE = 'Vehicle.CurrentLocation.Altitude';
const VIN = 'Vehicle.VehicleIdentification.VIN';
const REGISTERED = 'Vehicle.VehicleIdentification.DateVehicleFirstRegistered';

const newKey = () => generateKeyPairSync('ed25519').privateKey;
const key = newKey();

describe('the hidden area around a stop', () => {
  const MINUTE = 60_000;
  const [latitude, longitude] = [50.0004, 4.0004];
  /** Four drives north from one stop on the same route, a cell a minute. */
  const rows = Array.from({ length: 4 }, (_, drive) =>
    Array.from({ length: 45 }, (_, step) => ({
      at: (drive * 120 + step) * MINUTE,
      values: [30, null, latitude + step * 0.004, longitude],
    })),
  ).flat();
  const source = {
    async *stream() {
      yield rows;
    },
  } as unknown as VehicleSource;
  const vehicle = { vehicleId: 'v1', vin: 'VF1AAAAAAAA000001', name: 'Car', attributes: {} };
  const shownWith = async (installation: typeof key) => {
    const range = { from: 0, to: 1000 * MINUTE };
    const [piece] = await newMask('drives', installation).pieces(source, vehicle, [range]);
    const show = piece?.values([LATITUDE, LONGITUDE]);
    const steps = Array.from({ length: 1000 }, (_, step) => latitude + step * 0.0002);
    return steps.map((at) => show?.([at, longitude])[0] !== null).join();
  };

  test('is the same in every report of an installation', async () => {
    expect(await shownWith(key)).toBe(await shownWith(key));
  });

  test('depends on the installation’s key, not on public facts about the vehicle', async () => {
    const shown = new Set(await Promise.all(Array.from({ length: 24 }, newKey).map(shownWith)));
    expect(shown.size).toBeGreaterThan(1);
  });
});

describe('a masked report shows', () => {
  test.each([
    [33.986225, 33.99],
    [-33.984999, -33.98],
    [-0.001, 0],
    [179.999, 180],
  ])('%d degrees as %d', (value, coarse) => {
    const visible = new Set([cellOf({ latitude: value, longitude: value })]);
    const show = maskedValues([LATITUDE, LONGITUDE], String, visible);
    expect(show([value, value])).toEqual([coarse, coarse]);
  });

  test.each([
    [149.9, 100],
    [150, 200],
    [-40, 0],
  ])('an altitude of %d as %d, and only where a place is shown', (value, coarse) => {
    const names = [LATITUDE, LONGITUDE, ALTITUDE];
    expect(maskedValues(names, String, new Set(['100,200']))([1, 2, value])).toEqual([
      1,
      2,
      coarse,
    ]);
    expect(maskedValues(names, String, new Set())([1, 2, value])).toEqual([null, null, null]);
    // A row with only an altitude keeps the last position.
    const show = maskedValues(names, String, new Set(['100,200']));
    expect(show([1, 2, null])).toEqual([1, 2, null]);
    expect(show([null, null, value])).toEqual([null, null, coarse]);
    expect(show([5, null, value])).toEqual([null, null, null]);
  });

  test('counters from the first reading, and the year of dates', () => {
    const show = maskedValues(
      ['Vehicle.TraveledDistance', REGISTERED, 'Vehicle.Speed'],
      String,
      new Set(),
    );
    expect(show([null, '2019-04-05', 3])).toEqual([null, '2019', 3]);
    expect(show([700.3, null, null])).toEqual([0, null, null]);
    expect(show([701.4, 'unknown', 0])).toEqual([1.1, null, 0]);
  });

  test('one pseudonym per vehicle and report', () => {
    const mask = newMask('drives', key);
    const [one, other] = [mask.vin('VF1AAAA'), mask.vin('VF1BBBB')];
    expect(one).toMatch(/^P-[0-9a-f]{16}$/);
    expect(one).not.toBe(other);
    expect(mask.vin('VF1AAAA')).toBe(one);
    expect(mask.fixed([VIN])(['VF1AAAA'])).toEqual([one]);
    expect(newMask('drives', key).vin('VF1AAAA')).not.toBe(one);
  });

  test('all other signals unchanged, except those left out', () => {
    const known = allSignals().map(({ name }) => String(name));
    const isPlace = (name: string) => name.startsWith('Vehicle.CurrentLocation.');
    expect(known.filter((name) => newMask('drives', key).change(name) === 'place')).toEqual(
      known.filter(isPlace),
    );
    const left = [...newMask('drives', key).withheld];
    expect(left).toEqual([
      'Vehicle.VehicleIdentification.LicensePlate',
      'Vehicle.Service.DistanceToService',
      'Vehicle.Service.TimeToService',
    ]);
    expect([...newMask('dated', key).withheld]).toEqual(left);
    expect([...newMask('strict', key).withheld]).toEqual([...left, ...known.filter(isPlace)]);
    for (const name of left) expect(known).toContain(name);
  });
});

describe('a masked calendar', () => {
  const key = Buffer.alloc(32);
  const [night, hour] = [Date.parse('2026-03-03T00:00:00Z'), 3_600_000];
  const range = { from: night - 20 * hour, to: night + 30 * hour };

  test('is cut before drives and at midnights, but not within a drive', () => {
    const drives = [
      { from: night - 10 * hour, to: night - 9 * hour },
      { from: night - hour, to: night + hour },
    ];
    const pieces = maskedCalendar([range], drives, key, true).map((piece) => piece.range);
    expect(pieces.toSorted((a, b) => a.from - b.from)).toEqual([
      { from: range.from, to: night - 10 * hour },
      { from: night - 10 * hour, to: night - hour },
      { from: night - hour, to: night + 24 * hour },
      { from: night + 24 * hour, to: range.to },
    ]);
  });

  test('gives each piece separate days after the previous ones', () => {
    let last = FIRST_MASKED_DAY;
    for (const { range: piece, instant } of maskedCalendar([range], [], key, false)) {
      expect(instant(piece.from)).toBeGreaterThanOrEqual(last);
      last = instant(piece.to - 1);
    }
  });
});

test('a report without a mask is unchanged', async () => {
  expect(noMask.vin('VF1AAAA')).toBe('VF1AAAA');
  expect(noMask.change(VIN)).toBeNull();
  expect(noMask.fixed([VIN])(['VF1AAAA'])).toEqual(['VF1AAAA']);
  expect(noMask.withheld.size).toBe(0);
});

test('a password has four groups of five unambiguous characters', () => {
  const passwords = Array.from({ length: 300 }, newReportPassword);
  for (const one of passwords)
    expect(one).toMatch(/^([A-HJKMNP-TW-Z2-9]{5}-){3}[A-HJKMNP-TW-Z2-9]{5}$/);
  expect(new Set(passwords).size).toBe(300);
  // All 29 characters occur, which gives 97 bits.
  expect(new Set(passwords.join('').replaceAll('-', '')).size).toBe(29);
});
