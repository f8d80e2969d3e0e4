import { type Signal, signalNamed } from '#contract/data-catalogue.ts';
import { BackendError } from './backend-error.ts';
import type { Measurement, TimeRange, Value } from './vehicle-source.ts';

/** @throws {BackendError} for a wrong type or range; names the signal, but not the value */
export function checkValue(name: string, value: Value, where: string): void {
  const signal = signalNamed(name);
  if (!signal || value === null) return;
  if (typeof value !== typeOf[signal.value])
    throw new BackendError(
      'wrongType',
      `${where}: ${name} is a ${typeof value}, not a ${signal.value}`,
    );
  if (typeof value === 'string' && signal.values?.includes(value) === false)
    throw new BackendError(
      'outOfRange',
      `${where}: the value of ${name} is not one of its permitted values`,
    );
  if (typeof value !== 'number') return;
  if (signal.value === 'integer' && !Number.isInteger(value))
    throw new BackendError('wrongType', `${where}: ${name} is no integer`);
  const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = signal;
  if (value < min || value > max)
    throw new BackendError('outOfRange', `${where}: ${name} is out of its range`);
}

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

export class RowCheck {
  readonly #names: readonly string[];
  readonly #range: TimeRange;
  #last = Number.NEGATIVE_INFINITY;
  rows = 0;

  constructor(names: readonly string[], range: TimeRange) {
    this.#names = names;
    this.#range = range;
  }

  measurement(instant: string, received: Readonly<Record<string, Value>>): Measurement {
    const where = `Row ${++this.rows}`;
    const at = Date.parse(instant);
    if (!(at >= this.#range.from && at < this.#range.to))
      throw new BackendError('outOfTime', `${where} is outside the time asked for`);
    if (at < this.#last)
      throw new BackendError('outOfOrder', `${where} is older than the one before`);
    this.#last = at;
    const values = this.#names.map((name) => {
      const value = received[name] ?? null;
      checkValue(name, value, where);
      return value;
    });
    return { at, values, ...(FINER.test(instant) && { isCut: true }) };
  }
}
