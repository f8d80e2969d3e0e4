import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Breach } from '#server/vehicles/backend-error.ts';
import { backendSource } from '#server/vehicles/backend-source.ts';
import type { VehicleSource } from '#server/vehicles/vehicle-source.ts';
import { flood, ndjson, serveFleet } from './hostile-backend.ts';

const SPEED = 'Vehicle.Speed';
const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Current';
const PEDAL = 'Vehicle.Chassis.Accelerator.PedalPosition';
const range = { from: Date.parse('2026-01-01T00:00:00Z'), to: Date.parse('2026-01-02T00:00:00Z') };
/** Long timeouts in ms; each test shortens the one that it tests. */
const patient = { silence: 60_000, brief: 60_000, total: 60_000 };
const silent = { ...patient, silence: 150 };
const slow = { ...patient, brief: 400, total: 400 };
const MIB = 2 ** 20;

const at = '2026-01-01T10:00:00Z';
const row = (values: object, when = at) => ({ at: when, values });
const end = (rows: number) => ({ end: true, rows });

type Answer = (path: string, reply: ServerResponse) => unknown;

async function source(answer: Answer, times = patient) {
  return backendSource({ url: await serveFleet(answer) }, times);
}

async function telemetry(answer: Answer, times = patient): Promise<number> {
  const backend = await source(answer, times);
  let rows = 0;
  for await (const batch of backend.stream('v1', [SPEED, CHARGE, PEDAL], range))
    rows += batch.length;
  return rows;
}

const sends =
  (...items: unknown[]): Answer =>
  (_, reply) =>
    reply.end(ndjson(...items));

async function firstOf<T>(items: AsyncIterable<T>): Promise<T | null> {
  for await (const item of items) return item;
  return null;
}

const isA = (breach: Breach, message: RegExp) => ({
  breach,
  message: expect.stringMatching(message),
});

