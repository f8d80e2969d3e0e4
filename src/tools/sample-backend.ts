import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { type Command, parsed, UsageError } from './usage.ts';

export const help = `Sample of a car maker's back end: implements the API of src/docs/vehicle-backend.md for one
invented car, which is linked to every account and drives half an hour a day (UTC 7:30).

  portal sample-backend                on http://127.0.0.1:4100
  portal sample-backend --port 4200     on another port, 0 for a free one
`;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const FIRST_DAY = Date.parse('2026-01-01T00:00:00Z');
/** One drive a day from 7:30 to 8:00 (UTC), one row every ten seconds. */
const DRIVE_START = 450 * MINUTE;
const DRIVE_END = 480 * MINUTE;
const STEP = 10 * SECOND;

const car = { vehicleId: 'sample-1', vin: 'SAMPLE00000000001', name: 'Sample car' };
const link = { ...car, linkedFrom: '2026-01-01T00:00:00Z', linkedUntil: null };
const attributes = { 'Vehicle.VehicleIdentification.Brand': 'Sample', 'Vehicle.Length': 4053 };

const notes = [{ kind: 'notEquipped', name: 'Vehicle.Powertrain.CombustionEngine.Speed' }];

/** Values by the completed fraction of the drive (0 to 1) and the day number. */
const signals: Record<string, (share: number, day: number) => number | boolean> = {
  'Vehicle.Speed': (share) => round(90 * Math.sin(Math.PI * share)),
  'Vehicle.IsMoving': (share) => share > 0 && share < 1,
  'Vehicle.TraveledDistance': (share, day) => Math.round(30_000 * (day + share)),
  'Vehicle.Powertrain.TractionBattery.StateOfCharge.Current': (share) => round(80 - 10 * share),
  'Vehicle.CurrentLocation.Latitude': (share) => round(50.85 + share / 10),
  'Vehicle.CurrentLocation.Longitude': (share) => round(4.35 + share / 5),
};
const round = (value: number) => Math.round(value * 1e5) / 1e5;

/** `day`: number of days since `FIRST_DAY`. */
type Instant = { at: number; day: number };

function* instantsOf(from: number, to: number): Generator<Instant> {
  const last = Math.min(to, Date.now());
  for (let day = Math.max(0, Math.floor((from - FIRST_DAY) / DAY)); ; day++) {
    const midnight = FIRST_DAY + day * DAY;
    if (midnight >= last) return;
    for (let at = midnight + DRIVE_START; at <= midnight + DRIVE_END && at < last; at += STEP)
      if (at >= from) yield { at, day };
  }
}

const iso = (at: number) => new Date(at).toISOString();

/** Returns the value of a signal; null for an unknown signal. */
function valueAt({ at, day }: Instant, name: string) {
  const share = (at - FIRST_DAY - day * DAY - DRIVE_START) / (DRIVE_END - DRIVE_START);
  return signals[name]?.(share, day) ?? null;
}

/** Yields one line per row, then the number of rows, which reveals a truncated response. */
function* telemetry(names: readonly string[], from: number, to: number): Generator<object> {
  let rows = 0;
  if (names.length > 0)
    for (const instant of instantsOf(from, to)) {
      rows++;
      const values = names.map((name) => [name, valueAt(instant, name)]);
      yield { at: iso(instant.at), values: Object.fromEntries(values) };
    }
  yield { end: true, rows };
}

function coverage(from: number, to: number) {
  const all = Array.from(instantsOf(from, to), ({ at }) => at);
  const [first, last] = [all.at(0), all.at(-1)];
  const silences = all.slice(1).map((at, index) => (at - (all[index] ?? at)) / SECOND);
  const long = silences.filter((silence) => silence > 3600);
  return {
    rows: all.length,
    first: first === undefined ? null : iso(first),
    last: last === undefined ? null : iso(last),
    gaps: { count: long.length, longest: Math.max(0, ...long), beyond: 3600 },
  };
}

const sampleOf = (instant: Instant) => (signal: string) => ({
  signal,
  value: valueAt(instant, signal),
  capturedAt: iso(instant.at),
  receivedAt: iso(instant.at),
});

