import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { expect, test } from 'vitest';
import { allSignals } from '#contract/data-catalogue.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { type ApiDocument, type ApiOperation, checkerOf } from './api-document.ts';
import { CHARGE, SPEED, startLivePortal } from './live-portal.ts';
import { sseEvents } from './sse-events.ts';

/** More calls: `CALLS=10000 SEED=1 npx vitest run --project long generated-calls`. */
const CALLS = Number(process.env.CALLS ?? 300);
const SEED = Number(process.env.SEED ?? 20_261_127);
const MINUTE = 60_000;

const portal = portalOfFile(startLivePortal);

const names = allSignals().map(({ name }) => name);
const branches = [...new Set(names.map((name) => name.split('.').slice(0, 2).join('.')))];
const rarely = <Value>(usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: usual, weight: 6 }, { arbitrary: rare, weight: 1 });
/** Characters that a header may contain. */
const headerText = fc.string({ unit: fc.integer({ min: 33, max: 126 }).map(String.fromCharCode) });
const instants = fc
  .date({ min: new Date('2026-09-01'), max: new Date('2026-12-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant(''));

/** Usual values by name; others are generated from the schema. */
const usual: Record<string, fc.Arbitrary<string>> = {
  signals: fc
    .array(rarely(fc.constantFrom(SPEED, CHARGE), fc.constantFrom(...names, ...branches)), {
      minLength: 1,
      maxLength: 4,
    })
    .map((list) => list.join()),
  from: instants,
  to: instants,
  cursor: fc.nat().map((at) => Buffer.from(`${1.79e12 + at}.${at % 3}`).toString('base64url')),
};

function arbitraryOf({ name, schema, example }: ApiOperation['parameters'][number]) {
  const ofSchema =
    schema.type === 'integer' || schema.type === 'number'
      ? fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6 }).map(String)
      : (usual[name] ?? fc.constant(example ?? '1'));
  return rarely(ofSchema, anyText);
}

interface GeneratedCall {
  path: string;
  operation: ApiOperation;
  query: Record<string, string>;
  headers: Record<string, string>;
}

function callsOf({ paths }: ApiDocument): fc.Arbitrary<GeneratedCall> {
  const authorization = rarely(
    fc.constant(`Bearer ${portal.token}`),
    fc.oneof(
      fc.constant(''),
      headerText,
      headerText.map((text) => `Bearer ${text}`),
    ),
  );
  const accept = rarely(
    fc.constantFrom('*/*', 'application/x-ndjson', 'text/csv', 'application/vnd.apache.parquet'),
    headerText,
  );
  const operations = Object.entries(paths).map(([path, { get: operation }]) => {
    const inQuery = operation.parameters.filter((one) => one.in === 'query');
    const known = Object.fromEntries(inQuery.map((one) => [one.name, arbitraryOf(one)]));
    return fc.record({
      path: rarely(
        fc.constant(path.replace('{id}', portal.access.vehicleId)),
        headerText.map((id) => path.replace('{id}', encodeURIComponent(id))),
      ),
      operation: fc.constant(operation),
      query: rarely(
        fc.record(known, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>,
        fc.dictionary(fc.string(), anyText, { maxKeys: 2 }),
      ),
      headers: fc.record(
        { authorization, accept, 'if-none-match': headerText, 'last-event-id': headerText },
        { requiredKeys: ['authorization'] },
      ) as fc.Arbitrary<Record<string, string>>,
    });
  });
  return fc.oneof(...operations);
}

test(`${CALLS} generated calls get documented responses, seed ${SEED}`, async () => {
  const from = portal.services.now() - 5 * MINUTE;
  await portal.addHistory(
    Array.from({ length: 300 }, (_, index) => {
      const at = from + index * 1000;
      const charge = index % 10 === 0 ? { [CHARGE]: 64 } : {};
      return [at, { ...charge, [SPEED]: index / 3 }, at + 100];
    }),
  );
  await portal.send([{ signal: CHARGE, value: 64 }, { value: 12.5 }]);
  const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const document: ApiDocument = await (await fetch(`${origin}/api/v1/openapi.json`)).json();
  const check = checkerOf(document);
  const statuses: Record<string, number> = {};
  const succeeded = new Set<string>();

  await fc.assert(
    fc.asyncProperty(callsOf(document), async ({ path, operation, query, headers }) => {
      // Other tests cover the budget of calls.
      portal.clock.advance(MINUTE / 2);
      const abort = new AbortController();
      const url = `${origin}${path}?${new URLSearchParams(query)}`;
      const response = await fetch(url, { headers, signal: abort.signal });
      const { status } = response;
      statuses[status] = (statuses[status] ?? 0) + 1;
      expect(status).toBeLessThan(500);
      if (status === 200) succeeded.add(operation.operationId);
      if (status === 304) return;
      const content = operation.responses[status]?.content ?? {};
      const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
      expect(Object.keys(content), `${status}`).toContain(type);
      const ref = content[type]?.schema.$ref;
      if (ref) {
        const body = await response.json();
        check(ref, body);
        if (status !== 200) expect(body.status).toBe(status);
      } else if (type === 'application/x-ndjson') {
        for (const line of (await response.text()).split('\n').filter(Boolean))
          check('#/components/schemas/HistoryRow', JSON.parse(line));
      } else if (type === 'text/csv') {
        expect(await response.text()).toMatch(/^capturedAt,receivedAt/);
      } else if (type === 'application/vnd.apache.parquet') {
        expect(parquetMetadata(await response.arrayBuffer()).num_rows).toBeGreaterThanOrEqual(0n);
      } else {
        for await (const { event, data } of sseEvents(response)) {
          expect(event).toBe('heartbeat');
          check('#/components/schemas/HeartbeatEvent', data);
          break;
        }
        abort.abort();
      }
    }),
    { seed: SEED, numRuns: CALLS, endOnFailure: true },
  );
  console.log(`seed ${SEED}: ${JSON.stringify(statuses)}`);
  expect(succeeded).toHaveLength(Object.keys(document.paths).length);
  for (const status of [200, 400, 401, 403, 404])
    expect(statuses[status], `${status}`).toBeGreaterThan(0);
  expect(statuses[200]).toBeGreaterThan(CALLS / 4);
}, 1_200_000);
