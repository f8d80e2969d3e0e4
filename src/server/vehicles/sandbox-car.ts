import { HOUR, MINUTE } from '#lib/words/durations.ts';
import type { Config } from '#server/platform/config/config.ts';
import { insertMissing } from '#server/platform/database/rows.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import type { Worker } from '#server/platform/jobs/worker.ts';
import { type NewSample, storeSamples } from './live-samples.ts';
import { IS_CHARGING, IS_MOVING, SPEED } from './live-source.ts';
import type { SeriesColumn } from './series-format.ts';
import type { SeriesRow } from './series-writer.ts';
import type { Value } from './vehicle-source.ts';

export const ROW_INTERVAL_MS = 10_000;
export const TRIP = 40 * MINUTE;

export const measured: readonly SeriesColumn[] = [
  { name: 'Vehicle.Speed', value: 'number' },
  { name: 'Vehicle.TraveledDistance', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.Temperature.Average', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.CurrentVoltage', value: 'number' },
  { name: 'Vehicle.CurrentLocation.Latitude', value: 'number' },
  { name: 'Vehicle.CurrentLocation.Longitude', value: 'number' },
  { name: 'Vehicle.Exterior.AirTemperature', value: 'number' },
  { name: 'Vehicle.IsMoving', value: 'boolean' },
  { name: 'Vehicle.Powertrain.TractionBattery.AccumulatedConsumedEnergy', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.Charging.IsCharging', value: 'boolean' },
  { name: 'Vehicle.Powertrain.TractionBattery.Range', value: 'integer' },
  { name: 'Vehicle.Powertrain.Transmission.CurrentGear', value: 'integer' },
];

export const DRIVE_METRES = 38_000;
export const DRIVE_KWH = 5.9;
const CHARGE_STEPS = 12;
const METRES_PER_PERCENT = 3200;
export const rangeAt = (charge: number) => Math.round(charge * METRES_PER_PERCENT);

const chargeAt = (number: number, share: number) => rounded(86 - share * 14 - (number % 3) * 4, 1);

/**
 * Returns an invented drive and the charging after it.
 * @param number of drives before it, which the meters include; it also varies the values
 * @param odometer in m before all drives
 */
export function drive(
  [lat, lon]: readonly [number, number],
  start: number,
  number: number,
  odometer = 12_000_000,
): SeriesRow[] {
  const steps = TRIP / ROW_INTERVAL_MS;
  const driven = Array.from({ length: steps }, (_, step) => {
    const share = step / steps;
    const speed = Math.max(0, 55 + 35 * Math.sin(step / 7 + number) - (step % 30 < 3 ? 60 : 0));
    const away = Math.sin(share * Math.PI) * 0.09;
    return {
      at: start + step * ROW_INTERVAL_MS,
      values: [
        rounded(speed, 1),
        odometer + number * DRIVE_METRES + Math.round(share * DRIVE_METRES),
        chargeAt(number, share),
        rounded(18 + share * 9, 1),
        rounded(398 - share * 12, 1),
        rounded(lat + away, 6),
        rounded(lon + away * 1.4 + Math.sin(share * 2 * Math.PI) * (0.03 + (number % 3) / 100), 6),
        rounded(8 + 6 * Math.sin(number), 1),
        speed > 0,
        rounded(2000 + (number + share) * DRIVE_KWH, 2),
        false,
        rangeAt(chargeAt(number, share)),
        speed > 0 ? 1 : 0,
      ],
    };
  });
  const [low, high] = [chargeAt(number, 1), chargeAt(number + 1, 0)];
  const charged = Array.from({ length: CHARGE_STEPS + 1 }, (_, step): SeriesRow => {
    const charge = rounded(low + ((high - low) * step) / CHARGE_STEPS, 1);
    const unknown = [null, null, null, null, null];
    return {
      at: start + 11 * HOUR + step * 10 * MINUTE,
      values: [0, null, charge, ...unknown, false, null, step < CHARGE_STEPS, rangeAt(charge), 0],
    };
  });
  return [...driven, ...charged];
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

export const SANDBOX_ID = 'sandbox';
/** Not a valid VIN, so that no real vehicle has it. */
export const SANDBOX_VIN = 'SANDBOX0000000001';
export const SANDBOX_NAME = 'Sandbox car';
const SANDBOX = { id: SANDBOX_ID, lat: 50.85, lon: 4.35, odometer: 13_000_000 };

/**
 * Interval of samples in ms. Their times are multiples of it, so that several processes produce the
 * same samples, which are stored once.
 */
const TICK = 5000;
const SLOW_TICK = 6 * TICK;
const PARKED = 5 * MINUTE;
const CHARGING = 15 * MINUTE;
const CYCLE = TRIP + PARKED + CHARGING;
const EPOCH = Date.UTC(2026, 10, 1);

export interface SimulatedCar {
  id: string;
  lat: number;
  lon: number;
  /** Metres driven before the simulation. */
  odometer: number;
}

export const hasSandboxCar = ({ SANDBOX_CAR, MODE }: Pick<Config, 'SANDBOX_CAR' | 'MODE'>) =>
  (SANDBOX_CAR ?? (MODE === 'demonstration' ? 'yes' : 'no')) === 'yes';

export function startSimulation(services: Services, onError: OnError): Worker {
  const { config, simulatedCars = [] } = services;
  const cars: SimulatedCar[] = [...simulatedCars];
  if (hasSandboxCar(config)) cars.push(SANDBOX);
  if (cars.length === 0) return { stop: async () => {} };
  let isAdded = !hasSandboxCar(config);
  const tick = async () => {
    if (!isAdded) await addSandboxCar(services);
    isAdded = true;
    await simulate(services, cars);
  };
  let running = tick().catch(onError);
  const timer = setInterval(() => {
    running = running.then(tick).catch(onError);
  }, TICK);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

export async function simulate(services: Services, cars: readonly SimulatedCar[]): Promise<void> {
  const { store, now } = services;
  const at = now() - (now() % TICK);
  const ids = cars.map(({ id }) => id);
  // Skips vehicles of the demonstration that an operator has erased.
  const known = await store.db
    .selectFrom('vehicle')
    .select('id')
    .where(store.inList('id', ids))
    .execute();
  const present = cars.filter(({ id }) => known.some((row) => row.id === id));
  const samples = present.flatMap((car) => samplesAt(car, at));
  await storeSamples(services, samples);
}

async function addSandboxCar({ store }: Services): Promise<void> {
  const attributes = { 'Vehicle.VehicleIdentification.Model': SANDBOX_NAME };
  const car = {
    id: SANDBOX_ID,
    vin: SANDBOX_VIN,
    name: SANDBOX_NAME,
    attributes_json: JSON.stringify(attributes),
  };
  await store.transact((trx) => insertMissing(trx, 'vehicle', car));
}

const ODOMETER = 'Vehicle.TraveledDistance';
const RANGE = 'Vehicle.Powertrain.TractionBattery.Range';
const GEAR = 'Vehicle.Powertrain.Transmission.CurrentGear';
const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed';
const ENERGY = 'Vehicle.Powertrain.TractionBattery.AccumulatedConsumedEnergy';
const fast = [SPEED, 'Vehicle.CurrentLocation.Latitude', 'Vehicle.CurrentLocation.Longitude'];

export const drivesBefore = (at: number): number => Math.floor((at - EPOCH) / CYCLE);

export function samplesAt(car: SimulatedCar, at: number): NewSample[] {
  const cycle = drivesBefore(at);
  const time = at - EPOCH - cycle * CYCLE;
  const isSlow = at % SLOW_TICK === 0;
  const values = time < TRIP ? drivingValues(car, cycle, time) : standingValues(car, time - TRIP);
  return Object.entries(values)
    .filter(
      ([signal, value]) => value !== null && (isSlow || (time < TRIP && fast.includes(signal))),
    )
    .map(([signal, value]) => ({
      vehicleId: car.id,
      signal,
      value: value as NewSample['value'],
      capturedAt: at,
    }));
}

export const sandboxIntervals: ReadonlyMap<string, number> = new Map(
  measured.map(({ name }) => [name, fast.includes(name) ? TICK : SLOW_TICK]),
);

const drives = new Map<string, Value[][]>();

function driveOf({ id, lat, lon }: SimulatedCar): Value[][] {
  const known = drives.get(id);
  if (known) return known;
  const rows = drive([lat, lon], 0, 0, 0).filter(({ at }) => at < TRIP);
  const values = rows.map((row) => [...row.values]);
  drives.set(id, values);
  return values;
}

function drivingValues(car: SimulatedCar, cycle: number, time: number): Record<string, Value> {
  const rows = driveOf(car);
  const place = (time / TRIP) * rows.length;
  const [row, next] = [Math.floor(place), Math.min(Math.floor(place) + 1, rows.length - 1)];
  const values = measured.map(({ name, value: type }, index): [string, Value] => {
    const [before, after] = [rows[row]?.[index] ?? null, rows[next]?.[index] ?? null];
    if (typeof before !== 'number' || typeof after !== 'number') return [name, before];
    const value = before + (after - before) * (place - row);
    return [name, Number(value.toFixed(type === 'integer' || name === ODOMETER ? 0 : 6))];
  });
  const driving = Object.fromEntries(values);
  return {
    ...driving,
    [ODOMETER]: car.odometer + cycle * DRIVE_METRES + Number(driving[ODOMETER]),
    [ENERGY]: Number((Number(driving[ENERGY]) + cycle * DRIVE_KWH).toFixed(2)),
  };
}

function standingValues(car: SimulatedCar, time: number): Record<string, Value> {
  const rows = driveOf(car);
  const charge = measured.findIndex(({ name }) => name === CHARGE);
  const [full, low] = [Number(rows[0]?.[charge]), Number(rows.at(-1)?.[charge])];
  const share = Math.max(0, time - PARKED) / CHARGING;
  const level = Number((low + (full - low) * share).toFixed(1));
  const isCharging = time >= PARKED;
  const standing = { [SPEED]: 0, [IS_MOVING]: false, [GEAR]: 0 };
  return { ...standing, [IS_CHARGING]: isCharging, [CHARGE]: level, [RANGE]: rangeAt(level) };
}