describe('in a response', () => {
  test.each<[string, Breach, RegExp, unknown[]]>([
    [
      'a row before the requested time',
      'outOfTime',
      /Row 1/,
      [row({}, '2025-12-31T23:59:59.999Z'), end(1)],
    ],
    [
      'a row at the end of the requested time',
      'outOfTime',
      /Row 1/,
      [row({}, '2026-01-02T00:00:00Z'), end(1)],
    ],
    [
      'an older row after a newer one',
      'outOfOrder',
      /Row 2/,
      [row({}), row({}, '2026-01-01T09:59:59Z'), end(2)],
    ],
    ['miles per hour', 'wrongUnit', /km\/h/, [{ units: { [SPEED]: 'mph' } }, row({}), end(1)]],
    [
      'a higher number of rows than sent',
      'wrongCount',
      /3 rows announced, 1 received/,
      [row({}), end(3)],
    ],
    ['a row after the last line', 'wrongCount', /follows/, [row({}), end(1), row({})]],
    ['no last line', 'cutOff', /after 1 rows/, [row({})]],
    ['no time', 'notAgreed', /Invalid response/, [{ values: {} }, end(1)]],
  ])('%s is an error of its own kind', async (_, breach, message, items) => {
    await expect(telemetry(sends(...items))).rejects.toMatchObject(isA(breach, message));
  });

  test.each<[string, Breach, RegExp, string, unknown]>([
    ['text as speed', 'wrongType', /Row 2: Vehicle.Speed/, SPEED, 'fast'],
    ['a flag as speed', 'wrongType', /Vehicle.Speed/, SPEED, true],
    ['a list as speed', 'wrongType', /Vehicle.Speed/, SPEED, [1]],
    ['half an integer', 'wrongType', /Pedal/, PEDAL, 1.5],
    ['a charge of 250 %', 'outOfRange', /Row 2: .*Charge/, CHARGE, 250],
    ['a charge below 0 %', 'outOfRange', /Charge/, CHARGE, -1],
    ['a speed of 9999 km/h', 'outOfRange', /Speed/, SPEED, 9999],
    ['a speed of -7 km/h', 'outOfRange', /Speed/, SPEED, -7],
  ])('%s is left out and counted', async (_, breach, message, name, value) => {
    const fine = row({ [SPEED]: 1, [CHARGE]: 2, [PEDAL]: 3 });
    const bad = row({ [SPEED]: 1, [CHARGE]: 2, [PEDAL]: 3, [name]: value });
    const backend = await source(sends(fine, bad, end(2)));
    const rows: unknown[] = [];
    for await (const batch of backend.stream('v1', [SPEED, CHARGE, PEDAL], range))
      rows.push(...batch.map(({ values }) => values));
    const expected = [SPEED, CHARGE, PEDAL].map((one, nth) => (one === name ? null : nth + 1));
    expect(rows).toEqual([[1, 2, 3], expected]);
    expect([...backend.faults.rejected]).toEqual([[name, 1]]);
    expect(backend.faults.first).toMatchObject(isA(breach, message));
  });

  test('the position 0, 0 is left out and counted', async () => {
    const names = ['Latitude', 'Longitude'].map((name) => `Vehicle.CurrentLocation.${name}`);
    const at00 = row(Object.fromEntries(names.map((name) => [name, 0])));
    const backend = await source(sends(at00, end(1)));
    const [first] = (await firstOf(backend.stream('v1', names, range))) ?? [];
    expect(first?.values).toEqual([null, null]);
    expect([...backend.faults.rejected]).toEqual(names.map((name) => [name, 1]));
  });

  test('infinity is left out and counted', async () => {
    const infinite: Answer = (_, reply) =>
      reply.end(`{"at":"${at}","values":{"${SPEED}":1e999}}\n${JSON.stringify(end(1))}\n`);
    const backend = await source(infinite);
    await firstOf(backend.stream('v1', [SPEED], range));
    expect([...backend.faults.rejected]).toEqual([[SPEED, 1]]);
  });

  test('repeated rows are delivered unchanged, and counted as repeated', async () => {
    const [one, other] = [row({ [SPEED]: 1 }), row({ [SPEED]: 2 })];
    const backend = await source(sends(one, one, other, end(3)));
    let rows = 0;
    for await (const batch of backend.stream('v1', [SPEED], range)) rows += batch.length;
    expect([rows, backend.faults.repeated]).toEqual([3, 1]);
  });

  test.each([
    ['120', 120_000],
    ['999999999', 86_400_000],
    ['never', 0],
    [new Date(Date.now() - 1000).toUTCString(), 0],
  ])('the status 503 requests a pause: Retry-After %s', async (header, retryAfter) => {
    const busy: Answer = (_, reply) => reply.writeHead(503, { 'retry-after': header }).end();
    await expect(telemetry(busy)).rejects.toMatchObject({ breach: 'away', retryAfter });
  });

  test('bytes that are neither UTF-8 nor JSON are an error', async () => {
    const bytes: Answer = (_, reply) => reply.end(Buffer.of(0x22, 0xff, 0xfe, 0x22, 0x0a));
    await expect(telemetry(bytes)).rejects.toMatchObject(isA('notAgreed', /UTF-8/));
    const page: Answer = (_, reply) => reply.end('<h1>Kanarienvogel</h1>');
    const refused = await telemetry(page).catch((error: Error) => error.message);
    expect(refused).toMatch(/not valid JSON/);
    expect(refused).not.toMatch(/Kanarien/);
  });

  test('a wrong attribute is left out, and another vehicle is an error', async () => {
    const backend = await source((path, reply) =>
      reply.end(
        JSON.stringify(
          path.endsWith('attributes')
            ? { 'Vehicle.Length': 'long' }
            : { vehicleId: '2', vin: 'V', name: 'N' },
        ),
      ),
    );
    expect(await backend.attributes('1')).toEqual({ 'Vehicle.Length': null });
    expect(backend.faults.first).toMatchObject(isA('wrongType', /Vehicle.Length/));
    await expect(backend.find('1')).rejects.toMatchObject(isA('notAgreed', /another vehicle/));
  });

  test('valid telemetry is accepted, with units and separate rows of one instant', async () => {
    const items = [{ units: { [SPEED]: 'km/h' } }, row({ [SPEED]: 0.5 }), row({ [PEDAL]: 7 })];
    expect(await telemetry(sends(...items, end(2)))).toBe(2);
  });
});

describe('a back end that stalls runs into a timeout', () => {
  test.each<[string, Answer]>([
    ['before its response', () => {}],
    ['after the response headers', (_, reply) => reply.flushHeaders()],
    ['in mid-stream', (_, reply) => reply.write(ndjson(row({ [SPEED]: 1 })))],
    ['within a line', (_, reply) => reply.write('{"at":')],
    ['before its last line', (_, reply) => reply.write(ndjson(row({}), row({})))],
  ])('%s', async (_, answer) => {
    await expect(telemetry(answer, silent)).rejects.toMatchObject(
      isA('silent', /telemetry sent nothing for 0.15 s/),
    );
  });

  test('earlier in calls for pages', async () => {
    const backend = await source((_, reply) => {
      reply.write(' ');
      const timer = setInterval(() => reply.write(' '), 20);
      reply.once('close', () => clearInterval(timer));
    }, slow);
    await expect(backend.linkedTo('a@x.eu')).rejects.toMatchObject(isA('tooSlow', /0.4 s/));
    await expect(backend.find('1')).rejects.toMatchObject(isA('tooSlow', /0.4 s/));
  });

  test('with a response that trickles row by row', async () => {
    const answer: Answer = (_, reply) => {
      const timer = setInterval(() => reply.write(ndjson(row({}))), 20);
      reply.once('close', () => clearInterval(timer));
    };
    await expect(telemetry(answer, slow)).rejects.toMatchObject(
      isA('tooSlow', /longer than 0.4 s/),
    );
  });

  test('in which the time of the reader does not count', async () => {
    const backend = await source(sends(row({}), end(1)), slow);
    for await (const _ of backend.stream('v1', [SPEED], range))
      await new Promise((resolve) => setTimeout(resolve, 500));
  });
});

