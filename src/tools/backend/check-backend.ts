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

export interface Finding {
  step: string;
  /** `notTried`: the check was not possible, or the back end does not implement the call. */
  fault: Breach | 'contradiction' | 'notTried' | null;
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
    return { step, fault: null, detail };
  } catch (thrown) {
    // A rejected value comes first, because it may have caused the thrown error.
    const error = rejected() ?? thrown;
    if (error instanceof NotOffered)
      return { step, fault: 'notTried', detail: 'not implemented (404)' };
    if (error instanceof Untried) return { step, fault: 'notTried', detail: error.message };
    if (error instanceof Contradiction)
      return { step, fault: 'contradiction', detail: error.message };
    if (!(error instanceof BackendError)) throw error;
    return { step, fault: error.breach, detail: error.message };
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
  for (const [step, run] of Object.entries(stepsOf(source, live, trial)))
    yield await finding([source, live], step, run);
}

/** Each step returns what it found. Later steps use the results of the earlier ones. */
function stepsOf(
  source: VehicleSource,
  live: LiveSource,
  { email, vehicleId, range: asked, now }: Trial,
): Record<string, () => Promise<string>> {
  let vehicle: Vehicle | null = null;
  let range: TimeRange = asked ?? lastDay(now);
  let counts = new Map<string, number>();
  /** Timestamps of the telemetry; null until the telemetry was read completely. */
  let instants: number[] | null = null;

  const known = () => {
    if (vehicle) return vehicle.vehicleId;
    throw new Untried('No vehicle was found');
  };
  const middleTo = (purpose: string) => {
    const middle = instants?.[Math.floor(instants.length / 2)];
    if (middle === undefined) throw new Untried(`No telemetry to ${purpose}`);
    return middle;
  };
  const rowsFrom = async (range: TimeRange) => {
    const rows: Measurement[] = [];
    for await (const batch of source.stream(known(), [...counts.keys()], range))
      rows.push(...batch);
    return rows;
  };

  return {
    async 'list of vehicles'() {
      let read = 0;
      for await (const listed of source.all()) {
        if ((vehicleId ?? listed.vehicleId) === listed.vehicleId) vehicle ??= listed;
        if (++read === MAX_VEHICLES) break;
      }
      if (read === 0)
        throw new Untried('The list is empty; name an existing vehicle with --vehicle');
      return `${read === MAX_VEHICLES ? 'the first ' : ''}${read} read`;
    },
    async 'one vehicle'() {
      const id = vehicleId ?? vehicle?.vehicleId;
      if (id === undefined) throw new Untried('No vehicle was found');
      const found = await source.find(id);
      if (!found) throw new Contradiction(`${id} does not exist (404)`);
      if (vehicle && found.vin !== vehicle.vin)
        throw new Contradiction(`${id} has another VIN in the list of vehicles`);
      vehicle = found;
      return id;
    },
    async 'unknown vehicle'() {
      if (await source.find(NO_VEHICLE))
        throw new Contradiction(
          `the vehicle ${NO_VEHICLE} does not exist, but the status is not 404`,
        );
      return '404 as expected';
    },
    async 'links of an account'() {
      if (email === undefined) throw new Untried('Name an account with --email');
      const linked = await source.linkedTo(email);
      for (const { vehicleId } of linked)
        if (!(await source.find(vehicleId)))
          throw new Contradiction(`${vehicleId} is linked but does not exist (404)`);
      const [first] = linked;
      if (!first) return 'none; use an account with a vehicle to check more';
      const own = await source.linkedTo(email, first.vehicleId);
      if (own.length !== 1)
        throw new Contradiction(
          `${first.vehicleId} is linked, but missing when requested with vehicleId`,
        );
      return `${linked.length} vehicles`;
    },
    async attributes() {
      const all = Object.keys(await source.attributes(known()));
      return `${all.length}${unknownIn(all)}`;
    },
    async span() {
      const ever = { from: 0, to: now };
      const span = await source.span(known(), asked ?? ever);
      const last = span?.last ?? null;
      range = asked ?? lastDay(last ?? now);
      if (span === null) throw new Untried('coverage is not implemented (404)');
      return last === null ? 'no data' : `${text(span.first ?? 0)} to ${text(last)}`;
    },
    async counts() {
      const names = allSignals().map(({ name }) => name);
      counts = await source.counts(known(), names, range);
      const { from, to } = range;
      return `${counts.size} of ${names.length} signals have values from ${text(from)} to ${text(to)}`;
    },
    async telemetry() {
      const names = [...counts.keys()];
      if (names.length === 0)
        throw new Untried('No signal has values; name a time range with --from and --to');
      const values = new Map<string, number>();
      const found: number[] = [];
      for await (const batch of source.stream(known(), names, range))
        for (const row of batch) {
          found.push(row.at);
          for (const [index, name] of names.entries())
            if (row.values[index] !== null) values.set(name, (values.get(name) ?? 0) + 1);
        }
      for (const [name, count] of counts)
        if (values.get(name) !== count)
          throw new Contradiction(
            `${name}: counts reports ${count} values, telemetry has ${values.get(name) ?? 0}`,
          );
      instants = found;
      return `${found.length} rows; the number of values equals counts`;
    },
    async 'inclusive start, exclusive end'() {
      const middle = middleTo('split into two ranges');
      const { from, to } = range;
      const first = await rowsFrom({ from, to: middle });
      const parts = first.length + (await rowsFrom({ from: middle, to })).length;
      if (parts !== instants?.length)
        throw new Contradiction(
          `${instants?.length} rows in one range, ${parts} in two ranges that meet at ${text(middle)}: «from» must be inclusive, «to» exclusive`,
        );
      return 'two half ranges return the same rows as the whole';
    },
    async 'resuming after a cut'() {
      const from = middleTo('resume');
      const rest = { from, to: range.to };
      if (!isDeepStrictEqual(await rowsFrom(rest), await rowsFrom(rest)))
        throw new Contradiction(`a repeated request from ${text(from)} returned different rows`);
      return 'a repeated request returns the same rows';
    },
    async coverage() {
      if (!instants) throw new Untried('No telemetry to compare with');
      const names = [...counts.keys()];
      const [covered] = await source.coverage(known(), [names], range);
      const { rows = null, first = null, last = null } = covered ?? {};
      const came = {
        rows: instants.length,
        first: instants[0],
        last: instants.at(-1),
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
    },
    async notes() {
      const notes = await source.notes(known(), range);
      const contradicted = notes.find(
        ({ kind, name }) => kind === 'notEquipped' && counts.has(name),
      );
      if (contradicted)
        throw new Contradiction(`${contradicted.name}: notEquipped, but counts reports values`);
      return notes.length === 0 ? 'none' : `${notes.length}`;
    },
    async 'latest values'() {
      const all = await live.latest(known());
      const [first] = all;
      if (!first) return 'none';
      const one = await live.latest(known(), [first.signal]);
      if (one.length !== 1)
        throw new Contradiction(`${first.signal} is missing when requested alone`);
      return `${all.length} signals`;
    },
    async changes() {
      const id = known();
      const firstCursor = await firstOf(live, id, undefined);
      await firstOf(live, id, firstCursor);
      const isUnknownExpired = await firstOf(live, id, NO_CURSOR).then(
        () => false,
        (error: unknown) => {
          if (error instanceof CursorExpired) return true;
          throw error;
        },
      );
      if (!isUnknownExpired)
        throw new Contradiction(
          `the cursor ${NO_CURSOR} does not exist, but the status is not 410`,
        );
      return 'begin, resume after a cursor, and reject an unknown one (410)';
    },
  };
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

function unknownIn(names: readonly string[]): string {
  const known = new Set<string>(allSignals().map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  return unknown.length === 0
    ? ''
    : `; not in the catalogue, therefore never delivered: ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ' …' : ''}`;
}
