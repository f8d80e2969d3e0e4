import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { backendSource } from '#server/vehicles/backend-source.ts';
import type { Measurement } from '#server/vehicles/vehicle-source.ts';
import { ndjson, serveFleet } from './hostile-backend.ts';

const SPEED = 'Vehicle.Speed';
const range = { from: Date.parse('2026-01-01T00:00:00Z'), to: Date.parse('2026-01-02T00:00:00Z') };

async function serve(answer: Parameters<typeof serveFleet>[0], user = '') {
  const address = await serveFleet(answer);
  return backendSource({ url: address.replace('//', `//${user}`) });
}

async function collect(stream: AsyncIterable<readonly Measurement[]>): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for await (const batch of stream) rows.push(...batch);
  return rows;
}

test('the linked vehicles of an address are requested with the configured credentials', async () => {
  let asked = '';
  const source = await serve((path, reply) => {
    asked = `${path} ${reply.req.headers.authorization}`;
    reply.end(
      ndjson(
        { vehicleId: '1', vin: 'V1', name: 'Zo\u200bé\u2800', linkedFrom: null, linkedUntil: null },
        {
          vehicleId: '2',
          vin: 'V2',
          name: 'Ami',
          linkedFrom: '2026-01-01T01:00:00.001+01:00',
          linkedUntil: '2026-02-01T00:00:00Z',
        },
      ),
    );
  }, 'portal:s%2Fcret@');
  expect(await source.linkedTo('a+b@x.eu')).toMatchObject([
    {
      vehicleId: '2',
      vin: 'V2',
      name: 'Ami',
      times: [
        { from: Date.parse('2026-01-01T00:00:00.001Z'), until: Date.parse('2026-02-01T00:00:00Z') },
      ],
    },
    { vehicleId: '1', vin: 'V1', name: 'Zoé', times: [{ from: 0, until: null }] },
  ]);
  const basic = Buffer.from('portal:s/cret').toString('base64');
  expect(asked).toBe(`vehicles?email=a%2Bb%40x.eu Basic ${basic}`);
});

test('a third party’s link ends with that of its user', async () => {
  const car = { vehicleId: '1', vin: 'V1', name: 'Zoé', linkedFrom: null };
  const asked: string[] = [];
  const source = await serve((path, reply) => {
    asked.push(path);
    reply.end(
      path.includes('user')
        ? ndjson(
            { ...car, linkedUntil: '2026-02-01T00:00:00Z' },
            { ...car, vehicleId: '2', linkedUntil: null },
          )
        : ndjson({ ...car, linkedUntil: null, onBehalfOf: 'user@x.eu' }),
    );
  });
  const [linked] = await source.linkedTo('third@x.eu', '1');
  const times = [{ from: 0, until: Date.parse('2026-02-01T00:00:00Z') }];
  expect(linked).toMatchObject({ times, links: [{ onBehalfOf: 'user@x.eu', times }] });
  expect(asked).toEqual([
    'vehicles?email=third%40x.eu&vehicleId=1',
    'vehicles?email=user%40x.eu&vehicleId=1',
  ]);
  // Without a vehicle id, the user's other vehicles come with other times.
  expect(await source.linkedTo('third@x.eu')).toEqual([linked]);
});

test('a link without times is an error, and other vehicles than the requested one are ignored', async () => {
  const car = { vehicleId: '1', vin: 'V1', name: 'Zoé' };
  const untimed = await serve((_, reply) => reply.end(ndjson(car)));
  await expect(untimed.linkedTo('a@x.eu')).rejects.toThrow(/linkedFrom/);
  const other = await serve((_, reply) =>
    reply.end(ndjson({ ...car, linkedFrom: null, linkedUntil: null })),
  );
  expect(await other.linkedTo('a@x.eu', '2')).toEqual([]);
});

test('an unknown vehicle is null, not an error', async () => {
  const source = await serve((_, reply) => reply.writeHead(404).end());
  expect(await source.find('a/b')).toBeNull();
  await expect(source.linkedTo('a@x.eu')).rejects.toThrow(/no list of vehicles/);
});

