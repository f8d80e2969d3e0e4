import { Validator } from '@seriousme/openapi-schema-validator';
import type { LightMyRequestResponse } from 'fastify';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { allSignals } from '#contract/data-catalogue.ts';
import { CALLS_PER_WINDOW } from '#contract/live/grants.ts';
import { type ProblemName, problemNames, problems } from '#contract/live/problems.ts';
import { decompressors } from '#server/vehicles/series-format.ts';
import { portalOfFile, portalOfTest } from '#tests/server/portal-of.ts';
import { type ApiDocument, checkerOf } from './api-document.ts';
import { CHARGE, LINKED, type LivePortal, SPEED, startLivePortal } from './live-portal.ts';
import { openEvents } from './sse-events.ts';

const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const VIN = 'Vehicle.VehicleIdentification.VIN';
const at = (iso: string) => Date.parse(iso);
const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Rows of all pages of a history. */
async function rowsOfPages(portal: LivePortal, first: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let url: string | undefined = first; url; ) {
    const page = await portal.get(url);
    rows.push(...lines(page.body));
    url = nextOf(page);
  }
  return rows;
}
const nextOf = ({ headers }: LightMyRequestResponse) =>
  /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1];

describe('after values arrived, the API', () => {
  const portal = portalOfFile(async () => {
    const started = await startLivePortal();
    await started.send([
      { signal: CHARGE, value: 64, capturedAt: at('2026-11-19T08:00:00Z') },
      { value: 13, capturedAt: at('2026-11-20T09:00:20Z') },
    ]);
    return started;
  });

  test('returns latest values with their own times, and a reason for each missing one', async () => {
    const asked = [SPEED, VIN, 'Vehicle.IsMoving', LATITUDE];
    const response = await portal.get(`${portal.car}/latest?signals=${asked}`);
    const none = { value: null, capturedAt: null, receivedAt: null };
    const { values } = response.json();
    expect(values).toHaveLength(4);
    expect(values).toEqual(
      expect.arrayContaining([
        {
          signal: SPEED,
          value: 13,
          unit: 'km/h',
          capturedAt: '2026-11-20T09:00:20.000Z',
          receivedAt: expect.stringMatching(/Z$/),
          reason: null,
        },
        { ...none, signal: VIN, value: portal.access.vin, unit: null, reason: null },
        { ...none, signal: 'Vehicle.IsMoving', unit: null, reason: 'notReceived' },
        { ...none, signal: LATITUDE, unit: 'degrees', reason: 'notGranted' },
      ]),
    );
  });

  test('returns every granted signal if none is requested; a branch selects all of its signals', async () => {
    const all = (await portal.get(`${portal.car}/latest`)).json().values;
    expect(all.map(({ signal }: { signal: string }) => signal)).toEqual([...portal.access.signals]);
    const branch = await portal.get(`${portal.car}/latest?signals=Vehicle.CurrentLocation`);
    expect(branch.json().values).toHaveLength(5);
  });

  test('lists the whole catalogue with units, ranges and reasons', async () => {
    const { signals } = (await portal.get(`${portal.car}/signals`)).json();
    expect(signals).toHaveLength(allSignals().length);
    const entries = new Map(signals.map((entry: { signal: string }) => [entry.signal, entry]));
    expect(entries.get(CHARGE)).toMatchObject({
      dataType: 'battery',
      unit: 'percent',
      type: 'number',
      min: 0,
      max: 100,
      lastCapturedAt: '2026-11-19T08:00:00.000Z',
      reason: null,
    });
    expect(entries.get(LATITUDE)).toMatchObject({ reason: 'notGranted' });
  });

  test('returns 304 for a known ETag', async () => {
    const url = `${portal.car}/latest?signals=${SPEED}`;
    const { headers } = await portal.get(url);
    expect(headers['cache-control']).toBe('private, no-cache');
    for (const tag of [headers.etag, `"other", W/${headers.etag}`, '*']) {
      const again = await portal.get(url, { 'if-none-match': String(tag) });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    }
    expect((await portal.get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });
});

describe('with a history, the API', () => {
  const portal = portalOfFile(async () => {
    const started = await startLivePortal();
    const arrived = (iso: string) => at(iso) + 1000;
    await started.addHistory([
      ['2026-11-19T08:00:00Z', { [CHARGE]: 64 }],
      ['2026-11-20T09:00:00Z', { [SPEED]: 10.5 }, arrived('2026-11-20T09:00:00Z')],
      ['2026-11-20T09:00:10Z', { [SPEED]: 12 }, arrived('2026-11-20T09:00:10Z')],
      ['2026-11-20T09:00:20Z', { [SPEED]: 13 }, arrived('2026-11-20T09:00:20Z')],
    ]);
    return started;
  });

  test('lists the vehicle of the token without its VIN', async () => {
    const { vehicles } = (await portal.get('/api/v1/vehicles')).json();
    expect(vehicles).toEqual([
      {
        id: portal.access.vehicleId,
        name: 'Lumo',
        state: 'unreachable',
        lastContactAt: null,
        data: { from: '2026-11-19T08:00:00.000Z', to: '2026-11-20T09:00:20.000Z' },
      },
    ]);
    expect((await portal.get(portal.car)).json()).toEqual(vehicles[0]);
  });

  const speeds = () => `${portal.car}/history?signals=${SPEED}`;

  test('returns the history as NDJSON, CSV and Parquet', async () => {
    const ndjson = await portal.get(speeds());
    expect(ndjson.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      vary: 'Accept',
    });
    expect(lines(ndjson.body)).toEqual([
      {
        capturedAt: '2026-11-20T09:00:00.000Z',
        receivedAt: '2026-11-20T09:00:01.000Z',
        [SPEED]: 10.5,
      },
      {
        capturedAt: '2026-11-20T09:00:10.000Z',
        receivedAt: '2026-11-20T09:00:11.000Z',
        [SPEED]: 12,
      },
      {
        capturedAt: '2026-11-20T09:00:20.000Z',
        receivedAt: '2026-11-20T09:00:21.000Z',
        [SPEED]: 13,
      },
    ]);
    const csv = await portal.get(speeds(), { accept: 'text/csv' });
    expect(csv.body.split('\r\n').slice(0, 2)).toEqual([
      `capturedAt,receivedAt,${SPEED}`,
      '2026-11-20T09:00:00.000Z,2026-11-20T09:00:01.000Z,10.5',
    ]);
    const accept = 'application/vnd.apache.parquet;q=0.9, text/csv;q=0.1';
    const { rawPayload } = await portal.get(speeds(), { accept });
    const file = Uint8Array.from(rawPayload).buffer;
    const objects = await parquetReadObjects({ file, compressors: decompressors });
    expect(objects[0]).toEqual({
      capturedAt: new Date('2026-11-20T09:00:00Z'),
      receivedAt: new Date('2026-11-20T09:00:01Z'),
      [SPEED]: 10.5,
    });
  });

  test('returns a column for each signal with values if none is requested', async () => {
    const { body } = await portal.get(`${portal.car}/history`, { accept: 'text/csv' });
    expect(body.split('\r\n')[0]?.split(',')).toEqual(['capturedAt', 'receivedAt', CHARGE, SPEED]);
  });

  test.each([1, 2, 3, 4])('returns every row once on pages of %i rows', async (limit) => {
    const rows = await rowsOfPages(portal, `${speeds()}&limit=${limit}`);
    expect(rows).toEqual(lines((await portal.get(speeds())).body));
  });

  test('limits the history to the requested time', async () => {
    const range = 'from=2026-11-20T10:00:10%2B01:00&to=2026-11-20T09:00:20Z';
    expect(lines((await portal.get(`${speeds()}&${range}`)).body)).toMatchObject([{ [SPEED]: 12 }]);
  });
});

describe('a long history', () => {
  let url: string;
  const portal = portalOfTest(async () => {
    const started = await startLivePortal();
    await started.addHistory(
      Array.from({ length: 200_000 }, (_, index) => [LINKED + index * 1000, { [SPEED]: index }]),
    );
    url = await started.app.listen({ port: 0, host: '127.0.0.1' });
    return started;
  });
  const from = new Date(LINKED).toISOString();
  const ask = (token = portal.token) =>
    fetch(`${url}${portal.car}/history?from=${from}&signals=${SPEED}`, {
      headers: { authorization: `Bearer ${token}` },
    });

  test('can be read twice at once by an account, with all of its tokens together', async () => {
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([200, 200]);
    const third = await ask(await portal.anotherToken());
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5']);
    await Promise.all([third.text(), first.text(), second.text()]);
    const metrics = await portal.services.telemetry?.registry.metrics();
    expect(metrics).toContain('portal_refusals_total{code="42901",limit="historiesOfAccount"} 1\n');
    // Unread bodies would delay the end of the portal.
    const statusOfNext = async () => {
      const { status, body } = await ask();
      await body?.cancel();
      return status;
    };
    await expect.poll(statusOfNext).toBe(200);
  });

  test('breaks off when the access ends', async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    await portal.endAccess();
    await expect(response.text()).rejects.toThrow();
  });
});

