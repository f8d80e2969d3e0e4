import { type DataType, dataTypes } from './data-types.ts';
import type { Signal } from './signal.ts';
import { battery } from './signals/battery.ts';
import { connectivity } from './signals/connectivity.ts';
import { diagnostics } from './signals/diagnostics.ts';
import { driver } from './signals/driver.ts';
import { events } from './signals/events.ts';
import { identity } from './signals/identity.ts';
import { location } from './signals/location.ts';
import { status } from './signals/status.ts';
import { trips } from './signals/trips.ts';

/** The signals of this holder's vehicles, from VSS as of mid-2026, by category. */
const catalogue: Record<DataType, readonly Signal[]> = {
  identity,
  status,
  battery,
  trips,
  location,
  diagnostics,
  driver,
  events,
  connectivity,
};

/** The signals of one category. */
export function signalsOf(dataType: DataType): readonly Signal[] {
  return catalogue[dataType];
}

/** Every signal, in the order of a report. */
export function allSignals(): readonly Signal[] {
  return dataTypes.flatMap(signalsOf);
}

let byName: ReadonlyMap<string, Signal> | null = null;

/** A signal by its name; undefined of none. */
export function signalNamed(name: string): Signal | undefined {
  byName ??= new Map<string, Signal>(allSignals().map((signal) => [signal.name, signal]));
  return byName.get(name);
}

/**
 * Adds signals of this holder to a category, for as long as the process runs. Answers how they are
 * taken out again.
 */
export function offerSignals(dataType: DataType, added: readonly Signal[]): () => void {
  const before = catalogue[dataType];
  const change = (signals: readonly Signal[]) => {
    catalogue[dataType] = signals;
    byName = null;
  };
  change([...before, ...added]);
  return () => change(before);
}

/** Tests that a category holds personal data, wholly or in part. */
export function isPersonal(dataType: DataType): boolean {
  return signalsOf(dataType).some((signal) => signal.personal);
}
