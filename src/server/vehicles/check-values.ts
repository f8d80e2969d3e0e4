import { type Signal, signalNamed } from '#contract/data-catalogue.ts';
import { MINUTE } from '#lib/words/durations.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import type { Measurement, SourceFaults, TimeRange, Value } from './vehicle-source.ts';

/** Counts values of a wrong type or range, which are left out, and duplicate rows. */
export class ReceivedFaults implements SourceFaults {
  readonly rejected = new Map<string, number>();
  repeated = 0;
  first: BackendError | null = null;

  accepted(name: string, value: Value, where: string): Value {
    const error = faultOf(name, value, where);
    if (error) this.reject(name, error);
    return error ? null : value;
  }

  reject(name: string, error: BackendError): void {
    this.rejected.set(name, (this.rejected.get(name) ?? 0) + 1);
    this.first ??= error;
  }
}

/** Returns an error that names the signal, but not the value. */
export function faultOf(name: string, value: Value, where: string): BackendError | null {
  const signal = signalNamed(name);
  if (!signal || value === null) return null;
  if (typeof value !== typeOf[signal.value])
    return new BackendError(
      'wrongType',
      `${where}: ${name} is a ${typeof value}, not a ${signal.value}`,
    );
  if (typeof value === 'string' && signal.values?.includes(value) === false)
    return new BackendError(
      'outOfRange',
      `${where}: the value of ${name} is not one of its permitted values`,
    );
  if (typeof value !== 'number') return null;
  if (signal.value === 'integer' && !Number.isInteger(value))
    return new BackendError('wrongType', `${where}: ${name} is not an integer`);
  const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = signal;
  if (value >= min && value <= max) return null;
  return new BackendError('outOfRange', `${where}: ${name} is out of its range`);
}

export const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
export const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';

/** Receivers without a fix report the position 0, 0. */
export const hasNoFix = (latitude: Value | undefined, longitude: Value | undefined) =>
  latitude === 0 && longitude === 0;

interface SampleFields {
  vin?: unknown;
  signal?: unknown;
  value?: unknown;
  capturedAt?: unknown;
}

export function samplesWithoutFix<S extends SampleFields>(samples: readonly S[]): ReadonlySet<S> {
  const zeros = samples.filter(
    ({ signal, value }) => (signal === LATITUDE || signal === LONGITUDE) && value === 0,
  );
  const pairs = Map.groupBy(zeros, ({ vin, capturedAt }) => `${vin} ${capturedAt}`);
  return new Set(
    [...pairs.values()].filter((own) => own.some(({ signal }) => signal !== own[0]?.signal)).flat(),
  );
}

/** Earlier instants, ms since the epoch, come from a clock that was reset. */
export const EARLIEST = Date.UTC(1990, 0);

export const MAX_CLOCK_SKEW = 5 * MINUTE;

export const noFix = (where: string) =>
  new BackendError('outOfRange', `${where}: latitude and longitude are both 0`);

const typeOf: Record<Signal['value'], string> = {
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  text: 'string',
};

export function checkUnits(units: Readonly<Record<string, string>>): void {
  for (const [name, unit] of Object.entries(units)) {
    const signal = signalNamed(name);
    if (signal && signal.unit !== unit)
      throw new BackendError('wrongUnit', `${name} is not in ${signal.unit || 'no unit'}`);
  }
}

const FINER = /\.\d{3}\d*[1-9]/;

/** Checks the rows of a response one by one, oldest first. */
export function rowCheck(
  names: readonly string[],
  { from, to }: TimeRange,
  faults: ReceivedFaults,
) {
  const position = [LATITUDE, LONGITUDE].map((name) => names.indexOf(name));
  let last: Pick<Measurement, 'at' | 'values'> = { at: Number.NEGATIVE_INFINITY, values: [] };
  let rows = 0;
  return {
    rows: () => rows,
    measurement(instant: string, received: Readonly<Record<string, Value>>): Measurement {
      const where = `Row ${++rows}`;
      const at = Date.parse(instant);
      if (!(at >= from && at < to))
        throw new BackendError('outOfTime', `${where} is outside the requested time`);
      if (at < last.at)
        throw new BackendError('outOfOrder', `${where} is older than the one before`);
      const values = names.map((name) => received[name] ?? null);
      if (at === last.at && values.every((value, nth) => value === last.values[nth]))
        faults.repeated++;
      last = { at, values };
      const [latitude = -1, longitude = -1] = position;
      const withoutFix = hasNoFix(values[latitude], values[longitude]) ? position : [];
      for (const nth of withoutFix) faults.reject(names[nth] ?? '', noFix(where));
      return {
        at,
        values: names.map((name, nth) =>
          withoutFix.includes(nth) ? null : faults.accepted(name, values[nth] ?? null, where),
        ),
        ...(FINER.test(instant) && { isCut: true }),
      };
    },
  };
}
