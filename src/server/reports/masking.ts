import { createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Value } from '#server/vehicles/vehicle-source.ts';

const DAY = 24 * 60 * 60 * 1000;
const VIN = 'Vehicle.VehicleIdentification.VIN';

/** Masking of everything in a report that could identify a person. */
export interface Mask {
  /** The instant to show for one; both in ms since the epoch. */
  instant(at: number): number;
  /** Replacement for a vehicle identification number. */
  vin(vin: string): string;
  /** Changes of values, by signal; other signals stay as they are. */
  values: Readonly<Record<string, (value: Value) => Value>>;
  /** Signals that are left out. */
  withheld: ReadonlySet<string>;
}

export const noMask: Mask = {
  instant: (at) => at,
  vin: (vin) => vin,
  values: {},
  withheld: new Set(),
};

/**
 * A mask of its own for every report, so that two reports cannot be joined by pseudonym or time.
 * The VIN becomes a pseudonym under a key that is thrown away; positions keep 2 decimals (about
 * 1 km) and altitudes whole hundreds of metres; instants move into the past by one number of days,
 * 30 to 394, which keeps intervals and the time of day; the number plate is left out.
 */
export function newMask(): Mask {
  const key = randomBytes(32);
  const shift = randomInt(30, 395) * DAY;
  const vin = (plain: string) =>
    `P-${createHmac('sha256', key).update(plain).digest('hex').slice(0, 16)}`;
  return {
    instant: (at) => at - shift,
    vin,
    values: {
      [VIN]: (value) => (typeof value === 'string' ? vin(value) : null),
      'Vehicle.CurrentLocation.Latitude': rounded(0.01),
      'Vehicle.CurrentLocation.Longitude': rounded(0.01),
      'Vehicle.CurrentLocation.Altitude': rounded(100),
    },
    withheld: new Set(['Vehicle.VehicleIdentification.LicensePlate']),
  };
}

function rounded(step: number) {
  const perUnit = 1 / step;
  return (value: Value): Value =>
    typeof value === 'number' ? Math.round(value * perUnit) / perUnit + 0 : value;
}