describe('rows of one instant', () => {
  const portal = portalOfTest(startLivePortal);
  test('are on one page each', async () => {
    const capturedAt = at('2026-11-20T09:00:00Z');
    await portal.addHistory([1, 2, 3, 4, 5].map((value) => [capturedAt, { [SPEED]: value }]));
    const url = `${portal.car}/history?signals=${SPEED}`;
    expect(await rowsOfPages(portal, `${url}&limit=2`)).toEqual(
      lines((await portal.get(url)).body),
    );
  });
});

describe('pages of a table', () => {
  const portal = portalOfTest(startLivePortal);
  test('have the same columns when a new signal arrives between them', async () => {
    const capturedAt = at('2026-11-20T09:00:00Z');
    await portal.addHistory([1, 2].map((value) => [capturedAt, { [SPEED]: value }]));
    const page = (url: string) => portal.get(url, { accept: 'text/csv' });
    const first = await page(`${portal.car}/history?limit=1`);
    portal.clock.advance(60_000);
    await portal.send([{ signal: CHARGE, value: 64, capturedAt: portal.services.now() - 1 }]);
    const next = nextOf(first) ?? '';
    const heading = (text: string) => text.split('\r\n')[0];
    expect(heading((await page(next)).body)).toBe(heading(first.body));
  });
});

