import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { LinkTime } from '#machines/link.ts';
import { type BackendTimes, backendAt, pathOf } from './ask-backend.ts';
import type { BackendLocation } from './backend-access.ts';
import {
  answerOf,
  attributesAnswer,
  checked,
  countsAnswer,
  coverageAnswer,
  coverageFrom,
  linkLine,
  ndjsonLines,
  notesAnswer,
  notesFrom,
  telemetryLine,
  unknownCoverage,
  vehicleAnswer,
} from './backend-answers.ts';
import { BackendError, type Breach } from './backend-error.ts';
import { checkUnits, ReceivedFaults, rowCheck } from './check-values.ts';
import { linkedVehiclesOf } from './link-times.ts';
import {
  byName,
  type Coverage,
  type Measurement,
  type TimeRange,
  unknownOrigin,
  type VehicleSource,
} from './vehicle-source.ts';

const BATCH = 10_000;
const MAX_LINKS = 10_000;

type Link = z.output<typeof linkLine>;

/** Reads from the maker's back end (`src/docs/vehicle-backend.md`), which is not trusted. */
export function backendSource(
  location: BackendLocation,
  times?: BackendTimes,
): VehicleSource & { faults: ReceivedFaults } {
  const get = backendAt(location, times);
  const faults = new ReceivedFaults();
  const vehicles = async function* <S extends z.ZodMiniType>(
    schema: S,
    search: Record<string, string>,
  ): AsyncGenerator<z.output<S>> {
    const isBrief = 'email' in search;
    const answer = await get('vehicles', new URLSearchParams(search), { isBrief });
    if (!answer) throw new BackendError('away', 'The vehicle back end has no list of vehicles');
    for await (const item of ndjsonLines(answer)) yield checked(schema, item);
  };
  const linksOf = async (email: string, vehicleId?: string): Promise<Link[]> => {
    const links: Link[] = [];
    const search = { email, ...(vehicleId !== undefined && { vehicleId }) };
    for await (const link of vehicles(linkLine, search)) {
      if (vehicleId === undefined || link.vehicleId === vehicleId) links.push(link);
      if (links.length > MAX_LINKS)
        throw new BackendError('tooMuch', `One account has more than ${MAX_LINKS} links`);
    }
    return links;
  };
  const coverageOf = async (
    vehicleId: string,
    names: readonly string[],
    range: TimeRange,
  ): Promise<Coverage | null> => {
    const answer = await get(pathOf(vehicleId, 'coverage'), searchOf(names, range), {
      isBrief: true,
    });
    const coverage = await answerOf(coverageAnswer, answer);
    return coverage && coverageFrom(coverage, range);
  };
  return {
    faults,
    async linkedTo(email, vehicleId) {
      const links = await linksOf(email, vehicleId);
      const users = new Map<string, Link[]>();
      for (const { onBehalfOf } of links)
        if (onBehalfOf && !users.has(onBehalfOf))
          users.set(onBehalfOf, await linksOf(onBehalfOf, vehicleId));
      return linkedVehiclesOf(
        links.map(({ vehicleId, vin, name, onBehalfOf, ...times }) => ({
          vehicle: { vehicleId, vin, name },
          time: timeOf(times),
          user: onBehalfOf
            ? {
                email: onBehalfOf,
                times: (users.get(onBehalfOf) ?? [])
                  .filter((own) => own.vehicleId === vehicleId && !own.onBehalfOf)
                  .map(timeOf),
              }
            : null,
        })),
      );
    },
    all: () => vehicles(vehicleAnswer, {}),
    async models() {
      const counts = new Map<string, number>();
      for await (const { name } of vehicles(vehicleAnswer, {}))
        counts.set(name, (counts.get(name) ?? 0) + 1);
      return byName(Array.from(counts, ([model, count]) => ({ model, vehicles: count })));
    },
    async find(vehicleId) {
      const answer = await get(pathOf(vehicleId), undefined, { isBrief: true });
      const found = await answerOf(vehicleAnswer, answer);
      if (found && found.vehicleId !== vehicleId)
        throw new BackendError('notAgreed', 'The response is about another vehicle than requested');
      return found;
    },
    async attributes(vehicleId) {
      const answer = await answerOf(attributesAnswer, await get(pathOf(vehicleId, 'attributes')));
      const all = Object.entries(answer ?? {});
      return Object.fromEntries(
        all.map(([name, value]) => [name, faults.accepted(name, value, 'Attributes')]),
      );
    },
    async counts(vehicleId, signals, range) {
      const answer = await get(pathOf(vehicleId, 'counts'), searchOf(signals, range));
      const all = Object.entries((await answerOf(countsAnswer, answer)) ?? {});
      return new Map(all.filter(([name, count]) => count > 0 && signals.includes(name)));
    },
    coverage: (vehicleId, groups, range) =>
      Promise.all(
        groups.map(async (names) => (await coverageOf(vehicleId, names, range)) ?? unknownCoverage),
      ),
    span: (vehicleId, range) => coverageOf(vehicleId, [], range),
    async notes(vehicleId, range) {
      const answer = await get(pathOf(vehicleId, 'notes'), searchOf([], range));
      return notesFrom((await answerOf(notesAnswer, answer)) ?? [], range);
    },
    imports: async () => [{ kind: 'backend', ...unknownOrigin }],
    intervals: async () => new Map(),
    hasArrivals: async () => false,
    stream: (vehicleId, signals, range) =>
      resumed(range, async function* (rest) {
        const answer = await get(pathOf(vehicleId, 'telemetry'), searchOf(signals, rest));
        if (answer) yield* measurements(answer, rowCheck(signals, rest, faults));
      }),
  };
}

