import { signalNamed, signalsOf } from '#contract/data-catalogue.ts';
import type { DataType } from '#contract/data-types.ts';
import type { Signal } from '#contract/signal.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import type {
  Measurement,
  Value,
  Vehicle,
  VehicleSource,
} from '#server/vehicles/vehicle-source.ts';
import type { Mask } from './masking.ts';
import type { ReportRequest } from './report-request.ts';

/** Values delivered of one signal; instants as the report shows them, ms since the epoch. */
export interface Tally {
  values: number;
  first: number | null;
  last: number | null;
}

/** One data type of a report: its signals with any data, and what has been delivered of each. */
export interface Delivery {
  dataType: DataType;
  signals: readonly Signal[];
  tallies: Map<string, Tally>;
}

/** The data of a request as rows of a report, one `Delivery` a data type. */
export class RequestedData {
  readonly #source: VehicleSource;
  readonly #request: ReportRequest;
  readonly #mask: Mask;
  /** Signals without a time that were left out, because they are the new user's. */
  readonly newUsers = new Set<string>();

  constructor(source: VehicleSource, request: ReportRequest, mask: Mask) {
    this.#source = source;
    this.#request = request;
    this.#mask = mask;
  }

  async *vehicles(): AsyncGenerator<Vehicle> {
    const { vehicleId } = this.#request;
    if (vehicleId === null) {
      yield* this.#source.all();
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

  /** Finds the signals that have any data, so that no other gets a column. */
  async plan(): Promise<Delivery[]> {
    const { values } = await this.count();
    const isPresent = (name: string) => values.has(name) && !this.#mask.withheld.has(name);
    return this.#request.dataTypes.map((dataType) => {
      const signals = signalsOf(dataType).filter(({ name }) => isPresent(name));
      return RequestedData.again({ dataType, signals });
    });
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
        yield batch.map(({ at, values }) => {
          count(tallies, values, at);
          return [...lead, new Date(at).toISOString(), ...values];
        });
    }
  }

  /** Measurements as the report shows them; those that it shows nothing of are left out. */
  async *#measured(vehicle: Vehicle, names: readonly string[]): AsyncGenerator<Measurement[]> {
    const pieces = await this.#mask.pieces(this.#source, vehicle, this.#request.parts);
    for (const piece of pieces) {
      const show = piece.values(names);
      for await (const batch of this.#source.stream(vehicle.vehicleId, names, piece.range))
        yield batch
          .map(({ at, values }) => ({ at: piece.instant(at), values: show(values) }))
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
function count(tallies: readonly Tally[], values: readonly Value[], at: number | null): void {
  for (const [index, tally] of tallies.entries()) {
    if ((values[index] ?? null) === null) continue;
    tally.values++;
    if (at === null) continue;
    tally.first = Math.min(tally.first ?? at, at);
    tally.last = Math.max(tally.last ?? at, at);
  }
}

/** Personal signals without a time, such as the number plate, belong to who uses the vehicle now. */
function isNewUsers({ linkEndedAt }: ReportRequest, name: string): boolean {
  return linkEndedAt !== null && signalNamed(name)?.personal === true;
}

const noValues = (): Tally => ({ values: 0, first: null, last: null });
