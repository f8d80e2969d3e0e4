import { signalNamed } from '#contract/data-catalogue.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { type Activity, tileSignals } from '#contract/live/grants.ts';
import { DAY, MINUTE } from '#lib/words/durations.ts';
import type { Services } from '#server/platform/database/services.ts';
import { vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import type { Measurement } from '#server/vehicles/vehicle-source.ts';
import type { LiveAccess } from './granted-signals.ts';

const CURVE_INTERVAL = 5 * MINUTE;
/** A vehicle that drove or charged counts as parked after this time without values. */
const MAX_SILENCE = 10 * MINUTE;
const MIN_MOVING_SPEED = 1;

const [CHARGE, , ODOMETER, SPEED] = tileSignals;
const CHARGING = 'Vehicle.Powertrain.TractionBattery.Charging.IsCharging';
const signals = [...tileSignals, CHARGING];
const columnOf = (signal: string) => signals.indexOf(signal);

type Day = DataOf<typeof endpoints.liveDay>;

export async function readDay(
  services: Services,
  { sourceVehicleId, from, until }: LiveAccess,
): Promise<Day> {
  const source = vehicleSource(services, sourceVehicleId);
  const at = services.now();
  const to = Math.min(until, at + 1);
  const last = (await source.span(sourceVehicleId, { from, to }))?.last ?? at;
  const begin = Math.max(from, Math.min(last, at) - DAY);
  const latest = new Map<string, { value: number; capturedAt: number }>();
  const activities = new Activities();
  const charge: [number, number][] = [];
  let lastContactAt: number | null = null;
  for await (const batch of source.stream(sourceVehicleId, signals, { from: begin, to }))
    for (const measured of batch) {
      lastContactAt = measured.at;
      for (const signal of tileSignals) {
        const value = measured.values[columnOf(signal)];
        if (typeof value === 'number') latest.set(signal, { value, capturedAt: measured.at });
      }
      if (measured.at < at - DAY) continue;
      activities.add(measured);
      const percent = measured.values[columnOf(CHARGE)];
      if (typeof percent === 'number') addPoint(charge, measured.at, percent);
    }
  const notes = await source.notes(sourceVehicleId, { from, to });
  return {
    at,
    lastContactAt,
    tiles: tileSignals.map((signal) => {
      const { value = null, capturedAt = null } = latest.get(signal) ?? {};
      const isMissing = notes.some(({ name, kind }) => name === signal && kind === 'notEquipped');
      const reason = value !== null ? null : isMissing ? 'notEquipped' : 'notReceived';
      return { signal, value, unit: signalNamed(signal)?.unit ?? '', capturedAt, reason };
    }),
    charge,
    activities: activities.until(at),
  };
}

function addPoint(charge: [number, number][], at: number, percent: number): void {
  const before = charge.at(-1);
  if (before && Math.floor(before[0] / CURVE_INTERVAL) === Math.floor(at / CURVE_INTERVAL))
    charge[charge.length - 1] = [at, percent];
  else charge.push([at, percent]);
}

/** Divides the time since the first measurement into driving, charging and parked. */
class Activities {
  readonly #all: Day['activities'] = [];
  #lastAt = 0;
  #odometer: number | null = null;
  #isCharging = false;
  #isMoving = false;

  add({ at, values }: Measurement): void {
    const charging = values[columnOf(CHARGING)];
    const speed = values[columnOf(SPEED)];
    const odometer = values[columnOf(ODOMETER)];
    const isSilent = at - this.#lastAt > MAX_SILENCE;
    if (this.#all.length > 0 && isSilent) this.#change('parked', this.#lastAt);
    if (typeof charging === 'boolean') this.#isCharging = charging;
    else if (isSilent) this.#isCharging = false;
    if (typeof speed === 'number') this.#isMoving = speed >= MIN_MOVING_SPEED;
    else if (isSilent) this.#isMoving = false;
    this.#change(this.#isMoving ? 'driving' : this.#isCharging ? 'charging' : 'parked', at);
    const current = this.#all.at(-1);
    if (typeof odometer === 'number') {
      if (current?.kind === 'driving' && this.#odometer !== null && odometer > this.#odometer)
        current.metres = (current.metres ?? 0) + odometer - this.#odometer;
      this.#odometer = odometer;
    }
    this.#lastAt = at;
  }

  until(at: number): Day['activities'] {
    if (this.#all.length > 0 && at - this.#lastAt > MAX_SILENCE)
      this.#change('parked', this.#lastAt);
    const last = this.#all.at(-1);
    if (last) last.to = at;
    return this.#all.filter(({ from, to }) => to > from);
  }

  #change(kind: Activity, at: number): void {
    const last = this.#all.at(-1);
    if (last) last.to = at;
    if (last?.kind !== kind) this.#all.push({ kind, from: at, to: at, metres: null });
  }
}
