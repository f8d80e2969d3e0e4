import { isDeepStrictEqual } from 'node:util';
import { allSignals } from '#contract/data-catalogue.ts';
import { DAY } from '#lib/words/durations.ts';
import { BackendError, type Breach } from '#server/vehicles/backend-error.ts';
import { type backendLiveSource, NotOffered } from '#server/vehicles/backend-live.ts';
import type { backendSource } from '#server/vehicles/backend-source.ts';
import type { ReceivedFaults } from '#server/vehicles/check-values.ts';
import {
  CursorExpired,
  type LiveSource,
  type Measurement,
  type TimeRange,
  type Vehicle,
  type VehicleSource,
} from '#server/vehicles/vehicle-source.ts';

/** `isFine` is null if the check was not possible, or the back end does not implement the call. */
export interface Finding {
  step: string;
  isFine: boolean | null;
  fault: Breach | 'contradiction' | null;
  detail: string;
}

class Contradiction extends Error {}
class Untried extends Error {}

async function finding(
  sources: readonly { faults: ReceivedFaults }[],
  step: string,
  run: () => Promise<string>,
): Promise<Finding> {
  const rejected = () => sources.map(({ faults }) => faults.first).find((fault) => fault !== null);
  try {
    for (const { faults } of sources) faults.first = null;
    const detail = await run();
    const fault = rejected();
    if (fault) throw fault;
    return { step, isFine: true, fault: null, detail };
  } catch (thrown) {
    // A rejected value comes first, because it may have caused the thrown error.
    const error = rejected() ?? thrown;
    if (error instanceof NotOffered)
      return { step, isFine: null, fault: null, detail: 'not implemented (404)' };
    if (error instanceof Untried) return { step, isFine: null, fault: null, detail: error.message };
    if (error instanceof Contradiction)
      return { step, isFine: false, fault: 'contradiction', detail: error.message };
    if (!(error instanceof BackendError)) throw error;
    return { step, isFine: false, fault: error.breach, detail: error.message };
  }
}

const MAX_VEHICLES = 1000;
const NO_VEHICLE = 'no-such-vehicle-0';
const NO_CURSOR = 'no-such-cursor-0';

interface Trial {
  email?: string | undefined;
  vehicleId?: string | undefined;
  range?: TimeRange | undefined;
  now: number;
}

type CheckedSource = ReturnType<typeof backendSource>;
type CheckedLive = ReturnType<typeof backendLiveSource>;

export async function* checkBackend(
  source: CheckedSource,
  live: CheckedLive,
  trial: Trial,
): AsyncGenerator<Finding> {
  const check = new Check(source, live, trial);
  for (const [step, run] of check.steps) yield await finding([source, live], step, run);
}

class Check {
  readonly #source: VehicleSource;
  readonly #live: LiveSource;
  readonly #trial: Trial;
  #vehicle: Vehicle | null = null;
  #range: TimeRange | null = null;
  #counts = new Map<string, number>();
  /** Timestamps of the telemetry; null until the telemetry was read completely. */
  #instants: number[] | null = null;

