import { createHmac, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { allSignals, signalsOf } from '#contract/data-catalogue.ts';
import type { MaskingLevel } from '#contract/data-types.ts';
import type { TimeRange, Value, Vehicle, VehicleSource } from '#server/vehicles/vehicle-source.ts';
import { cellOf, findDrives, rounded } from './drives.ts';
import { maskedCalendar, type Piece } from './masked-calendar.ts';

type MaskValues = (values: readonly Value[]) => Value[];

interface ShownPiece extends Piece {
  values(names: readonly string[]): MaskValues;
}

export interface Mask {
  level: MaskingLevel | null;
  vin(vin: string): string;
  change(name: string): Change | null;
  withheld: ReadonlySet<string>;
  fixed(names: readonly string[]): MaskValues;
  /** Splits the time of a vehicle into pieces, in the order of the report. */
  pieces(
    source: VehicleSource,
    vehicle: Vehicle,
    ranges: readonly TimeRange[],
  ): Promise<readonly ShownPiece[]>;
}

const asIs = () => (values: readonly Value[]) => [...values];

export const hasTrueTime = ({ level }: Pick<Mask, 'level'>) => level === null || level === 'dated';

export const noMask: Mask = {
  level: null,
  vin: (vin) => vin,
  change: () => null,
  withheld: new Set(),
  fixed: asIs,
  pieces: async (_source, _vehicle, ranges) =>
    ranges.map((range) => ({ range, instant: (at) => at, values: asIs })),
};

const PLACES = 'hidden areas of masked reports';

/**
 * Creates the mask of one report. Its random key is discarded, so that reports cannot be joined by
 * pseudonym or time. Only the hidden areas around stops are the same in all reports on a vehicle.
 * @param installation private key of the installation
 */
export function newMask(level: MaskingLevel, installation: KeyObject): Mask {
  const key = randomBytes(32);
  const secret = installation.export({ format: 'der', type: 'pkcs8' });
  const placeKey = Buffer.from(hkdfSync('sha256', secret, '', PLACES, 32));
  const vin = (plain: string) =>
    `P-${createHmac('sha256', key).update(plain).digest('hex').slice(0, 16)}`;
  let last: { vehicleId: string; pieces: readonly ShownPiece[] } | null = null;
  return {
    level,
    vin,
    change: changeOf,
    withheld: withheldAt(level),
    fixed: (names) => maskedValues(names, vin, new Set()),
    async pieces(source, vehicle, ranges) {
      // Cached, because each file of a report on one vehicle asks again.
      if (last?.vehicleId === vehicle.vehicleId) return last.pieces;
      const { drives, places } = await findDrives(source, vehicle.vehicleId, ranges);
      const ofVehicle = createHmac('sha256', placeKey).update(vehicle.vehicleId);
      const visible = places.visible(ofVehicle.digest('hex'));
      const calendar =
        level === 'dated'
          ? ranges.map((range) => ({ range, instant: (at: number) => at }))
          : maskedCalendar(ranges, drives, key, level === 'drives');
      const pieces = calendar.map((piece) => ({
        ...piece,
        values: (names: readonly string[]) => maskedValues(names, vin, visible),
      }));
      last = { vehicleId: vehicle.vehicleId, pieces };
      return pieces;
    },
  };
}

/**
 * Ways to change a signal's values: to a pseudonym; to the year; to coarse positions, shown only at
 * common places away from stops; to the difference from the start of each drive.
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
  // A monotonic value would reveal the order of the drives and identify the vehicle.
  'Vehicle.TraveledDistance': 'fromZero',
  'Vehicle.TripMeterReading': 'fromZero',
  'Vehicle.Powertrain.TractionBattery.AccumulatedChargedEnergy': 'fromZero',
  'Vehicle.Powertrain.TractionBattery.AccumulatedConsumedEnergy': 'fromZero',
};

const changeOf = (name: string): Change | null => changes[name] ?? null;

/** Signals that identify the vehicle, its user or the date, however they are changed. */
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

/** Masks the values of one piece of time, oldest first. `visible`: cells that are shown. */
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

/** Returns the difference to the first value, without rounding errors of binary fractions. */
function sinceFirst(firsts: Map<string, number>, name: string, value: Value): Value {
  if (typeof value !== 'number') return null;
  const first = firsts.get(name) ?? value;
  firsts.set(name, first);
  return Math.round((value - first) * 1e6) / 1e6;
}
