import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#server/platform/database/open-database.ts';
import { addVehicle } from '#tests/server/vehicles/fill-store.ts';
import { startServer } from '#tests/server-process.ts';

/*
 * Ingest on the embedded database: durable samples per second of a server process, by the number of
 * samples per request. The bench `live` measures the delay until a stream has a sample.
 *   npm run bench -- ingest
 */

const TOKEN = 'ingest-token-of-the-benchmark-32-characters';
const VEHICLES = 1000;
const SIGNALS = [
  'Vehicle.Speed',
  'Vehicle.TraveledDistance',
  'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed',
  'Vehicle.CurrentLocation.Latitude',
  'Vehicle.CurrentLocation.Longitude',
];
const CLIENTS = 4;
const SECONDS = 10;
const MIN_PER_SECOND = 20_000;
const START = Date.UTC(2026, 10, 20);

let number = 0;

function bodyOf(samples: number): string {
  const lines = Array.from({ length: samples }, () => {
    const one = number++;
    const vin = `VIN${Math.floor(one / SIGNALS.length) % VEHICLES}`;
    const capturedAt = new Date(
      START + Math.floor(one / SIGNALS.length / VEHICLES) * 1000,
    ).toISOString();
    return JSON.stringify({
      vin,
      signal: SIGNALS[one % SIGNALS.length],
      value: one % 90,
      capturedAt,
    });
  });
  return lines.join('\n');
}

async function throughput(url: string, samples: number): Promise<number> {
  // Prepared in advance, because the clients share the processors with the server.
  const bodies = Array.from({ length: Math.ceil(600_000 / samples) }, () => bodyOf(samples));
  const start = performance.now();
  let stored = 0;
  const send = async () => {
    while (performance.now() - start < SECONDS * 1000) {
      const body = bodies.pop();
      if (body === undefined) return;
      const answer = await fetch(`${url}/ingest/v1/samples`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/x-ndjson' },
        body,
      });
      const { accepted, repeated } = (await answer.json()) as Record<string, number>;
      stored += (accepted ?? 0) - (repeated ?? 0);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, send));
  return (stored / (performance.now() - start)) * 1000;
}

const dataDir = await mkdtemp(join(tmpdir(), 'ingest-'));
const server = await startServer({ MODE: 'test', DATA_DIR: dataDir, INGEST_TOKEN: TOKEN });
let isFast = false;
try {
  const store = openStore({ dataDir });
  for (let car = 0; car < VEHICLES; car++)
    await addVehicle(store, { id: `car-${car}`, vin: `VIN${car}` });
  await store.close();
  for (const samples of [500, 5000, 20_000]) {
    const perSecond = Math.round(await throughput(server.url, samples));
    isFast ||= perSecond >= MIN_PER_SECOND;
    console.log(
      `${samples} samples a request: ${perSecond.toLocaleString('en')} durable samples/s`,
    );
  }
} finally {
  await server.end('SIGTERM');
  await rm(dataDir, { recursive: true });
}

if (!isFast) {
  console.error(`Goal: ${MIN_PER_SECOND} samples/s`);
  process.exitCode = 1;
}
