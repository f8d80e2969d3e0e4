import { createHmac, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { allSignals, type Signal, signalsOf } from '#contract/data-catalogue.ts';
import type { MaskingLevel } from '#contract/data-types.ts';
import { DAY, MINUTE } from '#lib/words/durations.ts';
import type { TimeRange, Value, Vehicle, VehicleSource } from '#server/vehicles/vehicle-source.ts';
import { findDrives, type Place } from './drives.ts';
import { MASKED_INTERVAL, maskedCalendar, type Piece, startOfDay } from './masked-calendar.ts';

type MaskValues = (values: readonly Value[]) => Value[];

interface ShownPiece extends Omit<Piece, 'begin'> {
  values(names: readonly string[]): MaskValues;
}

export interface Mask {
  level: MaskingLevel | null;
  vin(vin: string): string;
  change(name: string): Change | null;
  withheld: ReadonlySet<string>;
  /** Shortest interval between two shown values of a signal, in ms. */
  interval(name: string): number;
  fixed(names: readonly string[]): MaskValues;
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
  interval: () => 0,
  fixed: asIs,
  pieces: async () => [],
};

/** Longer than the interval of other values: the time of a change of cell is a precise position. */
const PLACE_INTERVAL = 5 * MINUTE;
const PLACES = 'hidden areas of masked reports';

/**
 * Creates the mask of one report. Its random key is discarded, so two reports cannot be linked by their
 * pseudonyms. The hidden areas around stops and the rounding are the same in all reports on a vehicle.
 * @param installation private key of the installation
 * @param key of the report, given only by tests that need the same figures in every run
 */
export function newMask(
  level: MaskingLevel,
  installation: KeyObject,
  key: Buffer = randomBytes(32),
): Mask {
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
    interval: (name) => (changeOf(name)?.kind === 'place' ? PLACE_INTERVAL : MASKED_INTERVAL),
    fixed: (names) =>
      maskedValues(
        names,
        vin,
        () => null,
        () => 0,
      ),
    async pieces(source, vehicle, ranges) {
      // Cached, because each file of a report on one vehicle calls this again.
      if (last?.vehicleId === vehicle.vehicleId) return last.pieces;
      const ofVehicle = createHmac('sha256', placeKey).update(vehicle.vehicleId).digest('hex');
      const { drives, places } = await findDrives(source, vehicle.vehicleId, ranges, ofVehicle);
      const maskedPlace = (place: Place) => places.masked(place);
      const recorded = await recordedRanges(source, vehicle.vehicleId, ranges);
      const pieces = maskedCalendar(recorded, drives, key, level).map((piece) => {
        // The same in every report; otherwise the mean of many reports would reveal the values.
        const dither = (name: string) => {
          const text = `dither ${vehicle.vehicleId} ${piece.begin} ${name}`;
          return createHmac('sha256', placeKey).update(text).digest().readUInt32BE(0) / 2 ** 32;
        };
        const values = (names: readonly string[]) => maskedValues(names, vin, maskedPlace, dither);
        return { ...piece, values };
      });
      last = { vehicleId: vehicle.vehicleId, pieces };
      return pieces;
    },
  };
}

/**
 * Limits ranges to the time with data, plus a day at both ends, because a calendar of many years
 * would take seconds for each vehicle of a fleet.
 */
async function recordedRanges(
  source: VehicleSource,
  vehicleId: string,
  ranges: readonly TimeRange[],
): Promise<TimeRange[]> {
  const recorded: TimeRange[] = [];
  for (const range of ranges) {
    const span = await source.span(vehicleId, range);
    const { first, last } = span ?? { first: range.from, last: range.to };
    if (first === null || last === null) continue;
    const from = Math.max(range.from, startOfDay(first) - DAY);
    recorded.push({ from, to: Math.min(range.to, startOfDay(last) + 2 * DAY) });
  }
  return recorded;
}

/**
 * How a signal's values are changed. `year`: only the year is shown. `place`: coarse positions,
 * only at common places away from stops. `steps`: rounded to a multiple of `step`. `fromStart`: the
 * difference from the start of the piece, rounded in the same way.
 */
export type Change =
  | { kind: 'pseudonym' | 'year' | 'place' }
  | { kind: 'steps' | 'fromStart'; step: number };

const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';

const identification = (name: string) => `Vehicle.VehicleIdentification.${name}`;
const battery = (name: string) => `Vehicle.Powertrain.TractionBattery.${name}`;

/** Steps of rounding, in the signal's unit. */
const steps: Readonly<Record<string, number>> = {
  'Vehicle.Speed': 10,
  'Vehicle.AverageSpeed': 10,
  'Vehicle.Powertrain.Transmission.CurrentGear': 1,
  'Vehicle.Powertrain.ElectricMotor.Torque': 50,
  'Vehicle.Chassis.Accelerator.PedalPosition': 20,
  'Vehicle.Chassis.Brake.PedalPosition': 20,
  [battery('CurrentCurrent')]: 20,
  [battery('CurrentPower')]: 5000,
  [battery('Charging.ChargeCurrent.DC')]: 20,
};

