import { signalNamed, signalsOf } from '#contract/data-catalogue.ts';
import type { DataType } from '#contract/data-types.ts';
import type { Signal } from '#contract/signal.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import type {
  Measurement,
  TimeRange,
  Value,
  Vehicle,
  VehicleSource,
} from '#server/vehicles/vehicle-source.ts';
import { type Absence, KnownNotes } from './known-notes.ts';
import type { Mask } from './masking.ts';
import { isLeftOut, type ReportRequest } from './report-request.ts';
import { thinned } from './thinned.ts';

/** Values delivered of one signal; instants as the report shows them, ms since the epoch. */
export interface Tally {
  values: number;
  first: number | null;
  last: number | null;
  /** Whole numbers beyond ±2^53 among them: the source has them no more exactly than these. */
  inexact: number;
  /** Those whose time was finer than a millisecond when the source gave them. */
  cutTimes: number;
}

/** One data type of a report: its signals with any data, and what has been delivered of each. */
export interface Delivery {
  dataType: DataType;
  signals: readonly Signal[];
  tallies: Map<string, Tally>;
}

/** Silences of a data type in a part of the time, in ms: those longer than `beyond`. */
export interface Gaps {
  dataType: DataType;
  part: TimeRange;
  count: number;
  longest: number;
  beyond: number;
}

/** What comes before every recording: 1 January 0001. */
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');

/** The data of a request as rows of a report, one `Delivery` a data type. */
export class RequestedData {
  readonly #source: VehicleSource;
  readonly #request: ReportRequest;
  readonly #mask: Mask;
  /** Signals without a time that were left out, because they are the new user's. */
  readonly newUsers = new Set<string>();
  /** Signals without values in the data delivered, each with its reason, once it is planned. */
  readonly absences = new Map<string, Absence>();
  /** What is known beside the values, once it is planned. */
  readonly notes = new KnownNotes();

  constructor(source: VehicleSource, request: ReportRequest, mask: Mask) {
    this.#source = source;
    this.#request = request;
    this.#mask = mask;
  }

  async *vehicles(): AsyncGenerator<Vehicle> {
    const { vehicleId, extent } = this.#request;
    if (vehicleId === null) {
      for await (const vehicle of this.#source.all())
        if (!extent || extent.models.includes(vehicle.name)) yield vehicle;
      return;
    }
    const vehicle = await this.#source.find(vehicleId);
    if (vehicle) yield vehicle;
  }

  /** Values a wanted signal, over all vehicles; what does not change counts once a vehicle. */
  async count(): Promise<{ vehicles: number; values: Map<string, number> }> {
    const values = new Map<string, number>();
    const wanted = this.#request.dataTypes.flatMap(signalsOf).map(({ name }) => name);
    const add = (name: string, count: number) => values.set(name, (values.get(name) ?? 0) + count);
    let vehicles = 0;
    for await (const vehicle of this.vehicles()) {
      vehicles++;
      const attributes = await this.#attributes(vehicle);
      for (const part of this.#request.parts) {
        const counts = await this.#source.counts(vehicle.vehicleId, wanted, part);
        for (const [name, count] of counts) add(name, count);
      }
      for (const name of wanted) if ((attributes[name] ?? null) !== null) add(name, 1);
    }
    return { vehicles, values };
  }

  /** The data types as they were asked for, nothing looked up. */
  unplanned(): Delivery[] {
    return this.#request.dataTypes.map((dataType) =>
      RequestedData.again({ dataType, signals: [] }),
    );
  }