function timeOf({ linkedFrom, linkedUntil }: Pick<Link, 'linkedFrom' | 'linkedUntil'>): LinkTime {
  return {
    from: linkedFrom === null ? 0 : Date.parse(linkedFrom),
    until: linkedUntil === null ? null : Date.parse(linkedUntil),
  };
}

const connectionBreaches: readonly Breach[] = ['cutOff', 'silent', 'tooSlow'];

async function* measurements(
  answer: AsyncIterable<Uint8Array>,
  check: ReturnType<typeof rowCheck>,
): AsyncGenerator<Measurement[]> {
  let batch: Measurement[] = [];
  let size = 0;
  let hasEnded = false;
  try {
    for await (const item of ndjsonLines(answer)) {
      const parsed = checked(telemetryLine, item);
      if (hasEnded) throw new BackendError('wrongCount', 'A line follows the last line');
      if ('units' in parsed) {
        checkUnits(parsed.units);
        continue;
      }
      if ('end' in parsed) {
        if (parsed.rows !== check.rows())
          throw new BackendError(
            'wrongCount',
            `${parsed.rows} rows announced, ${check.rows()} received`,
          );
        if (batch.length > 0) yield batch;
        batch = [];
        hasEnded = true;
        continue;
      }
      const row = check.measurement(parsed.at, parsed.values);
      batch.push(row);
      size += approximateSizeOf(row);
      if (size < BATCH) continue;
      yield batch;
      batch = [];
      size = 0;
    }
  } catch (error) {
    // All rows were received; only closing the connection failed.
    if (hasEnded && error instanceof BackendError && connectionBreaches.includes(error.breach))
      return;
    // Rows received before the connection broke are valid; the stream resumes after them.
    if (isCut(error) && batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
  if (hasEnded) return;
  throw new BackendError('cutOff', `The stream was cut off after ${check.rows()} rows`);
}

const approximateSizeOf = ({ values }: Measurement) =>
  values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? 1 + value.length / 100 : 1),
    1,
  );

function searchOf(signals: readonly string[], { from, to }: TimeRange): URLSearchParams {
  const search = new URLSearchParams({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });
  for (const name of signals) search.append('signal', name);
  return search;
}

type Batches = AsyncIterable<readonly Measurement[]>;

const MAX_CUTS = 10;

export const isCut = (error: unknown) => error instanceof BackendError && error.breach === 'cutOff';

/**
 * Streams each row of a range once. If the connection breaks, resumes at the last received time;
 * rows of that time are compared with those received before.
 * @param ask requests the rest of the range
 * @throws {BackendError} `cutOff` after too many breaks, or if no row follows a break
 */
export async function* resumed(
  range: TimeRange,
  ask: (rest: TimeRange) => Batches,
): AsyncGenerator<readonly Measurement[]> {
  let latest: Measurement[] = [];
  let cut: unknown = null;
  for (let cuts = 0; ; cuts++) {
    let hasProgress = cut === null;
    try {
      const from = latest[0]?.at ?? range.from;
      for await (const batch of skippingRows(latest, ask({ from, to: range.to }))) {
        hasProgress = true;
        latest = latestOf(latest, batch);
        yield batch;
      }
      return;
    } catch (error) {
      // Throws an error with `retryAfter` unchanged, because the caller retries after that pause.
      const hasToWait = error instanceof BackendError && error.retryAfter > 0;
      if (!hasProgress) throw hasToWait ? error : cut;
      if (!isCut(error) || latest.length === 0 || cuts === MAX_CUTS) throw error;
      cut = error;
    }
  }
}

function latestOf(before: readonly Measurement[], batch: readonly Measurement[]): Measurement[] {
  const at = batch.at(-1)?.at;
  const own = batch.filter((row) => row.at === at);
  return before[0]?.at === at ? [...before, ...own] : own;
}

async function* skippingRows(
  rows: readonly Measurement[],
  batches: Batches,
): AsyncGenerator<readonly Measurement[]> {
  let left = [...rows];
  for await (const batch of batches) {
    const repeated = batch.slice(0, left.length);
    if (!isDeepStrictEqual(repeated, left.slice(0, repeated.length)))
      throw new BackendError(
        'outOfOrder',
        'After a reconnect, the rows of the last instant differ',
      );
    left = left.slice(repeated.length);
    const fresh = batch.slice(repeated.length);
    if (fresh.length > 0) yield fresh;
  }
  if (left.length > 0)
    throw new BackendError('wrongCount', 'After a reconnect, rows of the last instant are missing');
}