function latest(names: readonly string[]) {
  const last = Array.from(instantsOf(Date.now() - 2 * DAY, Date.now())).at(-1);
  return last ? names.map(sampleOf(last)) : [];
}

const POLL = 2 * SECOND;
const HEARTBEAT_INTERVAL = 15 * SECOND;

function sendChanges(reply: ServerResponse, after: number): void {
  reply.setHeader('content-type', 'application/x-ndjson');
  let [last, sentAt] = [after, 0];
  const send = () => {
    const now = Date.now();
    const instants = Array.from(instantsOf(last + 1, now));
    for (const instant of instants) {
      last = instant.at;
      const samples = Object.keys(signals).map(sampleOf(instant));
      reply.write(`${JSON.stringify({ samples, cursor: String(last) })}\n`);
    }
    if (instants.length === 0 && now - sentAt < HEARTBEAT_INTERVAL) return;
    if (instants.length === 0)
      reply.write(`${JSON.stringify({ samples: [], cursor: String(last) })}\n`);
    sentAt = now;
  };
  send();
  const timer = setInterval(send, POLL);
  reply.once('close', () => clearInterval(timer));
}

function sendLines(reply: ServerResponse, items: Iterable<object>): void {
  reply.setHeader('content-type', 'application/x-ndjson');
  const lines = function* () {
    for (const item of items) yield `${JSON.stringify(item)}\n`;
  };
  pipeline(Readable.from(lines()), reply, () => {});
}

function answer({ url = '' }: IncomingMessage, reply: ServerResponse): unknown {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, vehicles, vehicleId, resource] = pathname.split('/').map(decodeURIComponent);
  const json = (body: object) => reply.end(JSON.stringify(body));
  const fail = (status: number) => reply.writeHead(status).end();
  if (vehicles !== 'vehicles') return fail(404);
  if (vehicleId === undefined) {
    const requestedId = searchParams.get('vehicleId') ?? car.vehicleId;
    const found = searchParams.has('email') ? link : car;
    return sendLines(reply, requestedId === car.vehicleId ? [found] : []);
  }
  if (vehicleId !== car.vehicleId) return fail(404);
  if (resource === undefined) return json(car);
  if (resource === 'attributes') return json(attributes);
  if (resource === 'notes') return json(notes);
  if (resource === 'latest') {
    const wanted = searchParams.getAll('signal');
    const all = Object.keys(signals);
    return json(latest(wanted.length > 0 ? all.filter((name) => wanted.includes(name)) : all));
  }
  if (resource === 'changes') {
    const after = Number(searchParams.get('after') ?? Date.now());
    return after >= Date.now() - DAY && after <= Date.now() ? sendChanges(reply, after) : fail(410);
  }
  const [from = Number.NaN, to = Number.NaN] = ['from', 'to'].map((name) =>
    Date.parse(searchParams.get(name) ?? ''),
  );
  if (!(from <= to)) return fail(400);
  const names = searchParams.getAll('signal').filter((name) => name in signals);
  if (resource === 'telemetry') return sendLines(reply, telemetry(names, from, to));
  const isEmpty = searchParams.has('signal') && names.length === 0;
  const covered = coverage(from, isEmpty ? from : to);
  if (resource === 'coverage') return json(covered);
  if (resource !== 'counts') return fail(404);
  return json(Object.fromEntries(names.map((name) => [name, covered.rows])));
}

export const sampleBackend = () =>
  createServer((request, reply) => {
    try {
      answer(request, reply);
    } catch {
      reply.writeHead(400).end();
    }
  });

export const run: Command = async (args, _, { stdout }) => {
  const options = { port: { type: 'string', default: '4100' } } as const;
  const { values } = parsed({ args, options });
  const port = Number(values.port);
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536))
    throw new UsageError(`--port «${values.port}» is not a port number`);
  const server = sampleBackend().listen(port, '127.0.0.1');
  await once(server, 'listening');
  stdout.write(`VEHICLE_BACKEND_URL=http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  return 0;
};
