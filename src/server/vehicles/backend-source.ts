import * as z from 'zod/mini';
import type { LinkTime } from '#machines/link.ts';
import { asBackendError, backendAt } from './ask-backend.ts';
import { BackendError } from './backend-error.ts';
import { linkedVehiclesOf } from './link-times.ts';
import { ndjsonLines } from './ndjson.ts';
import type { Measurement, TimeRange, VehicleSource } from './vehicle-source.ts';

const BATCH = 1000;

const vehicle = z.object({ vehicleId: z.string(), vin: z.string(), name: z.string() });
/** Null of a time is since ever, or until further notice; it is never left out. */
const time = z.nullable(z.iso.datetime({ offset: true }));
const link = z.extend(vehicle, {
  linkedFrom: time,
  linkedUntil: time,
  onBehalfOf: z.optional(z.nullable(z.email())),
});
type Link = z.output<typeof link>;
const value = z.nullable(z.union([z.number(), z.string(), z.boolean()]));
const attributes = z.record(z.string(), value);
const counts = z.record(z.string(), z.int().check(z.nonnegative()));
/** One line of telemetry: an instant in ISO 8601 and values by VSS name; the last line counts them. */
const line = z.union([
  z.object({ at: z.iso.datetime({ offset: true }), values: z.record(z.string(), value) }),
  z.object({ end: z.literal(true), rows: z.number() }),
]);

/**
 * Vehicles and their data from the car maker's own back end:
 * - `GET vehicles?email=`: NDJSON of the links of an account, those that have ended too:
 *   `{vehicleId, vin, name, linkedFrom, linkedUntil, onBehalfOf}`, a line for each time; `linkedFrom`
 *   null is since ever, `linkedUntil` null until further notice, `onBehalfOf` the address of the user
 *   a third party acts for. `vehicleId=` narrows it to one vehicle
 * - `GET vehicles`: NDJSON of `{vehicleId, vin, name}`, every vehicle
 * - `GET vehicles/‹id›`: JSON of the same, or 404
 * - `GET vehicles/‹id›/attributes`: JSON, values by VSS name
 * - `GET vehicles/‹id›/counts?from&to&signal…`: JSON, counts by VSS name
 * - `GET vehicles/‹id›/telemetry?from&to&signal…`: NDJSON, oldest first, of `{at, values}`, ended by
 *   `{end: true, rows}`, so that a stream that was cut off is known from one that ended
 *
 * Times are ISO 8601 instants, `to` and `linkedUntil` exclusive; `signal` is repeated. A user and password in
 * the address are sent as Basic authentication.
 */
export function backendSource(address: string): VehicleSource {
  const get = backendAt(address);
  const vehicles = async function* <S extends z.ZodMiniType>(
    schema: S,
    search: Record<string, string>,
  ): AsyncGenerator<z.output<S>> {
    const isBrief = 'email' in search;
    const answer = await get('vehicles', new URLSearchParams(search), { isBrief });
    if (!answer) throw new BackendError('The vehicle back end has no list of vehicles');
    for await (const item of linesOf(answer)) yield checked(schema, item);
  };
  const linksOf = async (email: string, vehicleId?: string): Promise<Link[]> => {
    const links: Link[] = [];
    const search = { email, ...(vehicleId !== undefined && { vehicleId }) };
    for await (const one of vehicles(link, search))
      if (vehicleId === undefined || one.vehicleId === vehicleId) links.push(one);
    return links;
  };
  return {
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
          usersTimes: onBehalfOf
            ? (users.get(onBehalfOf) ?? [])
                .filter((own) => own.vehicleId === vehicleId && !own.onBehalfOf)
                .map(timeOf)
            : null,
        })),
      );
    },
    all: () => vehicles(vehicle, {}),
    async find(vehicleId) {
      const path = `vehicles/${encodeURIComponent(vehicleId)}`;
      const answer = await get(path, undefined, { isBrief: true });
      return answer && checked(vehicle, await jsonOf(answer));
    },
    async attributes(vehicleId) {
      const answer = await get(`vehicles/${encodeURIComponent(vehicleId)}/attributes`);
      return answer ? checked(attributes, await jsonOf(answer)) : {};
    },
    async counts(vehicleId, signals, range) {
      const path = `vehicles/${encodeURIComponent(vehicleId)}/counts`;
      const answer = await get(path, searchOf(signals, range));
      if (!answer) return new Map();
      const all = Object.entries(checked(counts, await jsonOf(answer)));
      return new Map(all.filter(([name, count]) => count > 0 && signals.includes(name)));
    },
    async *stream(vehicleId, signals, range) {
      const path = `vehicles/${encodeURIComponent(vehicleId)}/telemetry`;
      const answer = await get(path, searchOf(signals, range));
      if (answer) yield* measurements(answer, signals);
    },
  };
}

function timeOf({ linkedFrom, linkedUntil }: Pick<Link, 'linkedFrom' | 'linkedUntil'>): LinkTime {
  return {
    from: linkedFrom === null ? 0 : Date.parse(linkedFrom),
    until: linkedUntil === null ? null : Date.parse(linkedUntil),
  };
}

async function* measurements(
  answer: Response,
  signals: readonly string[],
): AsyncGenerator<Measurement[]> {
  let batch: Measurement[] = [];
  let rows = 0;
  for await (const item of linesOf(answer)) {
    const parsed = checked(line, item);
    if ('end' in parsed) {
      if (parsed.rows !== rows)
        throw new BackendError(`${parsed.rows} rows announced, ${rows} came`);
      if (batch.length > 0) yield batch;
      return;
    }
    rows++;
    const values = signals.map((name) => parsed.values[name] ?? null);
    batch.push({ at: Date.parse(parsed.at), values });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  throw new BackendError(`The stream was cut off after ${rows} rows`);
}

const jsonOf = (answer: Response): Promise<unknown> =>
  answer.json().catch((error: unknown) => {
    throw asBackendError(error);
  });

/** A line that breaks, or is no JSON, is a fault of the back end. */
async function* linesOf(answer: Response): AsyncGenerator<unknown> {
  const lines = ndjsonLines(answer);
  try {
    for (;;) {
      const { done, value } = await lines.next().catch((error: unknown) => {
        throw asBackendError(error);
      });
      if (done) return;
      yield value;
    }
  } finally {
    await lines.return(undefined);
  }
}

function searchOf(signals: readonly string[], { from, to }: TimeRange): URLSearchParams {
  const search = new URLSearchParams({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });
  for (const name of signals) search.append('signal', name);
  return search;
}

function checked<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new BackendError(`The vehicle back end answered: ${z.prettifyError(parsed.error)}`);
}
