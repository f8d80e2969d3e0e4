import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addSignals, allSignals } from '#contract/data-catalogue.ts';
import type { Place } from '#server/reports/drives.ts';
import { FIRST_MASKED_DAY, maskedCalendar } from '#server/reports/masked-calendar.ts';
import { maskedValues, newMask, noMask, withheldAt } from '#server/reports/masking.ts';
import { newReportPassword } from '#server/reports/run-in-worker.ts';
import type { VehicleSource } from '#server/vehicles/vehicle-source.ts';

const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
const ODOMETER = 'Vehicle.TraveledDistance';
const SPEED = 'Vehicle.Speed';
const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed';
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
      values: [30, null, latitude + step * 0.01, longitude],
    })),
  ).flat();
  const source = {
    span: async () => null,
    async *stream() {
      yield rows;
    },
  } as unknown as VehicleSource;
  const vehicle = { vehicleId: 'v1', vin: 'VF1AAAAAAAA000001', name: 'Car', attributes: {} };
  const shownWith = async (installation: typeof key) => {
    const range = { from: 0, to: 1000 * MINUTE };
    const [piece] = await newMask('drives', installation).pieces(source, vehicle, [range]);
    const show = piece?.values([LATITUDE, LONGITUDE]);
    const steps = Array.from({ length: 1000 }, (_, step) => latitude + step * 0.0005);
    return steps.map((at) => show?.([at, longitude])[0] !== null).join();
  };

  test('is the same in every report of an installation', async () => {
    expect(await shownWith(key)).toBe(await shownWith(key));
  });

  test('is not narrowed by the mean of many reports: values are rounded equally in each', async () => {
    const range = { from: 0, to: 1000 * MINUTE };
    const rounded = new Set<unknown>();
    for (let nth = 0; nth < 8; nth++) {
      const pieces = await newMask('dated', key).pieces(source, vehicle, [range]);
      rounded.add(pieces.map((piece) => piece.values([SPEED])([35])[0]).join());
    }
    expect(rounded.size).toBe(1);
  });

  test('depends on the installation’s key, not on public facts about the vehicle', async () => {
    const shown = new Set(await Promise.all(Array.from({ length: 24 }, newKey).map(shownWith)));
    expect(shown.size).toBeGreaterThan(1);
  });
});

