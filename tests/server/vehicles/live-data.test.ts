import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { liveSource } from '#server/vehicles/linked-vehicles.ts';
import { storeSamples } from '#server/vehicles/live-samples.ts';
import { CursorExpired, type LiveSample } from '#server/vehicles/vehicle-source.ts';
import { type Portal, startPortal } from '#tests/server/fixture.ts';
import { addVehicle } from './fill-store.ts';

const TOKEN = 'ingest-token-of-a-test-with-32-characters';
const SPEED = 'Vehicle.Speed';
const CHARGING = 'Vehicle.Powertrain.TractionBattery.Charging.IsCharging';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
const NOW = Date.parse('2026-11-20T10:00:00Z');
const iso = (ago: number) => new Date(NOW - ago * 1000).toISOString();

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ settings: { INGEST_TOKEN: TOKEN }, now: NOW });
  await addVehicle(portal.services.store, { id: 'one', vin: 'LIVE1' });
  await addVehicle(portal.services.store, { id: 'two', vin: 'LIVE2' });
});
afterAll(() => portal.close());

const sample = (changed: object) => ({
  vin: 'LIVE1',
  signal: SPEED,
  value: 50,
  capturedAt: iso(10),
  ...changed,
});

async function send(lines: readonly (object | string)[], headers: Record<string, string> = {}) {
  const {
    statusCode,
    payload,
    headers: answered,
  } = await portal.app.inject({
    method: 'POST',
    url: '/ingest/v1/samples',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/x-ndjson',
      ...headers,
    },
    payload: lines
      .map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
      .join('\n'),
  });
  return { status: statusCode, body: JSON.parse(payload), type: answered['content-type'] };
}

describe('samples that are sent', () => {
  test('are the latest values, each with its own times and unit', async () => {
    const { status, body } = await send([
      sample({ value: 1, capturedAt: iso(60) }),
      sample({ value: 50, unit: 'km/h' }),
      sample({ signal: CHARGING, value: false, capturedAt: iso(30) }),
      sample({ vin: 'LIVE2', value: 90, capturedAt: '2026-11-20T10:59:50.250+01:00' }),
    ]);
    expect([status, body]).toEqual([200, { accepted: 4, repeated: 0, rejected: 0, errors: [] }]);
    const live = liveSource(portal.services);
    const speed = { signal: SPEED, value: 50, unit: 'km/h', capturedAt: NOW - 10_000 };
    const charging = { signal: CHARGING, value: false, unit: null, capturedAt: NOW - 30_000 };
    const latest = await live.latest('one');
    expect(latest).toHaveLength(2);
    expect(latest).toEqual(
      expect.arrayContaining([
        { ...speed, receivedAt: NOW },
        { ...charging, receivedAt: NOW },
      ]),
    );
    expect(await live.latest('one', [CHARGING, 'Vehicle.AverageSpeed'])).toEqual([
      { ...charging, receivedAt: NOW },
    ]);
    expect((await live.latest('two')).map(({ capturedAt }) => capturedAt)).toEqual([NOW - 9750]);
  });

  test('are stored once, however often they are sent, and an older sample does not replace the latest value', async () => {
    const lines = [
      sample({ value: 3, capturedAt: iso(9) }),
      sample({ value: 2, capturedAt: iso(99) }),
    ];
    expect((await send(lines)).body).toMatchObject({ accepted: 2, repeated: 0 });
    expect((await send([...lines, lines[0] as object])).body).toMatchObject({
      accepted: 3,
      repeated: 3,
    });
    const [latest] = await liveSource(portal.services).latest('one', [SPEED]);
    expect(latest?.value).toBe(3);
  });

  test.each([
    ['no JSON', '{"vin":', null, 'malformed'],
    ['no object', '[1]', null, 'malformed'],
    ['an unknown field', sample({ speed: 1 }), 'speed', 'unknown'],
    ['no value', sample({ value: null }), 'value', 'missing'],
    ['an unknown vehicle', sample({ vin: 'LIVE\u0000' }), 'vin', 'unknown'],
    ['an unknown signal', sample({ signal: 'Vehicle.Spede' }), 'signal', 'unknown'],
    ['another unit', sample({ unit: 'm/s' }), 'unit', 'wrongUnit'],
    ['a text for a number', sample({ value: '50' }), 'value', 'wrongType'],
    ['an object as value', sample({ value: {} }), 'value', 'wrongType'],
    ['a latitude of 91°', sample({ signal: LATITUDE, value: 91 }), 'value', 'outOfRange'],
    ['a speed of 9999', sample({ value: 9999 }), 'value', 'outOfRange'],
    [
      'a trip meter of -7',
      sample({ signal: 'Vehicle.TripMeterReading', value: -7 }),
      'value',
      'outOfRange',
    ],
    ['no time zone', sample({ capturedAt: '2026-11-20T10:00:00' }), 'capturedAt', 'malformed'],
    ['a time of 1970', sample({ capturedAt: '1970-01-01T00:00:05Z' }), 'capturedAt', 'outOfRange'],
    [
      'the 30th of February',
      sample({ capturedAt: '2026-02-30T00:00:00Z' }),
      'capturedAt',
      'malformed',
    ],
    ['a time of tomorrow', sample({ capturedAt: iso(-86_400) }), 'capturedAt', 'inFuture'],
  ])(
    'with %s are rejected with line and field; the others are stored',
    async (_, bad, field, reason) => {
      const { status, body } = await send(['', bad, sample({})]);
      expect([status, body]).toEqual([
        200,
        { accepted: 1, repeated: 1, rejected: 1, errors: [{ line: 2, field, reason }] },
      ]);
    },
  );

  test('with the position 0, 0 are rejected, those on the equator are not', async () => {
    const { body } = await send([
      sample({ signal: LONGITUDE, value: 0, capturedAt: iso(3) }),
      sample({ signal: LATITUDE, value: 0, capturedAt: iso(3) }),
      sample({ signal: LATITUDE, value: 0, capturedAt: iso(2) }),
      sample({ signal: LONGITUDE, value: 9, capturedAt: iso(2) }),
      sample({ signal: LATITUDE, value: 0, capturedAt: iso(1) }),
      sample({ vin: 'LIVE2', signal: LONGITUDE, value: 0, capturedAt: iso(1) }),
    ]);
    const fault = { field: 'value', reason: 'outOfRange' };
    expect(body).toMatchObject({ accepted: 4, rejected: 2 });
    expect(body.errors).toEqual([
      { line: 1, ...fault },
      { line: 2, ...fault },
    ]);
  });

  test.each([
    ['without a token', { authorization: '' }, 401],
    ['with another token', { authorization: `Bearer ${TOKEN}0` }, 401],
    ['as JSON', { 'content-type': 'application/json' }, 415],
  ])('%s are rejected with a problem', async (_, headers, status) => {
    expect(await send([sample({})], headers)).toMatchObject({
      status,
      body: { type: 'about:blank', status },
      type: 'application/problem+json',
    });
  });

  test('are rejected when they exceed 4 MiB', async () => {
    expect((await send([' '.repeat(4 * 2 ** 20 + 1)])).status).toBe(413);
  });
});

