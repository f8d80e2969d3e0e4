import { allSignals } from '#contract/data-catalogue.ts';
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

/** `isFine` is null if the step was impossible, or the back end does not offer it. */
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
    // A value that was left out is the cause of a wrong count.
    const error = rejected() ?? thrown;
    if (error instanceof NotOffered)
      return { step, isFine: null, fault: null, detail: 'not implemented (404)' };
    if (error instanceof Untried) return { step, isFine: null, fault: null, detail: error.message };
    const isContradiction = error instanceof Contradiction;
    if (!isContradiction && !(error instanceof BackendError)) throw error;
    const fault = isContradiction ? 'contradiction' : error.breach;
    return { step, isFine: false, fault, detail: error.message };
  }
}

const DAY = 24 * 60 * 60 * 1000;
const MOST_VEHICLES = 1000;
const NO_VEHICLE = 'no-such-vehicle-0';
const NO_CURSOR = 'no-such-cursor-0';
const MAX_CLOCK_SKEW = 5 * 60_000;

interface Trial {
  email?: string | undefined;
  vehicleId?: string | undefined;
  range?: TimeRange | undefined;
  now: number;
}

export async function* checkBackend(
  source: ReturnType<typeof backendSource>,
  live: ReturnType<typeof backendLiveSource>,
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
  /** Telemetry; null until it was read completely. */
  #rows: Measurement[] | null = null;

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
      if (++read === MOST_VEHICLES) break;
    }
    if (read === 0) throw new Untried('The list is empty; name an existing vehicle with --vehicle');
    return `${read === MOST_VEHICLES ? 'the first ' : ''}${read} read`;
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
      throw new Contradiction(`${NO_VEHICLE} does not exist, but the status is not 404`);
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
      throw new Contradiction(`${first.vehicleId} is missing when requested with vehicleId`);
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
    const rows = await this.#rowsIn(this.#time);
    for (const [index, name] of names.entries()) {
      const count = this.#counts.get(name);
      const found = rows.filter(({ values }) => values[index] !== null).length;
      if (found !== count)
        throw new Contradiction(`${name}: counts reports ${count} values, telemetry has ${found}`);
    }
    this.#rows = rows;
    return `${rows.length} rows; the number of values equals counts`;
  }

  /** Checks that `from` is inclusive and `to` exclusive, with two requests that meet. */
  async #edges(): Promise<string> {
    const rows = this.#rows;
    const middle = rows?.[Math.floor(rows.length / 2)]?.at;
    if (!rows || middle === undefined) throw new Untried('No telemetry to split into two ranges');
    const { from, to } = this.#time;
    const before = await this.#rowsIn({ from, to: middle });
    const after = await this.#rowsIn({ from: middle, to });
    if (before.length + after.length !== rows.length)
      throw new Contradiction(
        `${rows.length} rows in one range, ${before.length} and ${after.length} in two ranges that meet at ${text(middle)}: «from» must be inclusive, «to» exclusive`,
      );
    return `${before.length} rows before ${text(middle)}, ${after.length} from it`;
  }

  async #coverage(): Promise<string> {
    const came = this.#rows;
    if (!came) throw new Untried('No telemetry to compare with');
    const names = [...this.#counts.keys()];
    const [covered] = await this.#source.coverage(this.#known.vehicleId, [names], this.#time);
    const { rows = null, first = null, last = null } = covered ?? {};
    for (const [what, reported, found] of [
      ['rows', rows, came.length],
      ['first', first && text(first), text(came[0]?.at ?? 0)],
      ['last', last && text(last), text(came.at(-1)?.at ?? 0)],
    ])
      if (reported !== null && reported !== found)
        throw new Contradiction(`${what}: coverage reports ${reported}, telemetry has ${found}`);
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
    const late = all.find(({ capturedAt }) => capturedAt > this.#trial.now + MAX_CLOCK_SKEW);
    if (late) throw new Contradiction(`${late.signal} was captured in the future`);
    return `${all.length} signals`;
  }

  /** Opens the changes, resumes after the first cursor, and tries a cursor that never was. */
  async #changes(): Promise<string> {
    const { vehicleId } = this.#known;
    const begun = await firstOf(this.#live, vehicleId, undefined);
    await firstOf(this.#live, vehicleId, begun);
    try {
      await firstOf(this.#live, vehicleId, NO_CURSOR);
    } catch (error) {
      if (!(error instanceof CursorExpired)) throw error;
      return 'begin, resume after a cursor, and reject an unknown one (410)';
    }
    throw new Contradiction(`the cursor ${NO_CURSOR} does not exist, but the status is not 410`);
  }

  async #rowsIn(range: TimeRange): Promise<Measurement[]> {
    const rows: Measurement[] = [];
    const names = [...this.#counts.keys()];
    for await (const batch of this.#source.stream(this.#known.vehicleId, names, range))
      rows.push(...batch);
    return rows;
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

/** Returns the cursor of the first line. */
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

function unknownIn(names: readonly string[]): string {
  const known = new Set<string>(allSignals().map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  return unknown.length === 0
    ? ''
    : `; not in the catalogue, therefore never delivered: ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ' …' : ''}`;
}