describe('a masked report shows', () => {
  const maskedBy = (
    names: readonly string[],
    place: (place: Place) => Place | null = () => null,
    dither = 0.5,
  ) => maskedValues(names, String, place, () => dither);

  test('positions only in squares that are visible', () => {
    const isVisible = ({ latitude }: Place) => latitude < 2;
    const show = maskedBy([LONGITUDE, LATITUDE], (place) =>
      isVisible(place) ? { latitude: 1.05, longitude: 2.05 } : null,
    );
    expect(show([2, 1])).toEqual([2.05, 1.05]);
    // A row without a longitude keeps the last one.
    expect(show([null, 1.01])).toEqual([null, 1.05]);
    expect(show([null, 5])).toEqual([null, null]);
    expect(maskedBy([LATITUDE], () => ({ latitude: 1, longitude: 2 }))([1])).toEqual([null]);
  });

  test('steps of numbers, counters from the first reading, and the year of dates', () => {
    const show = maskedBy([ODOMETER, REGISTERED, SPEED, CHARGE]);
    expect(show([null, '2019-04-05', 3, 71])).toEqual([null, '2019', 0, 0]);
    expect(show([700.3, null, 5, 69])).toEqual([0, null, 10, 0]);
    expect(show([1200.3, 'unknown', 14, 68])).toEqual([1000, null, 10, -5]);
    expect(show([1199, null, 15, null])).toEqual([0, null, 20, null]);
  });

  test.each([0, 0.3, 0.99])('the mean of speeds, with a dither of %d in this report', (dither) => {
    const show = maskedBy([SPEED], undefined, dither);
    const speeds = Array.from({ length: 1000 }, (_, nth) => nth / 10);
    const sum = (values: readonly unknown[]) => values.reduce<number>((a, b) => a + Number(b), 0);
    const shown = sum(speeds.map((speed) => show([speed])[0])) / 1000;
    expect(shown - sum(speeds) / 1000).toBeCloseTo(10 * dither - 5, 1);
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

  test('a number only in steps, and nothing that shows course, height or order', () => {
    const withheld = withheldAt('drives');
    expect(allSignals().filter(({ name }) => withheld.has(name))).toMatchObject(
      [
        'VehicleIdentification.LicensePlate',
        'LowVoltageBattery.CurrentVoltage',
        'LowVoltageBattery.CurrentCurrent',
        'Exterior.Humidity',
        'Exterior.AirPressure',
        'CurrentOverallWeight',
        'Powertrain.TractionBattery.StateOfHealth',
        'Powertrain.TractionBattery.CurrentVoltage',
        'Powertrain.TractionBattery.Charging.ChargeLimit',
        'Powertrain.TractionBattery.Charging.ChargeRate',
        'Powertrain.TractionBattery.Charging.ChargeVoltage.DC',
        'Powertrain.TractionBattery.Charging.TimeToComplete',
        'TripDuration',
        'CurrentLocation.Altitude',
        'CurrentLocation.Heading',
        'CurrentLocation.HorizontalAccuracy',
        'Diagnostics.DTCCount',
        'Service.IsServiceDue',
        'Service.DistanceToService',
        'Service.TimeToService',
        'Powertrain.ElectricMotor.Speed',
        'Chassis.SteeringWheel.Angle',
        'Driver.FatigueLevel',
      ].map((name) => ({ name: `Vehicle.${name}` })),
    );
    expect(withheldAt('dated')).toEqual(withheld);
    expect(withheldAt('strict')).toEqual(new Set([...withheld, LATITUDE, LONGITUDE]));
  });

  test.each([
    ['Vehicle.Maker.SeatMassage', undefined, true],
    ['Vehicle.Maker.SeatMassage', true, true],
    ['Vehicle.Maker.SeatMassage', false, false],
    ['Vehicle.AngularVelocity.Yaw', false, true],
    ['Vehicle.Acceleration.Lateral', false, true],
    ['Vehicle.Chassis.Axle.Row1.Wheel.Left.Speed', false, true],
    ['Vehicle.Cabin.Infotainment.Navigation.DestinationSet.Latitude', false, true],
    ['Vehicle.Maker.LastLongitude', false, true],
    ['Vehicle.Maker.Altitude', false, true],
    ['Vehicle.Maker.Destination', false, true],
    ['Vehicle.Maker.Orientation', false, true],
    ['Vehicle.Chassis.Axle.Row1.Wheel.Left.Tire.Pressure', false, true],
  ] as const)(
    '%s only if declared harmless (isWithheldMasked: %s)',
    (name, isWithheldMasked, isWithheld) => {
      const signal = { name, unit: '', value: 'number', personal: false, origin: 'raw' } as const;
      const more = isWithheldMasked === undefined ? {} : { isWithheldMasked };
      onTestFinished(addSignals('status', [{ ...signal, ...more }]));
      expect(withheldAt('drives').has(name)).toBe(isWithheld);
    },
  );
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
    const pieces = maskedCalendar([range], drives, key, 'drives').map((piece) => piece.range);
    const cuts = [
      { from: range.from, to: night - 10 * hour },
      { from: night - 10 * hour, to: night - hour },
      { from: night - hour, to: night + 24 * hour },
      { from: night + 24 * hour, to: range.to },
    ];
    const sorted = pieces.toSorted((a, b) => a.from - b.from);
    expect(sorted).toHaveLength(cuts.length);
    for (const [nth, cut] of cuts.entries()) {
      const { from = 0, to = 0 } = sorted[nth] ?? {};
      // The first and last 1 to 5 minutes of a piece are left out.
      for (const edge of [from - cut.from, cut.to - to]) {
        expect(edge).toBeGreaterThanOrEqual(60_000);
        expect(edge).toBeLessThanOrEqual(300_000);
      }
    }
  });

  test('has true times, to 10 seconds and in order, at the level dated', () => {
    const pieces = maskedCalendar([range], [{ from: night, to: night }], key, 'dated');
    expect(pieces).toHaveLength(3);
    for (const { range: piece, instant } of pieces) {
      expect(Math.abs(instant(piece.from) - piece.from)).toBeLessThanOrEqual(10_000);
      expect(instant(piece.from) % 10_000).toBe(0);
    }
  });

  test('gives each piece separate days after the previous ones', () => {
    let last = FIRST_MASKED_DAY;
    for (const { range: piece, instant } of maskedCalendar([range], [], key, 'strict')) {
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

test('a password has four groups of seven unambiguous characters', () => {
  const passwords = Array.from({ length: 300 }, newReportPassword);
  for (const one of passwords)
    expect(one).toMatch(/^([A-HJKMNP-TW-Z2-9]{7}-){3}[A-HJKMNP-TW-Z2-9]{7}$/);
  expect(new Set(passwords).size).toBe(300);
  // All 29 characters occur, which gives 136 bits.
  expect(new Set(passwords.join('').replaceAll('-', '')).size).toBe(29);
});
