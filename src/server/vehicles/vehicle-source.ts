import type { LinkTime } from '#machines/link.ts';

export interface Vehicle {
  vehicleId: string;
  vin: string;
  name: string;
}

export interface LinkedVehicle extends Vehicle {
  /** Oldest first, disjoint. */
  times: LinkTime[];
}

export interface Model {
  model: string;
  vehicles: number;
}

export function byName(models: readonly Model[]): Model[] {
  return models.toSorted((a, b) => a.model.localeCompare(b.model));
}

export interface VehicleLinks {
  /**
   * Vehicles that are or were linked to a mail address, by name, or the one with an id. A third
   * party's link ends with the link of the user it acts for.
   */
  linkedTo(email: string, vehicleId?: string): Promise<LinkedVehicle[]>;
  find(vehicleId: string): Promise<Vehicle | null>;
  /** All vehicles, by id. */
  all(): AsyncIterable<Vehicle>;
  /** Number of vehicles by model. */
  models(): Promise<Model[]>;
}

export type Value = number | string | boolean | null;

/** Values measured at one time (ms since the epoch), in the order of the requested signals. */
export interface Measurement {
  at: number;
  values: readonly Value[];
  /** The time was more precise than a millisecond. */
  isCut?: true;
}

/** Times from `from` up to but excluding `to`, ms since the epoch. */
export interface TimeRange {
  from: number;
  to: number;
}

/** Coverage of a group of signals in a range, in ms. */
export interface Coverage {
  /** Rows with a value of any of the signals; null if the source does not report it. */
  rows: number | null;
  /** Null without rows, or if the source does not report it. */
  first: number | null;
  last: number | null;
  /** Pauses longer than `beyond`, and the longest; null if the source does not report it. */
  gaps: { count: number; longest: number; beyond: number } | null;
}

/** Facts about a signal that its values do not show. */
export const noteKinds = [
  'notEquipped',
  /** Values before `last` were deleted. */
  'notKept',
  /** A column that no import read. */
  'leftOut',
  /** Values outside the signal's range: dropped at import, or delivered unchanged. */
  'outOfRange',
  'keptOutOfRange',
  /** Values whose date was missing and was taken from the previous row. */
  'reconstructed',
  /** Values whose time was more precise than a millisecond. */
  'cutTime',
] as const;
export type NoteKind = (typeof noteKinds)[number];

export interface SignalNote {
  /** VSS name or name of an unknown column; empty for every signal. */
  name: string;
  kind: NoteKind;
  /** Number of values, if known. */
  count: number | null;
  /** Time of the first and last value, ms since the epoch; null for any time. */
  first: number | null;
  last: number | null;
}

interface VehicleData {
  attributes(vehicleId: string): Promise<Record<string, Value>>;
  /** Counts the values of each signal in the range; signals without values are left out. */
  counts(
    vehicleId: string,
    signals: readonly string[],
    range: TimeRange,
  ): Promise<Map<string, number>>;
  coverage(
    vehicleId: string,
    groups: readonly (readonly string[])[],
    range: TimeRange,
  ): Promise<Coverage[]>;
  /** First and last time of data in the range; null if the source does not report it. */
  span(
    vehicleId: string,
    range: TimeRange,
  ): Promise<{ first: number | null; last: number | null } | null>;
  notes(vehicleId: string, range: TimeRange): Promise<SignalNote[]>;
  /** Measurements with a value of any of the signals, oldest first, in batches. */
  stream(
    vehicleId: string,
    signals: readonly string[],
    range: TimeRange,
  ): AsyncIterable<readonly Measurement[]>;
}

export type VehicleSource = VehicleLinks & VehicleData;
