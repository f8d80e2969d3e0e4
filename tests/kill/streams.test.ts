import { expect, test } from 'vitest';
import { accountOf } from '#server/accounts/accounts.ts';
import { requestGrant } from '#server/live/grants.ts';
import { openToken } from '#server/live/open-token.ts';
import { createToken } from '#server/live/tokens.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { environmentOf, freshLocation } from '#tests/server/fresh-location.ts';
import { sseEvents } from '#tests/server/live/sse-events.ts';
import { addVehicle } from '#tests/server/vehicles/fill-store.ts';
import { startServer } from '#tests/server-process.ts';

const KILLS = Number(process.env.KILLS ?? 2);
/** Values that are acknowledged before each kill. */
const VALUES = 40;
const VIN = 'VF1AAAAAAAA000001';
const OWNER = 'owner@example.eu';

/** Creates a car with a token; returns the token and the path of the stream. */
async function prepare(environment: Record<string, string>) {
  const config = readConfig(environment);
  const store = await openDatabase(config);
  const services = { store, config, now: Date.now };
  const { id } = await store.transact((trx) =>
    accountOf(trx, { email: OWNER, language: 'en', at: Date.now() }),
  );
  await addVehicle(store, { id: 'car', vin: VIN, emails: [OWNER] });
  const owner = { id, email: OWNER };
  const grant = await requestGrant(services, owner, 'car');
  const wanted = { grantId: grant.id, name: 'Kill', dataTypes: ['trips'] as const, days: null };
  const { token } = await createToken(services, owner, wanted);
  const opened = await openToken(services, token, '192.0.2.1');
  await store.close();
  if ('problem' in opened) throw new Error(opened.problem);
  return { token, path: `/api/v1/vehicles/${opened.access.vehicleId}/stream` };
}

test('a stream that resumes after SIGKILL has each acknowledged value once', async () => {
  const location = await freshLocation();
  const INGEST_TOKEN = 'a token for samples in this test: no secret';
  const environment = { ...environmentOf(location), MODE: 'test', INGEST_TOKEN };
  const { token, path } = await prepare(environment);
  const acknowledged: number[] = [];
  const received: number[] = [];
  let lastEventId = '';
  let value = 0;
  const begin = Date.now() - 3_600_000;

  /** Reads until the connection breaks, or all acknowledged values are there. */
  const read = async (url: string, isComplete: () => boolean) => {
    const abort = new AbortController();
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': lastEventId };
    const response = await fetch(url + path, { headers, signal: abort.signal });
    expect(response.status).toBe(200);
    const opened = Promise.withResolvers<void>();
    const ended = (async () => {
      try {
        for await (const { id, event, data } of sseEvents(response)) {
          if (event === 'samples')
            received.push(...data.samples.map((sample: { value: number }) => sample.value));
          lastEventId = id;
          opened.resolve();
          if (isComplete()) break;
        }
      } catch {
        // The server was killed.
      }
      abort.abort();
    })();
    await Promise.race([opened.promise, ended]);
    // In an object, which `await` does not wait for.
    return { ended };
  };

  for (let kill = 0; kill < KILLS; kill++) {
    const server = await startServer(environment);
    const { ended } = await read(server.url, () => false);
    for (let count = 0; ; count++) {
      value++;
      const capturedAt = new Date(begin + value * 1000).toISOString();
      const sent = fetch(`${server.url}/ingest/v1/samples`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${INGEST_TOKEN}`,
          'content-type': 'application/x-ndjson',
        },
        body: JSON.stringify({ vin: VIN, signal: 'Vehicle.Speed', value, capturedAt }),
      });
      if (count < VALUES) {
        expect((await sent).status).toBe(200);
        acknowledged.push(value);
        continue;
      }
      // This value may be stored or not.
      sent.catch(() => {});
      await server.end('SIGKILL');
      await sent.catch(() => {});
      break;
    }
    await ended;
  }
  const server = await startServer(environment);
  try {
    const { ended } = await read(server.url, () => received.includes(acknowledged.at(-1) ?? 0));
    await ended;
    const sorted = received.toSorted((a, b) => a - b);
    expect(received).toEqual([...new Set(sorted)]);
    expect(received).toEqual(expect.arrayContaining(acknowledged));
  } finally {
    await server.end('SIGTERM');
    await location.remove();
  }
}, 600_000);