test('measurements are streamed in order, however the response is split into chunks', async () => {
  let asked = '';
  const body = Buffer.from(
    ndjson(
      { at: '2026-01-01T00:00:00.250Z', values: { [SPEED]: 12.5, 'Vehicle.X': 'zażółć' } },
      { at: '2026-01-01T01:00:01+01:00', values: {} },
      { end: true, rows: 2 },
    ),
  );
  const source = await serve(async (path, reply) => {
    asked = path;
    for (const byte of body) {
      if (!reply.write(Buffer.of(byte))) await once(reply, 'drain');
    }
    reply.end();
  });
  expect(await collect(source.stream('v 1', [SPEED, 'Vehicle.X'], range))).toEqual([
    { at: range.from + 250, values: [12.5, 'zażółć'] },
    { at: range.from + 1000, values: [null, null] },
  ]);
  expect(asked).toBe(
    'vehicles/v%201/telemetry?from=2026-01-01T00%3A00%3A00.000Z&to=2026-01-02T00%3A00%3A00.000Z&signal=Vehicle.Speed&signal=Vehicle.X',
  );
});

test('an error of the back end names the call and the status', async () => {
  const source = await serve((_, reply) => reply.writeHead(503).end());
  await expect(source.counts('v1', [SPEED], range)).rejects.toThrow(/vehicles\/v1\/counts.*503/);
});

test('counts of other signals and zeros are left out', async () => {
  const source = await serve((_, reply) =>
    reply.end(JSON.stringify({ [SPEED]: 4, 'Vehicle.Length': 1, 'Vehicle.X': 0 })),
  );
  expect(await source.counts('v1', [SPEED, 'Vehicle.X'], range)).toEqual(new Map([[SPEED, 4]]));
});

describe('coverage', () => {
  const unknown = { rows: null, first: null, last: null, gaps: null, days: null, periods: null };

  test('is requested per group of signals, and missing fields are unknown', async () => {
    const asked: string[] = [];
    const source = await serve((path, reply) => {
      asked.push(path);
      const gaps = { count: 2, longest: 7200, beyond: 3600 };
      const first = '2026-01-01T01:00:00+01:00';
      reply.end(JSON.stringify(path.includes('Speed') ? { rows: 5, first, gaps } : {}));
    });
    expect(await source.coverage('v1', [[SPEED], ['Vehicle.X', 'Vehicle.Y']], range)).toEqual([
      {
        rows: 5,
        first: range.from,
        last: null,
        gaps: { count: 2, longest: 7_200_000, beyond: 3_600_000 },
        days: null,
        periods: null,
      },
      unknown,
    ]);
    expect(asked.toSorted()[1]).toMatch(
      /^vehicles\/v1\/coverage\?from=2026-01-01T00%3A00%3A00.000Z&to=.*&signal=Vehicle.X&signal=Vehicle.Y$/,
    );
  });

  test('is unknown without a response, and a wrong response is an error', async () => {
    const source = await serve((_, reply) => reply.writeHead(404).end());
    expect(await source.coverage('v1', [[SPEED]], range)).toEqual([unknown]);
    expect(await source.span('v1', range)).toBeNull();
    const other = await serve((_, reply) =>
      reply.end('{"first":"2026-01-01T12:00:00Z","last":"2026-01-01T11:00:00Z"}'),
    );
    await expect(other.span('v1', range)).rejects.toThrow(/ends before it begins/);
    const later = await serve((_, reply) => reply.end('{"last":"2026-01-02T00:00:00Z"}'));
    await expect(later.span('v1', range)).rejects.toThrow(/outside the requested time/);
    const negative = await serve((_, reply) => reply.end('{"rows":-1}'));
    await expect(negative.coverage('v1', [[SPEED]], range)).rejects.toThrow(/rows/);
  });
});

describe('a redirect of the back end', () => {
  test('to another origin is not followed, and its content is not used', async () => {
    let asked = 0;
    const other = await serveFleet((_, reply) => {
      asked++;
      reply.end(ndjson({ vehicleId: '1', vin: 'V1', name: 'Stolen' }));
    });
    const source = await serve((_, reply) =>
      reply.writeHead(307, { location: `${other}/vehicles/1` }).end(),
    );
    await expect(source.find('1')).rejects.toThrow(/redirects to another origin/);
    await expect(source.linkedTo('a@x.eu')).rejects.toThrow(/redirects to another origin/);
    expect(asked).toBe(0);
  });

  test('within its origin is followed, a few times', async () => {
    const source = await serve((path, reply) =>
      path === 'vehicles/1'
        ? reply.writeHead(302, { location: '/fleet/v2/1' }).end()
        : path === 'vehicles/2'
          ? reply.writeHead(302, { location: '/fleet/vehicles/2' }).end()
          : reply.end(JSON.stringify({ vehicleId: '1', vin: 'V1', name: 'Zoé' })),
    );
    expect(await source.find('1')).toEqual({ vehicleId: '1', vin: 'V1', name: 'Zoé' });
    await expect(source.find('2')).rejects.toThrow(/redirects too often/);
  });
});
