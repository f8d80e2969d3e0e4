import { allSignals, signalsOf } from '#contract/data-catalogue.ts';
import type { MaskingLevel } from '#contract/data-types.ts';
import type { Value } from '#server/vehicles/vehicle-source.ts';
import { cellOf, rounded } from './places.ts';

/**
 * Changes of a signal's values: a pseudonym; the year alone; shown only at common places away from
 * stops, and coarsely; counted from the beginning of each drive.
 */
export type Change = 'pseudonym' | 'year' | 'place' | 'fromZero';

const VIN = 'Vehicle.VehicleIdentification.VIN';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
const ALTITUDE = 'Vehicle.CurrentLocation.Altitude';

const positions: readonly string[] = signalsOf('location')
  .map(({ name }) => name)
  .filter((name) => name.startsWith('Vehicle.CurrentLocation.'));

const changes: Readonly<Record<string, Change>> = {
  [VIN]: 'pseudonym',
  'Vehicle.VehicleIdentification.ProductionDate': 'year',
  'Vehicle.VehicleIdentification.DateVehicleFirstRegistered': 'year',
  ...Object.fromEntries(positions.map((name) => [name, 'place' as const])),
  // A reading that only grows would put the drives in order and tell the vehicle.
  'Vehicle.TraveledDistance': 'fromZero',
  'Vehicle.TripMeterReading': 'fromZero',
  'Vehicle.Powertrain.TractionBattery.AccumulatedChargedEnergy': 'fromZero',
  'Vehicle.Powertrain.TractionBattery.AccumulatedConsumedEnergy': 'fromZero',
};

export const changeOf = (name: string): Change | null => changes[name] ?? null;

/** Signals that no change would keep from telling the vehicle, its user or the date. */
const identifying = [
  'Vehicle.VehicleIdentification.LicensePlate',
  'Vehicle.Service.DistanceToService',
  'Vehicle.Service.TimeToService',
];

export function withheldAt(level: MaskingLevel): ReadonlySet<string> {
  const byMaker = allSignals().filter(({ isWithheldMasked }) => isWithheldMasked);
  const always = [...identifying, ...byMaker.map(({ name }) => name)];
  return new Set(level === 'strict' ? [...always, ...positions] : always);
}

/**
 * Shows the values of one piece of time, oldest first.
 * @param visible cells in which positions are shown
 */
export function maskedValues(
  names: readonly string[],
  vin: (plain: string) => string,
  visible: ReadonlySet<string>,
): (values: readonly Value[]) => Value[] {
  const firsts = new Map<string, number>();
  const place = { latitude: Number.NaN, longitude: Number.NaN };
  const [latitude, longitude] = [names.indexOf(LATITUDE), names.indexOf(LONGITUDE)];
  const plans = names.map(changeOf);
  const shown = (value: Value, index: number, isVisible: boolean): Value => {
    const name = names[index] as string;
    switch (plans[index]) {
      case 'pseudonym':
        return typeof value === 'string' ? vin(value) : null;
      case 'year':
        return /^\d{4}/.exec(String(value))?.[0] ?? null;
      case 'place':
        return isVisible ? coarse(name, value) : null;
      case 'fromZero':
        return sinceFirst(firsts, name, value);
      default:
        return value;
    }
  };
  return (values) => {
    place.latitude = numberOr(values[latitude], place.latitude);
    place.longitude = numberOr(values[longitude], place.longitude);
    const isVisible = visible.has(cellOf(place));
    return values.map((value, index) => (value === null ? null : shown(value, index, isVisible)));
  };
}

const numberOr = (value: Value | undefined, otherwise: number) =>
  typeof value === 'number' ? value : otherwise;

function coarse(name: string, value: Value): Value {
  if (typeof value !== 'number') return null;
  if (name === LATITUDE || name === LONGITUDE) return rounded(value);
  return name === ALTITUDE ? Math.round(value / 100) * 100 + 0 : value;
}

/** The reading above the first one, without the rests of binary fractions. */
function sinceFirst(firsts: Map<string, number>, name: string, value: Value): Value {
  if (typeof value !== 'number') return null;
  const first = firsts.get(name) ?? value;
  firsts.set(name, first);
  return Math.round((value - first) * 1e6) / 1e6;
}