describe('values from before the link', () => {
  const portal = portalOfTest(startLivePortal);
  test('are in no response', async () => {
    portal.clock.set(LINKED - 1);
    await portal.send([{ value: 99 }, { signal: 'Vehicle.IsMoving', value: true }]);
    portal.clock.set(LINKED + 60_000);
    await portal.addHistory([[LINKED - 2, { [SPEED]: 98 }]]);
    const [latest] = (await portal.get(`${portal.car}/latest?signals=${SPEED}`)).json().values;
    expect(latest).toMatchObject({ value: null, capturedAt: null, reason: 'outsideLink' });
    const history = await portal.get(`${portal.car}/history?from=2020-01-01T00:00:00Z`);
    expect([history.statusCode, history.body]).toEqual([200, '']);
    const unknown = { state: 'unreachable', lastContactAt: null };
    expect((await portal.get(portal.car)).json()).toMatchObject({ data: null, ...unknown });
    const { vehicles } = (await portal.get('/api/v1/vehicles')).json();
    expect(vehicles).toMatchObject([unknown]);
    const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${portal.token}` };
    const stream = await openEvents(`${origin}${portal.car}/stream`, headers);
    expect(await stream.next()).toMatchObject({ event: 'heartbeat', data: unknown });
    // A value from before the link that arrives later is a contact, and does not give the state.
    await portal.send([{ signal: 'Vehicle.IsMoving', value: true, capturedAt: LINKED - 1000 }]);
    expect((await portal.get(portal.car)).json()).toMatchObject({
      state: 'parked',
      lastContactAt: new Date(LINKED + 60_000).toISOString(),
    });
  });
});

describe('the API', () => {
  const portal = portalOfFile(startLivePortal);

  // Problems that need another set-up have tests of their own.
  test.each<[ProblemName, path: string, errors?: string, headers?: Record<string, string>]>([
    ['token-missing', '/latest', '', { authorization: 'Basic abc' }],
    ['token-unknown', '/latest', '', { authorization: 'Bearer vda_wrong' }],
    ['invalid-parameter', '/latest?signal=Vehicle.Speed', 'signal unknown'],
    ['invalid-parameter', '/latest?signals=', 'signals format'],
    ['invalid-parameter', '/latest?signals=Vehicle.Sped', 'signals choice Vehicle.Sped'],
    ['invalid-parameter', '/history?from=yesterday', 'from format'],
    ['invalid-parameter', '/history?limit=0', 'limit range'],
    ['invalid-parameter', '/history?cursor=zzz', 'cursor format'],
    ['invalid-parameter', '/history?from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z', 'to range'],
    ['signal-not-granted', `/history?signals=${LATITUDE}`, `signals notGranted ${LATITUDE}`],
    [
      'signal-not-granted',
      '/stream?signals=Vehicle.CurrentLocation',
      'signals notGranted Vehicle.CurrentLocation',
    ],
    ['not-acceptable', '/history', '', { accept: 'application/xml' }],
    ['cursor-expired', '/stream', '', { 'last-event-id': 'nonsense' }],
    ['not-found', '/lates'],
  ])('responds with %s to %s', async (name, path, errors, headers) => {
    const response = await portal.get(portal.car + path, headers);
    const { status, title } = problems[name];
    const [parameter, problem, value] = errors?.split(' ') ?? [];
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      type: `/api/v1/problems#${name}`,
      title,
      status,
      detail: expect.any(String),
      requestId: response.headers['x-request-id'],
      ...(errors && { errors: [{ parameter, problem, ...(value && { value }) }] }),
    });
    const challenge = response.headers['www-authenticate'];
    expect(String(challenge).startsWith('Bearer')).toBe(status === 401);
  });

  test('rejects another vehicle, and any method but GET', async () => {
    const other = await portal.get('/api/v1/vehicles/other/latest');
    expect(other.json()).toMatchObject({
      status: 404,
      type: expect.stringContaining('vehicle-not-found'),
    });
    const { app, car, token } = portal;
    const headers = { authorization: `Bearer ${token}` };
    const posted = await app.inject({ method: 'POST', url: `${car}/latest`, headers });
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
    const stream = await app.inject({ method: 'HEAD', url: `${car}/stream`, headers });
    expect(stream.statusCode).toBe(405);
  });

  test('lets pages of any origin call it with a token', async () => {
    const { app, car } = portal;
    const preflight = await app.inject({ method: 'OPTIONS', url: `${car}/latest` });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      '*',
    ]);
    expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
    for (const headers of [{}, { authorization: 'Bearer no' }])
      expect((await portal.get(`${car}/latest`, headers)).headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('RateLimit'),
      });
  });

  test('describes every problem on the page of errors', async () => {
    const { body } = await portal.app.inject('/api/v1/problems');
    for (const name of problemNames) expect(body).toContain(`<h2 id="${name}">`);
  });
});