  readonly steps: readonly [string, () => Promise<string>][] = [
    ['list of vehicles', () => this.#list()],
    ['one vehicle', () => this.#one()],
    ['unknown vehicle', () => this.#unknown()],
    ['links of an account', () => this.#links()],
    ['attributes', () => this.#attributes()],
    ['span', () => this.#span()],
    ['counts', () => this.#count()],
    ['telemetry', () => this.#telemetry()],
    ['inclusive start, exclusive end', () => this.#edges()],
    ['resuming after a cut', () => this.#resume()],
    ['coverage', () => this.#coverage()],
    ['notes', () => this.#notes()],
    ['latest values', () => this.#latest()],
    ['changes', () => this.#changes()],
  ];

  constructor(source: VehicleSource, live: LiveSource, trial: Trial) {
    this.#source = source;
    this.#live = live;
    this.#trial = trial;
  }

  async #list(): Promise<string> {
    const { vehicleId } = this.#trial;
    let read = 0;
    for await (const vehicle of this.#source.all()) {
      if (this.#vehicle === null && (vehicleId ?? vehicle.vehicleId) === vehicle.vehicleId)
        this.#vehicle = vehicle;
      if (++read === MAX_VEHICLES) break;
    }
    if (read === 0) throw new Untried('The list is empty; name an existing vehicle with --vehicle');
    return `${read === MAX_VEHICLES ? 'the first ' : ''}${read} read`;
  }

  async #one(): Promise<string> {
    const id = this.#trial.vehicleId ?? this.#vehicle?.vehicleId;
    if (id === undefined) throw new Untried('No vehicle was found');
    const found = await this.#source.find(id);
    if (!found) throw new Contradiction(`${id} does not exist (404)`);
    if (this.#vehicle && found.vin !== this.#vehicle.vin)
      throw new Contradiction(`${id} has another VIN in the list of vehicles`);
    this.#vehicle = found;
    return id;
  }

  async #unknown(): Promise<string> {
    if (await this.#source.find(NO_VEHICLE))
      throw new Contradiction(
        `the vehicle ${NO_VEHICLE} does not exist, but the status is not 404`,
      );
    return '404 as expected';
  }

  async #links(): Promise<string> {
    const { email } = this.#trial;
    if (email === undefined) throw new Untried('Name an account with --email');
    const linked = await this.#source.linkedTo(email);
    for (const { vehicleId } of linked)
      if (!(await this.#source.find(vehicleId)))
        throw new Contradiction(`${vehicleId} is linked but does not exist (404)`);
    const [first] = linked;
    if (!first) return 'none; use an account with a vehicle to check more';
    const own = await this.#source.linkedTo(email, first.vehicleId);
    if (own.length !== 1)
      throw new Contradiction(
        `${first.vehicleId} is linked, but missing when requested with vehicleId`,
      );
    return `${linked.length} vehicles`;
  }

  async #attributes(): Promise<string> {
    const all = Object.keys(await this.#source.attributes(this.#known.vehicleId));
    return `${all.length}${unknownIn(all)}`;
  }

  async #span(): Promise<string> {
    const ever = { from: 0, to: this.#trial.now };
    const span = await this.#source.span(this.#known.vehicleId, this.#trial.range ?? ever);
    const last = span?.last ?? null;
    this.#range = this.#trial.range ?? lastDay(last ?? this.#trial.now);
    if (span === null) throw new Untried('coverage is not implemented (404)');
    return last === null ? 'no data' : `${text(span.first ?? 0)} to ${text(last)}`;
  }

  async #count(): Promise<string> {
    const names = allSignals().map(({ name }) => name);
    this.#counts = await this.#source.counts(this.#known.vehicleId, names, this.#time);
    const { from, to } = this.#time;
    return `${this.#counts.size} of ${names.length} signals have values from ${text(from)} to ${text(to)}`;
  }

  async #telemetry(): Promise<string> {
    const names = [...this.#counts.keys()];
    if (names.length === 0)
      throw new Untried('No signal has values; name a time range with --from and --to');
    const values = new Map<string, number>();
    const instants: number[] = [];
    for await (const batch of this.#source.stream(this.#known.vehicleId, names, this.#time))
      for (const row of batch) {
        instants.push(row.at);
        for (const [index, name] of names.entries())
          if (row.values[index] !== null) values.set(name, (values.get(name) ?? 0) + 1);
      }
    for (const [name, count] of this.#counts)
      if (values.get(name) !== count)
        throw new Contradiction(
          `${name}: counts reports ${count} values, telemetry has ${values.get(name) ?? 0}`,
        );
    this.#instants = instants;
    return `${instants.length} rows; the number of values equals counts`;
  }

  async #edges(): Promise<string> {
    const instants = this.#instants;
    const middle = instants?.[Math.floor(instants.length / 2)];
    if (!instants || middle === undefined)
      throw new Untried('No telemetry to split into two ranges');
    const names = [...this.#counts.keys()];
    const { from, to } = this.#time;
    const rowsOf = async (range: TimeRange) =>
      rowsIn(this.#source.stream(this.#known.vehicleId, names, range));
    const parts = (await rowsOf({ from, to: middle })) + (await rowsOf({ from: middle, to }));
    if (parts !== instants.length)
      throw new Contradiction(
        `${instants.length} rows in one range, ${parts} in two ranges that meet at ${text(middle)}: «from» must be inclusive, «to» exclusive`,
      );
    return 'two half ranges return the same rows as the whole';
  }

  async #resume(): Promise<string> {
    const instants = this.#instants;
    const at = instants?.[Math.floor(instants.length / 2)];
    if (!instants || at === undefined) throw new Untried('No telemetry to resume');
    const rest = { from: at, to: this.#time.to };
    const ask = async () => {
      const rows: Measurement[] = [];
      const names = [...this.#counts.keys()];
      for await (const batch of this.#source.stream(this.#known.vehicleId, names, rest))
        rows.push(...batch);
      return rows;
    };
    const [once, again] = [await ask(), await ask()];
    if (!isDeepStrictEqual(once, again))
      throw new Contradiction(`a repeated request from ${text(at)} returned different rows`);
    return 'a repeated request returns the same rows';
  }

  async #coverage(): Promise<string> {
    if (!this.#instants) throw new Untried('No telemetry to compare with');
    const names = [...this.#counts.keys()];
    const [covered] = await this.#source.coverage(this.#known.vehicleId, [names], this.#time);
    const { rows = null, first = null, last = null } = covered ?? {};
    const came = {
      rows: this.#instants.length,
      first: this.#instants[0],
      last: this.#instants.at(-1),
    };
    for (const [what, reported] of Object.entries({ rows, first, last })) {
      const found = came[what as keyof typeof came];
      if (reported !== null && reported !== found) {
        const [reportedText, foundText] = [reported, found ?? 0].map((one) =>
          what === 'rows' ? one : text(one),
        );
        throw new Contradiction(
          `${what}: coverage reports ${reportedText}, telemetry has ${foundText}`,
        );
      }
    }
    if (rows === null && first === null)
      throw new Untried('not implemented (404, or without content)');
    return 'equals the telemetry';
  }

  async #notes(): Promise<string> {
    const notes = await this.#source.notes(this.#known.vehicleId, this.#time);
    const contradicted = notes.find(
      ({ kind, name }) => kind === 'notEquipped' && this.#counts.has(name),
    );
    if (contradicted)
      throw new Contradiction(`${contradicted.name}: notEquipped, but counts reports values`);
    return notes.length === 0 ? 'none' : `${notes.length}`;
  }

  async #latest(): Promise<string> {
    const all = await this.#live.latest(this.#known.vehicleId);
    const [first] = all;
    if (!first) return 'none';
    const one = await this.#live.latest(this.#known.vehicleId, [first.signal]);
    if (one.length !== 1)
      throw new Contradiction(`${first.signal} is missing when requested alone`);
    return `${all.length} signals`;
  }

  async #changes(): Promise<string> {
    const { vehicleId } = this.#known;
    const firstCursor = await firstOf(this.#live, vehicleId, undefined);
    await firstOf(this.#live, vehicleId, firstCursor);
    const isUnknownExpired = await firstOf(this.#live, vehicleId, NO_CURSOR).then(
      () => false,
      (error: unknown) => {
        if (error instanceof CursorExpired) return true;
        throw error;
      },
    );
    if (!isUnknownExpired)
      throw new Contradiction(`the cursor ${NO_CURSOR} does not exist, but the status is not 410`);
    return 'begin, resume after a cursor, and reject an unknown one (410)';
  }

  get #known(): Vehicle {
    if (this.#vehicle) return this.#vehicle;
    throw new Untried('No vehicle was found');
  }

  get #time(): TimeRange {
    return this.#range ?? this.#trial.range ?? lastDay(this.#trial.now);
  }
}

const text = (at: number) => new Date(at).toISOString();
const lastDay = (last: number): TimeRange => ({ from: Math.max(0, last - DAY), to: last + 1 });

async function firstOf(live: LiveSource, vehicleId: string, after: string | undefined) {
  const abort = new AbortController();
  try {
    for await (const { cursor } of live.changes(vehicleId, after, abort.signal)) return cursor;
    return undefined;
  } catch (error) {
    if (after !== NO_CURSOR && error instanceof CursorExpired)
      throw new Contradiction('a cursor of this moment is rejected (410)');
    throw error;
  } finally {
    abort.abort();
  }
}

async function rowsIn(stream: AsyncIterable<readonly Measurement[]>): Promise<number> {
  let rows = 0;
  for await (const batch of stream) rows += batch.length;
  return rows;
}

function unknownIn(names: readonly string[]): string {
  const known = new Set<string>(allSignals().map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  return unknown.length === 0
    ? ''
    : `; not in the catalogue, therefore never delivered: ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ' …' : ''}`;
}
