import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#server/platform/database/open-database.ts';
import { storeSamples } from '#server/vehicles/live-samples.ts';
import { storedLiveSource } from '#server/vehicles/live-source.ts';
import { addVehicle } from '#tests/server/vehicles/fill-store.ts';
import { startServer } from '#tests/server-process.ts';
import { percentile, withServices } from './measure.ts';

/*
 * Ingest on the embedded database: durable samples per second of a server process, by the number of
 * samples per request, and the delay from the acknowledgement until a stream has the sample.
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
const MAX_DELAY = 2000;
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

let slowest = 0;
await withServices(async (services) => {
  const delays: number[] = [];
  const abort = new AbortController();
  const source = storedLiveSource(services);
  const count = 200;
  const acknowledged = new Map<string, number>();
  const streams = Array.from({ length: count }, async (_, car) => {
    for await (const { samples } of source.changes(`car-${car}`, undefined, abort.signal))
      for (const { value } of samples)
        delays.push(performance.now() - (acknowledged.get(`${car} ${value}`) ?? 0));
  });
  for (let car = 0; car < count; car++)
    await addVehicle(services.store, { id: `car-${car}`, vin: `VIN${car}` });
  for (let second = 0; second < 20; second++) {
    const samples = Array.from({ length: count }, (_, car) => ({
      vehicleId: `car-${car}`,
      signal: 'Vehicle.Speed',
      value: second,
      capturedAt: START + second * 1000,
    }));
    await storeSamples(services, samples);
    for (let car = 0; car < count; car++) acknowledged.set(`${car} ${second}`, performance.now());
    while (delays.length < (second + 1) * count)
      await new Promise((resolve) => setTimeout(resolve, 1));
  }
  abort.abort();
  await Promise.all(streams);
  slowest = percentile(delays, 0.99);
  console.log(`visible in ${count} streams after ${slowest.toFixed(1)} ms (p99)`);
});
if (!isFast || slowest > MAX_DELAY) {
  console.error(`Goals: ${MIN_PER_SECOND} samples/s, visible within ${MAX_DELAY} ms`);
  process.exitCode = 1;
}
