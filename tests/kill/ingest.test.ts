import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { randomSource } from '#lib/statechart/paths/random-source.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { storedLiveSource } from '#server/vehicles/live-source.ts';
import { addVehicle } from '#tests/server/vehicles/fill-store.ts';
import { type ServerProcess, startServer } from '#tests/server-process.ts';
import { freshLocation } from '../server/fresh-location.ts';

const TOKEN = 'ingest-token-of-the-kill-test-32-characters';
const KILLS = 2;
const SAMPLES = 50;
const START = Date.UTC(2026, 10, 20);

test('kills during ingest lose no acknowledged sample, and changes have no gap', {
  timeout: 240_000,
}, async () => {
  const location = await freshLocation();
  onTestFinished(() => location.remove());
  const env = {
    MODE: 'test',
    DATA_DIR: location.dataDir,
    INGEST_TOKEN: TOKEN,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
  };
  let server: ServerProcess = await startServer(env);
  let store = openStore(location);
  await addVehicle(store, { id: 'car', vin: 'CAR' });
  await store.close();
  const acknowledged = new Set<number>();
  const random = randomSource(20_261_127);
  let number = 0;
  let cutOff = 0;

  /** Sends until the server is killed. Requests without an answer are sent again, as documented. */
  async function sendUntilKilled(): Promise<void> {
    for (let unanswered: number[] | null = null; !server.hasEnded(); ) {
      const samples: number[] = unanswered ?? Array.from({ length: SAMPLES }, () => number++);
      try {
        await send(server.url, samples);
        for (const sample of samples) acknowledged.add(sample);
        unanswered = null;
      } catch {
        unanswered = samples;
      }
    }
    cutOff++;
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const clients = Array.from({ length: 3 }, sendUntilKilled);
    await pause(300 + random() * 1200);
    await server.end('SIGKILL');
    await Promise.all(clients);
    server = await startServer(env);
  }
  await server.end('SIGTERM');
  expect(cutOff).toBe(KILLS * 3);
  expect(acknowledged.size).toBeGreaterThan(KILLS * SAMPLES);

  store = openStore(location);
  onTestFinished(() => store.close());
  const abort = new AbortController();
  const received: unknown[] = [];
  const { last_seq } = await store.db
    .selectFrom('live_feed')
    .select('last_seq')
    .executeTakeFirstOrThrow();
  const source = storedLiveSource({ store, now: Date.now });
  for await (const { samples, cursor } of source.changes('car', '0', abort.signal)) {
    received.push(...samples.map(({ value }) => value));
    const left = store.db.selectFrom('sample').select('seq').where('seq', '>', Number(cursor));
    if (Number(cursor) === last_seq || !(await left.executeTakeFirst())) abort.abort();
  }
  expect(new Set(received).size).toBe(received.length);
  const missing = [...acknowledged].filter((sample) => !received.includes(sample));
  expect(missing).toEqual([]);
});

async function send(url: string, numbers: readonly number[]): Promise<void> {
  const lines = numbers.map((value) =>
    JSON.stringify({
      vin: 'CAR',
      signal: 'Vehicle.TraveledDistance',
      value,
      capturedAt: new Date(START + value).toISOString(),
    }),
  );
  const answer = await fetch(`${url}/ingest/v1/samples`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  expect(await answer.json()).toMatchObject({ accepted: numbers.length, rejected: 0 });
}
