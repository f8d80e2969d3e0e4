import { describe, expect, test } from 'vitest';
import { signals } from '#contract/data-catalogue.ts';
import { newMask, noMask } from '#server/reports/masking.ts';
import { newReportPassword } from '#server/reports/password.ts';

const DAY = 86_400_000;
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
const ALTITUDE = 'Vehicle.CurrentLocation.Altitude';
const VIN = 'Vehicle.VehicleIdentification.VIN';

const shown = (name: string, value: number | string | null) => newMask().values[name]?.(value);

describe('a masked report shows', () => {
  test.each([
    [LATITUDE, 33.986225, 33.99],
    [LATITUDE, -33.984999, -33.98],
    [LATITUDE, -0.001, 0],
    [LONGITUDE, -6.725523, -6.73],
    [LONGITUDE, 179.999, 180],
    [ALTITUDE, 149.9, 100],
    [ALTITUDE, 150, 200],
    [ALTITUDE, -40, 0],
  ])('of %s %d no more than %d', (name, value, coarse) => {
    expect(shown(name, value)).toBe(coarse);
  });

  test('nothing where there is nothing', () => {
    for (const name of [LATITUDE, LONGITUDE, ALTITUDE, VIN]) expect(shown(name, null)).toBeNull();
  });

  test('one pseudonym a vehicle, the same wherever it stands, and none that says which it is', () => {
    const mask = newMask();
    const [one, other] = [mask.vin('VF1AAAA'), mask.vin('VF1BBBB')];
    expect(one).toMatch(/^P-[0-9a-f]{16}$/);
    expect(one).not.toBe(other);
    expect(mask.vin('VF1AAAA')).toBe(one);
    expect(mask.values[VIN]?.('VF1AAAA')).toBe(one);
    expect(newMask().vin('VF1AAAA')).not.toBe(one);
  });

  test('times that are whole days earlier: from a month to thirteen, the same in one report', () => {
    const days = Array.from({ length: 2000 }, () => {
      const mask = newMask();
      const shift = 1_700_000_000_123 - mask.instant(1_700_000_000_123);
      expect(5000 - mask.instant(5000)).toBe(shift);
      return shift / DAY;
    });
    expect(days.every(Number.isInteger)).toBe(true);
    expect(Math.min(...days)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...days)).toBeLessThanOrEqual(394);
    // One that were nearly always the same would be no secret.
    expect(new Set(days).size).toBeGreaterThan(300);
  });

  test('every other signal as it is, but the number plate, which is left out', () => {
    const { values, withheld } = newMask();
    expect(Object.keys(values).toSorted()).toEqual([ALTITUDE, LATITUDE, LONGITUDE, VIN]);
    expect([...withheld]).toEqual(['Vehicle.VehicleIdentification.LicensePlate']);
    const known = signals.map(({ name }) => String(name));
    for (const name of [...Object.keys(values), ...withheld]) expect(known).toContain(name);
  });
});

test('a report without a mask shows everything as it is', () => {
  expect(noMask.vin('VF1AAAA')).toBe('VF1AAAA');
  expect(noMask.instant(1234)).toBe(1234);
  expect(noMask.values).toEqual({});
  expect(noMask.withheld.size).toBe(0);
});

test('a password is read aloud without a doubt: four groups of five, of no look-alikes', () => {
  const passwords = Array.from({ length: 300 }, newReportPassword);
  for (const one of passwords)
    expect(one).toMatch(/^([A-HJKMNP-TW-Z2-9]{5}-){3}[A-HJKMNP-TW-Z2-9]{5}$/);
  expect(new Set(passwords).size).toBe(300);
  // Each of the 29 comes up: 97 bits are of all of them.
  expect(new Set(passwords.join('').replaceAll('-', '')).size).toBe(29);
});
