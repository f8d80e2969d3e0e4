import type { LinkTime } from '#machines/link.ts';
import type { SignalNote } from './signal-note.ts';

/** A vehicle as accounts see it. */
export interface Vehicle {
  vehicleId: string;
  vin: string;
  name: string;
}

/** A vehicle that is or was linked to an account, and when. */
export interface LinkedVehicle extends Vehicle {
  /** Oldest first, apart from one another. */
  times: LinkTime[];
}

/** How many vehicles there are of a model. */
export interface Model {
  model: string;
  vehicles: number;
}

/** Models in the order of their names. */
export function byName(models: readonly Model[]): Model[] {
  return models.toSorted((a, b) => a.model.localeCompare(b.model));
}

/** Vehicles that exist, and those an account has linked in the vehicle app. */
export interface VehicleLinks {
  /**
   * Vehicles that are or were linked to an account's address, by name; those of one id where it is
   * given. A third party's link holds no longer than that of the user it acts for.
   */
  linkedTo(email: string, vehicleId?: string): Promise<LinkedVehicle[]>;
  find(vehicleId: string): Promise<Vehicle | null>;
  /** Every vehicle of the data holder, by id. */
  all(): AsyncIterable<Vehicle>;
  /** The models of the data holder's vehicles, by what these are called. */
  models(): Promise<Model[]>;
}

export type Value = number | string | boolean | null;

/** Values measured at one instant (ms since the epoch), in the order of the signals requested. */
export interface Measurement {
  at: number;
  values: readonly Value[];
  /** The instant that came was finer than a millisecond. */
  isCut?: true;
}

/** Instants from `from` up to and without `to`, ms since the epoch. */
export interface TimeRange {
  from: number;
  to: number;
}

/** What there is of a group of signals in a range, in instants and durations of ms. */
export interface Coverage {
  /** Rows with a value of any of the signals; null where the source does not say. */
  rows: number | null;
  /** Null where there is none, or the source does not say. */
  first: number | null;
  last: number | null;
  /** Silences longer than `beyond`, and the longest; null where the source does not say. */
  gaps: { count: number; longest: number; beyond: number } | null;
}

/** The recorded data of a vehicle. Signals go by their VSS names. */
interface VehicleData {
  /** Signals that do not change, such as model and colour. */
  attributes(vehicleId: string): Promise<Record<string, Value>>;
  /** Counts the values of each signal in the range; signals without any are left out. */
  counts(
    vehicleId: string,
    signals: readonly string[],
    range: TimeRange,
  ): Promise<Map<string, number>>;
  /** What there is of each group of signals in the range. */
  coverage(
    vehicleId: string,
    groups: readonly (readonly string[])[],
    range: TimeRange,
  ): Promise<Coverage[]>;
  /**
   * First and last instant with any data in the range, null of none; null whole where the source
   * does not say.
   */
  span(
    vehicleId: string,
    range: TimeRange,
  ): Promise<{ first: number | null; last: number | null } | null>;
  /** What is known of signals' values in the range beside the values. */
  notes(vehicleId: string, range: TimeRange): Promise<SignalNote[]>;
  /** All measurements with a value of any of the signals, oldest first, in batches. */
  stream(
    vehicleId: string,
    signals: readonly string[],
    range: TimeRange,
  ): AsyncIterable<readonly Measurement[]>;
}

export type VehicleSource = VehicleLinks & VehicleData;