/**
 * Steps of values that continue from drive to drive or follow the seasons, and would reveal the order
 * of the drives.
 */
const stepsFromStart: Readonly<Record<string, number>> = {
  'Vehicle.TraveledDistance': 1000,
  'Vehicle.TraveledDistanceSinceStart': 1000,
  'Vehicle.TripMeterReading': 1000,
  [battery('Range')]: 10_000,
  [battery('StateOfCharge.Displayed')]: 5,
  [battery('StateOfCharge.Current')]: 5,
  [battery('StateOfCharge.CurrentEnergy')]: 1,
  [battery('AccumulatedChargedEnergy')]: 1,
  [battery('AccumulatedConsumedEnergy')]: 1,
  'Vehicle.Exterior.AirTemperature': 20,
  'Vehicle.Cabin.HVAC.AmbientAirTemperature': 20,
  'Vehicle.Powertrain.ElectricMotor.Temperature': 20,
  [battery('DCDC.Temperature')]: 20,
  [battery('Temperature.Average')]: 20,
  [battery('Temperature.Min')]: 20,
  [battery('Temperature.Max')]: 20,
};

function changeOf(name: string): Change | null {
  if (name === identification('VIN')) return { kind: 'pseudonym' };
  if (name === LATITUDE || name === LONGITUDE) return { kind: 'place' };
  if (/\.(ProductionDate|DateVehicleFirstRegistered)$/.test(name)) return { kind: 'year' };
  const step = steps[name];
  if (step !== undefined) return { kind: 'steps', step };
  const fromStart = stepsFromStart[name];
  return fromStart === undefined ? null : { kind: 'fromStart', step: fromStart };
}

/** Signals that identify the vehicle, or the order of the drives, even with masked values. */
const identifying = [identification('LicensePlate'), 'Vehicle.Service.IsServiceDue'];
/** Signals of a maker from which the course of a drive can be computed. */
const COURSE =
  /Location|Latitude|Longitude|Altitude|Destination|Orientation|Heading|Steering|AngularVelocity|Yaw|Acceleration|Wheel|Tire/;

/** Returns the signals to hide: numbers without a step, and makers' own unless declared `shown`. */
export function withheldAt(level: MaskingLevel): ReadonlySet<string> {
  const attributes = new Set(signalsOf('identity'));
  const isShown = (signal: Signal) => {
    const { name, value, isWithheldMasked } = signal;
    if (isWithheldMasked !== undefined) return !isWithheldMasked && !COURSE.test(name);
    if (identifying.includes(name)) return false;
    const change = changeOf(name);
    if (change) return change.kind !== 'place' || level !== 'strict';
    return attributes.has(signal) || value === 'boolean' || value === 'text';
  };
  const withheld = allSignals().filter((signal) => !isShown(signal));
  return new Set(withheld.map(({ name }) => name));
}

/**
 * Masks the values of one time slice, oldest first.
 * @param maskedPlace returns the place that is shown for a place, or null
 * @param dither secret rounding offset of the slice, as a fraction of a step. The same value may be
 *   rounded differently in two slices; over many slices the rounding is unbiased.
 */
export function maskedValues(
  names: readonly string[],
  vin: (plain: string) => string,
  maskedPlace: (place: Place) => Place | null,
  dither: (name: string) => number,
): MaskValues {
  const firsts = new Map<string, number>();
  const place = { latitude: Number.NaN, longitude: Number.NaN };
  const [latitude, longitude] = [names.indexOf(LATITUDE), names.indexOf(LONGITUDE)];
  const hasPlace = latitude >= 0 && longitude >= 0;
  const changes = names.map(changeOf);
  const dithers = names.map(dither);
  const stepped = (value: number, step: number, index: number) =>
    Math.floor(value / step + (dithers[index] ?? 0)) * step + 0;
  const shown = (value: Value, index: number, place: Place | null): Value => {
    const change = changes[index];
    if (!change) return value;
    if (change.kind === 'pseudonym') return typeof value === 'string' ? vin(value) : null;
    if (change.kind === 'year') return /^\d{4}/.exec(String(value))?.[0] ?? null;
    if (typeof value !== 'number') return null;
    if (!('step' in change)) return place?.[index === latitude ? 'latitude' : 'longitude'] ?? null;
    if (change.kind === 'steps') return stepped(value, change.step, index);
    const name = names[index] as string;
    const first = firsts.get(name) ?? value;
    firsts.set(name, first);
    return stepped(value - first, change.step, index);
  };
  return (values) => {
    place.latitude = numberOr(values[latitude], place.latitude);
    place.longitude = numberOr(values[longitude], place.longitude);
    const shownPlace = hasPlace ? maskedPlace(place) : null;
    return values.map((value, index) => (value === null ? null : shown(value, index, shownPlace)));
  };
}

const numberOr = (value: Value | undefined, otherwise: number) =>
  typeof value === 'number' ? value : otherwise;
