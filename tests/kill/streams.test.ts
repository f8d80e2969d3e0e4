import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { randomSource } from '#lib/statechart/paths/random-source.ts';
import { accountOf } from '#server/accounts/accounts.ts';
import { requestGrant } from '#server/live/grants.ts';
import { openToken } from '#server/live/open-token.ts';
import { createToken } from '#server/live/tokens.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { environmentOf, freshLocation } from '#tests/server/fresh-location.ts';
import { sseEvents } from '#tests/server/live/sse-events.ts';
import { addVehicle } from '#tests/server/vehicles/fill-store.ts';
import { type ServerProcess, startServer } from '#tests/server-process.ts';

const KILLS = Number(process.env.KILLS ?? 2);
/** Concurrent clients. Each call sends `SAMPLES` values. */
const CLIENTS = 3;
const SAMPLES = 50;
const VIN = 'VF1AAAAAAAA000001';
const START = Date.UTC(2026, 10, 20);
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

async function send(url: string, token: string, values: readonly number[]): Promise<void> {
  const lines = values.map((value) =>
    JSON.stringify({
      vin: VIN,
      signal: 'Vehicle.TraveledDistance',
      value,
      capturedAt: new Date(START + value).toISOString(),
    }),
  );
  const answer = await fetch(`${url}/ingest/v1/samples`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  expect(await answer.json()).toMatchObject({ accepted: values.length, rejected: 0 });
}

test('a resumed stream has each acknowledged sample once after the server is killed during ingest', async () => {
  const location = await freshLocation();
  const INGEST_TOKEN = 'a token for samples in this test: no secret';
  const environment = { ...environmentOf(location), MODE: 'test', INGEST_TOKEN };
  const { token, path } = await prepare(environment);
  const acknowledged = new Set<number>();
  const received: number[] = [];
  const random = randomSource(20_261_127);
  let lastEventId = '';
  let count = 0;
  let cutOff = 0;

  /** Sends until the server is killed. Requests without an answer are sent again, as documented. */
  async function sendUntilKilled(server: ServerProcess): Promise<void> {
    for (let unanswered: number[] | null = null; !server.hasEnded(); ) {
      const values: number[] = unanswered ?? Array.from({ length: SAMPLES }, () => count++);
      try {
        await send(server.url, INGEST_TOKEN, values);
        for (const value of values) acknowledged.add(value);
        unanswered = null;
      } catch {
        unanswered = values;
      }
    }
    cutOff++;
  }

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
    const before = acknowledged.size;
    const clients = Array.from({ length: CLIENTS }, () => sendUntilKilled(server));
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before + CLIENTS * SAMPLES);
    await pause(random() * 500);
    await server.end('SIGKILL');
    await Promise.all([ended, ...clients]);
  }
  expect(cutOff).toBe(KILLS * CLIENTS);
  const server = await startServer(environment);
  try {
    const missing = () => [...acknowledged].filter((value) => !received.includes(value));
    const { ended } = await read(server.url, () => missing().length === 0);
    await ended;
    expect(missing()).toEqual([]);
    expect(new Set(received).size).toBe(received.length);
  } finally {
    await server.end('SIGTERM');
    await location.remove();
  }
}, 600_000);