  /** Finds the signals that have any data, so that no other gets a column. */
  async plan(): Promise<Delivery[]> {
    const { values, vehicles } = await this.count();
    await this.#explainAbsences(values);
    this.#refineAbsences(vehicles);
    const isPresent = (name: string) =>
      values.has(name) && !this.#mask.withheld.has(name) && !isLeftOut(this.#request, name);
    return this.#request.dataTypes.map((dataType) => {
      const signals = signalsOf(dataType).filter(({ name }) => isPresent(name));
      return RequestedData.again({ dataType, signals });
    });
  }

  /** Tells what was recorded in the period outside the link, at another time, or never. */
  async #explainAbsences(present: ReadonlyMap<string, number>): Promise<void> {
    const { dataTypes, from, to, parts, approvedAt } = this.#request;
    const missing = dataTypes
      .flatMap(signalsOf)
      .map(({ name }) => name)
      .filter((name) => !present.has(name));
    for (const name of missing) this.absences.set(name, 'neverRecorded');
    const isWhole = parts.every((part) => part.from === from && part.to === to);
    for await (const { vehicleId } of this.vehicles()) {
      for (const part of parts)
        this.notes.add(vehicleId, await this.#source.notes(vehicleId, part));
      if (missing.length === 0) continue;
      const ever = { from: FIRST_INSTANT, to: Math.max(to, approvedAt) };
      for (const name of (await this.#source.counts(vehicleId, missing, ever)).keys())
        this.#wasRecorded(name);
      // What no import took was recorded, too.
      for (const { name, kind } of await this.#source.notes(vehicleId, ever))
        if (kind === 'outOfRange' || kind === 'leftOut') this.#wasRecorded(name);
      if (isWhole) continue;
      for (const name of (await this.#source.counts(vehicleId, missing, { from, to })).keys())
        this.absences.set(name, 'notEntitled');
    }
  }

  #wasRecorded(name: string): void {
    if (this.absences.get(name) === 'neverRecorded') this.absences.set(name, 'notRecorded');
  }

  /** What is noted of a signal says more than that it has no values. */
  #refineAbsences(vehicles: number): void {
    const from = Math.min(...this.#request.parts.map((part) => part.from));
    for (const [name, absence] of this.absences) {
      if (absence === 'notEntitled') continue;
      const noted = this.notes.absenceOf(name, { from, vehicles });
      // Of what was deleted nobody knows that it never was.
      const isUnknown = absence === 'neverRecorded' && this.notes.keptSince !== null;
      this.absences.set(name, noted ?? (isUnknown ? 'notRecorded' : absence));
    }
  }

  /** Silences of each data type's data in the time delivered, where the source tells them. */
  async gaps(deliveries: readonly Delivery[]): Promise<Gaps[]> {
    const { vehicleId, parts } = this.#request;
    if (vehicleId === null) return [];
    const groups = deliveries.map(({ signals }) => signals.map(({ name }) => name));
    const found: Gaps[] = [];
    for (const part of parts) {
      const covered = await this.#source.coverage(vehicleId, groups, part);
      for (const [index, { gaps }] of covered.entries()) {
        const dataType = deliveries[index]?.dataType;
        if (gaps && dataType) found.push({ dataType, part, ...gaps });
      }
    }
    return found;
  }

  /** The same data type, nothing of it delivered yet. */
  static again({ dataType, signals }: Pick<Delivery, 'dataType' | 'signals'>): Delivery {
    return { dataType, signals, tallies: new Map(signals.map(({ name }) => [name, noValues()])) };
  }

  /** Rows of one data type: what does not change first, without an instant, then what was measured. */
  async *rows(delivery: Delivery): AsyncGenerator<Row[]> {
    const names = delivery.signals.map(({ name }) => name);
    const tallies = names.map((name) => delivery.tallies.get(name) as Tally);
    for await (const vehicle of this.vehicles()) {
      const lead = this.#request.vehicleId === null ? [this.#mask.vin(vehicle.vin)] : [];
      const attributes = await this.#attributes(vehicle);
      const fixed = this.#mask.fixed(names)(names.map((name) => attributes[name] ?? null));
      if (hasValue(fixed)) {
        count(tallies, fixed, null);
        yield [[...lead, null, ...fixed]];
      }
      for await (const batch of this.#measured(vehicle, names))
        yield batch.map(({ at, values, isCut = false }) => {
          count(tallies, values, at, isCut);
          return [...lead, new Date(at).toISOString(), ...values];
        });
    }
  }

  /** Measurements as the report shows them; those that it shows nothing of are left out. */
  async *#measured(vehicle: Vehicle, names: readonly string[]): AsyncGenerator<Measurement[]> {
    const pieces = await this.#mask.pieces(this.#source, vehicle, this.#request.parts);
    const thin = thinned(this.#request.extent?.interval ?? 0);
    for (const piece of pieces) {
      const show = piece.values(names);
      for await (const batch of this.#source.stream(vehicle.vehicleId, names, piece.range))
        yield batch
          .map(({ at, values, ...row }) => ({
            ...row,
            at: piece.instant(at),
            values: thin(at, show(values)),
          }))
          .filter(({ values }) => hasValue(values));
    }
  }

  /** What does not change; once the link has ended, nothing that is the new user's. */
  async #attributes(vehicle: Vehicle): Promise<Record<string, Value>> {
    const all = Object.entries(await this.#source.attributes(vehicle.vehicleId));
    const given = all.filter(([name]) => !isNewUsers(this.#request, name));
    for (const [name, value] of all)
      if (value !== null && isNewUsers(this.#request, name)) this.newUsers.add(name);
    return { ...Object.fromEntries(given), 'Vehicle.VehicleIdentification.VIN': vehicle.vin };
  }
}

const hasValue = (values: readonly Value[]) => values.some((value) => value !== null);

/** Counts shown values, of an instant or of none. */
function count(
  tallies: readonly Tally[],
  values: readonly Value[],
  at: number | null,
  isCut = false,
): void {
  for (const [index, tally] of tallies.entries()) {
    if ((values[index] ?? null) === null) continue;
    tally.values++;
    const value = values[index];
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) tally.inexact++;
    if (isCut) tally.cutTimes++;
    if (at === null) continue;
    tally.first = Math.min(tally.first ?? at, at);
    tally.last = Math.max(tally.last ?? at, at);
  }
}

/** Personal signals without a time, such as the number plate, belong to who uses the vehicle now. */
function isNewUsers({ linkEndedAt }: ReportRequest, name: string): boolean {
  return linkEndedAt !== null && signalNamed(name)?.personal === true;
}

const noValues = (): Tally => ({ values: 0, first: null, last: null, inexact: 0, cutTimes: 0 });