describe('changes', () => {
  const add = (...values: number[]) =>
    storeSamples(
      portal.services,
      values.map((value) => ({
        vehicleId: 'two',
        signal: SPEED,
        value,
        capturedAt: NOW - 1_000_000 + value * 1000,
      })),
    );
  const watch = (cursor?: string) => {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const changes = liveSource(portal.services).changes('two', cursor, abort.signal);
    const batches = changes[Symbol.asyncIterator]();
    const next = async () =>
      (await batches.next()).value as { samples: LiveSample[]; cursor: string };
    return { abort, next, batches };
  };

  test('begin now and arrive in the order of acknowledgement, also those from the past', async () => {
    const { next } = watch();
    const first = await next();
    expect(first.samples).toEqual([]);
    const waiting = next();
    await add(7, 5);
    expect((await waiting).samples.map(({ value }) => value)).toEqual([7, 5]);
    await add(7);
    await add(6);
    expect((await next()).samples.map(({ value }) => value)).toEqual([6]);
  });

  test('resume after a cursor without loss or repeat', async () => {
    const { next } = watch();
    const { cursor } = await next();
    await add(...Array.from({ length: 600 }, (_, index) => 100 + index));
    const resumed = watch(cursor);
    expect((await resumed.next()).samples).toEqual([]);
    const [one, other] = [await resumed.next(), await resumed.next()];
    expect([one.samples.length, other.samples.length]).toEqual([500, 100]);
    const last = watch(one.cursor);
    await last.next();
    expect((await last.next()).samples.at(-1)?.value).toBe(699);
  });

  test('end with the abort signal while they wait', async () => {
    const { abort, next, batches } = watch();
    await next();
    const waiting = batches.next();
    abort.abort();
    expect((await waiting).done).toBe(true);
  });

  test.each(['', 'x', '-1', '1e3', '999999'])(
    'are rejected for the cursor «%s»',
    async (cursor) => {
      await expect(watch(cursor).next()).rejects.toThrow(CursorExpired);
    },
  );
});

test.each([
  ['driving', { 'Vehicle.IsMoving': true }, 10, 'driving'],
  ['moving with a speed only', { [SPEED]: 3 }, 10, 'driving'],
  ['charging', { 'Vehicle.IsMoving': false, [CHARGING]: true, [SPEED]: 0 }, 10, 'charging'],
  ['parked for an hour', { 'Vehicle.IsMoving': false }, 3600, 'parked'],
  ['silent while driving', { 'Vehicle.IsMoving': true }, 600, 'unreachable'],
  ['silent for two days', { 'Vehicle.IsMoving': false }, 2 * 86_400, 'unreachable'],
])('a vehicle %s (%j, %d s ago) has the state %s', async (name, values, silence, state) => {
  const { services } = portal;
  await addVehicle(services.store, { id: name, vin: name });
  const at = NOW - silence * 1000;
  await storeSamples(
    { ...services, now: () => at },
    Object.entries(values).map(([signal, value]) => ({
      vehicleId: name,
      signal,
      value,
      capturedAt: at,
    })),
  );
  const live = liveSource(services);
  expect(await live.contact(name, { from: 0, to: Number.MAX_SAFE_INTEGER })).toEqual({
    lastContactAt: at,
    state,
  });
});