describe('a back end that breaks off', () => {
  test.each<[string, Breach, Answer]>([
    ['the connection at once', 'away', (_, reply) => reply.destroy()],
    [
      'a response in the middle',
      'cutOff',
      (_, reply) => {
        reply.writeHead(200, { 'content-length': 10_000 });
        reply.write(ndjson(row({ [SPEED]: 1 })), () => reply.destroy());
      },
    ],
    ['with an error status', 'away', (_, reply) => reply.writeHead(500).end()],
  ])('%s causes an error', async (_, breach, answer) => {
    await expect(telemetry(answer)).rejects.toMatchObject({ breach });
  });
});

describe('a back end that breaks off its response and resumes it', () => {
  const all = Array.from({ length: 9 }, (_, index) => {
    const second = Math.floor(index / 2);
    return row({ [SPEED]: index }, `2026-01-01T10:00:0${second}Z`);
  });
  /** Sends the rows of the requested range; each answer is cut off after `count` rows. */
  const cutAfter =
    (most: number, change = (rows: typeof all) => rows): Answer =>
    (path, reply) => {
      const from = Date.parse(new URL(path, 'http://localhost/').searchParams.get('from') ?? '');
      const rest = change(all.filter((one) => Date.parse(one.at) >= from));
      if (rest.length <= most) return reply.end(ndjson(...rest, end(rest.length)));
      reply.writeHead(200, { 'content-length': 100_000 });
      return reply.write(ndjson(...rest.slice(0, most)), () => reply.destroy());
    };
  async function speeds(answer: Answer) {
    const values: unknown[] = [];
    for await (const batch of (await source(answer)).stream('v1', [SPEED], range))
      for (const one of batch) values.push(one.values[0]);
    return values;
  }

  test.each([3, 4, 5])('delivers each row once if it breaks off after %i rows', async (most) => {
    expect(await speeds(cutAfter(most))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('has delivered all rows if it breaks off after the last line', async () => {
    const answer: Answer = (_, reply) => {
      reply.writeHead(200, { 'content-length': 100_000 });
      reply.write(ndjson(...all, end(all.length)), () => reply.destroy());
    };
    expect(await speeds(answer)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('causes an error with further data after the last line', async () => {
    const answer: Answer = (_, reply) => reply.end(`${ndjson(...all, end(all.length))}not JSON\n`);
    await expect(telemetry(answer)).rejects.toMatchObject({ breach: 'notAgreed' });
  });

  test('and then sends Retry-After is retried later', async () => {
    const answer: Answer = (path, reply) =>
      path.includes('T10%3A00%3A01')
        ? reply.writeHead(503, { 'retry-after': '600' }).end()
        : cutAfter(3)(path, reply);
    await expect(telemetry(answer)).rejects.toMatchObject({ breach: 'away', retryAfter: 600_000 });
  });

  test('causes an error if it makes no progress or breaks off too often', async () => {
    await expect(telemetry(cutAfter(2))).rejects.toMatchObject({ breach: 'cutOff' });
  });

  test('causes an error if it resumes with other rows of the last time', async () => {
    const changed = cutAfter(3, (rows) =>
      rows.length === all.length ? rows : rows.map((one) => ({ ...one, values: { [SPEED]: 99 } })),
    );
    await expect(telemetry(changed)).rejects.toMatchObject({ breach: 'cutOff' });
  });
});

describe('a back end that sends too much', () => {
  test.each([
    ['telemetry', (backend: VehicleSource) => firstOf(backend.stream('1', [SPEED], range))],
    ['links', (backend: VehicleSource) => backend.linkedTo('a@x.eu')],
    ['attributes', (backend: VehicleSource) => backend.attributes('1')],
  ])('is disconnected within a line of a gigabyte: %s', async (_, read) => {
    const sent = Promise.withResolvers<number>();
    const backend = await source((_, reply) => {
      flood(reply, Buffer.alloc(64 * 1024, 'x'), 1024 * MIB).then(sent.resolve, sent.reject);
    });
    await expect(read(backend)).rejects.toMatchObject(isA('lineTooLong', /1048576 bytes/));
    expect(await sent.promise).toBeLessThan(32 * MIB);
  });

  test('is disconnected after ten thousand links', async () => {
    const car = { vehicleId: '1', vin: 'V', name: 'N', linkedFrom: null, linkedUntil: null };
    const backend = await source((_, reply) => {
      void flood(reply, Buffer.from(ndjson(car).repeat(1000)), 1024 * MIB);
    });
    await expect(backend.linkedTo('a@x.eu')).rejects.toMatchObject({ breach: 'tooMuch' });
  });

  test('has its long texts passed on in small batches', async () => {
    const text = 'x'.repeat(900_000);
    const answer = sends(...Array(5).fill(row({ 'Vehicle.X': text })), end(5));
    const backend = backendSource({ url: await serveFleet(answer) });
    const batches: number[] = [];
    for await (const batch of backend.stream('v1', ['Vehicle.X'], range))
      batches.push(batch.length);
    expect(Math.max(...batches)).toBeLessThanOrEqual(2);
  });
});