describe('the OpenAPI description', () => {
  const portal = portalOfFile(startLivePortal);
  test('is valid OpenAPI 3.1, and its examples fit its schemas', async () => {
    const document = (await portal.app.inject('/api/v1/openapi.json')).json();
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    const check = checkerOf(document);
    const contents = Object.values((document as ApiDocument).paths).flatMap(({ get }) =>
      Object.values(get.responses[200]?.content ?? {}),
    );
    const checked = contents.filter(({ schema }) => schema.$ref);
    expect(checked).toHaveLength(4);
    const { info } = (await portal.app.inject('/server/docs/live/json')).json();
    for (const heading of ['Two minutes to the first value', 'Recipes', 'Home Assistant'])
      expect(info.description, 'the guide is on the page').toContain(heading);
    for (const { schema, example } of checked) check(schema.$ref ?? '', example);
  });
});

describe('the rate limit of calls', () => {
  const portal = portalOfTest(startLivePortal);
  const call = async () => {
    const { statusCode, headers } = await portal.get(portal.car);
    return [statusCode, headers.ratelimit, headers['retry-after']];
  };
  test('is stated, used up and refilled', async () => {
    const first = await portal.get(portal.car);
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"hour";q=120;w=3600',
      ratelimit: '"hour";r=119;t=30',
    });
    for (let count = 2; count < CALLS_PER_WINDOW; count++) await call();
    expect(await call()).toEqual([200, '"hour";r=0;t=3600', undefined]);
    expect(await call()).toEqual([429, '"hour";r=0;t=30', '30']);
    portal.clock.advance(30_000);
    expect(await call()).toEqual([200, '"hour";r=0;t=3600', undefined]);
    expect((await call())[0]).toBe(429);
    portal.clock.advance(3_600_000);
    expect(await call()).toEqual([200, '"hour";r=119;t=30', undefined]);
    const metrics = await portal.services.telemetry?.registry.metrics();
    expect(metrics).toContain('portal_refusals_total{code="42901",limit="callsOfToken"} 2\n');
  });
});
