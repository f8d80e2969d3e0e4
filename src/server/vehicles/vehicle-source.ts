import type { LinkTime } from '#machines/link.ts';

export interface Vehicle {
  vehicleId: string;
  vin: string;
  name: string;
}

export interface LinkedVehicle extends Vehicle {
  /** Oldest first, disjoint. */
  times: LinkTime[];
  /** Single links, whose union is `times`. `onBehalfOf`: the user for whom a third party acts. */
  links: { onBehalfOf: string | null; times: LinkTime[] }[];
}

export interface Model {
  model: string;
  vehicles: number;
}

export function byName(models: readonly Model[]): Model[] {
  return models.toSorted((a, b) => a.model.localeCompare(b.model));
}

export type Value = number | string | boolean | null;

export interface Measurement {
  at: number;
  values: readonly Value[];
  /** True if the time at the source was more precise than a millisecond. */
  isCut?: true;
}

/** In ms since the epoch; `to` is exclusive. */
export interface TimeRange {
  from: number;
  to: number;
}

/**
 * Coverage of a group of signals in a range: times and durations in ms; null if the source does not
 * report it.
 */
export interface Coverage {
  rows: number | null;
  first: number | null;
  last: number | null;
  /** Pauses longer than `beyond`, and the longest one, including those at the ends of the range. */
  gaps: { count: number; longest: number; beyond: number } | null;
  days: { withData: number; all: number } | null;
  /** Periods of consecutive days (UTC) with data, oldest first. */
  periods: { first: number; last: number }[] | null;
}

export const noteKinds = [
  'notEquipped',
  /** Values before `last` were deleted. */
  'notKept',
  'leftOut',
  /** Out of range: dropped at import, or (`keptOutOfRange`) delivered unchanged. */
  'outOfRange',
  'keptOutOfRange',
  /** Values whose date was missing and was taken from the previous row. */
  'reconstructed',
  'converted',
  'rounded',
  'cutTime',
] as const;
export type NoteKind = (typeof noteKinds)[number];

export interface SignalNote {
  name: string;
  kind: NoteKind;
  count: number | null;
  /** Time of the first and last value, ms since the epoch; null if the note has no time. */
  first: number | null;
  last: number | null;
}

export interface DataOrigin {
  kind: 'file' | 'live' | 'backend';
  name: string | null;
  importedAt: number | null;
  /** Nominal interval between two rows, in ms; null if the maker does not state it. */
  sampling: number | null;
  timeZone: string | null;
  device: string | null;
}

export const unknownOrigin = {
  name: null,
  importedAt: null,
  sampling: null,
  timeZone: null,
  device: null,
};

/** Pseudo-signal of `stream`: time when the row arrived, in ms since the epoch. */
export const ARRIVAL = 'arrived';

export interface SourceFaults {
  readonly rejected: ReadonlyMap<string, number>;
  readonly repeated: number;
}

export interface VehicleSource {
  /**
   * Returns the vehicles that are or were linked to an e-mail address, sorted by name; with
   * `vehicleId`, only that vehicle. A third party's link ends at the latest with that of the user
   * whom it represents.
   */
  linkedTo(email: string, vehicleId?: string): Promise<LinkedVehicle[]>;
  find(vehicleId: string): Promise<Vehicle | null>;
  all(): AsyncIterable<Vehicle>;
  models(): Promise<Model[]>;
  attributes(vehicleId: string): Promise<Record<string, Value>>;
  /** Counts the values of each signal in the range. Signals without values are left out. */
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
  span(
    vehicleId: string,
    range: TimeRange,
  ): Promise<{ first: number | null; last: number | null } | null>;
  notes(vehicleId: string, range: TimeRange): Promise<SignalNote[]>;
  imports(vehicleId: string, range: TimeRange): Promise<DataOrigin[] | null>;
  /** Stated interval between two values, in ms, by signal. Others are unknown. */
  intervals(vehicleId: string): Promise<ReadonlyMap<string, number>>;
  hasArrivals(vehicleId: string, range: TimeRange): Promise<boolean>;
  /** Streams measurements that have a value of any of the signals, in batches, oldest first. */
  stream(
    vehicleId: string,
    signals: readonly string[],
    range: TimeRange,
  ): AsyncIterable<readonly Measurement[]>;
  faults?: SourceFaults;
}

export interface LiveSample {
  signal: string;
  value: number | string | boolean;
  unit: string | null;
  /** Times in ms since the epoch. */
  capturedAt: number;
  /** Null if unknown, for example in imported files. */
  receivedAt: number | null;
}

export type VehicleState = 'driving' | 'charging' | 'parked' | 'unreachable';

export interface Contact {
  lastContactAt: number | null;
  state: VehicleState;
}

/** A cursor is malformed, or older than the samples that can still be resumed (24 h). */
export class CursorExpired extends Error {}

export interface LiveSource {
  /** Latest value per signal, of all signals by default. Signals without a value are absent. */
  latest(vehicleId: string, signals?: readonly string[]): Promise<LiveSample[]>;
  /**
   * Streams samples acknowledged after `cursor` in the order of acknowledgement, in batches of at
   * most 500, and waits for more until `abort`. The first batch may be empty: it has a cursor for
   * resuming. Without `cursor`, begins now.
   * @throws {CursorExpired}
   */
  changes(
    vehicleId: string,
    cursor: string | undefined,
    abort: AbortSignal,
  ): AsyncIterable<{ samples: LiveSample[]; cursor: string }>;
  contact(vehicleId: string, range: TimeRange): Promise<Contact>;
}
