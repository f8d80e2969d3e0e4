import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { build } from '#server/build.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import type { Services } from '#server/platform/store/services.ts';
import type { ReportRequest } from '#server/reports/report-request.ts';
import { generateReport } from '#server/reports/run-in-worker.ts';
import { publishObjects } from '#server/vehicles/series-catalogue.ts';
import { SeriesWriter } from '#server/vehicles/series-writer.ts';
import { withServices } from './bench.ts';
import { signedInWith } from './signed-in.ts';

/*
 * Calls of a requester's list, at a steady rate from a process of their own: alone, beside two reports,
 * beside an import, and alone again, in one run.
 *   npm run bench -- beside --rows 10000000
 */

const APPLICATIONS = 20;
/** Time between two calls, in ms, and seconds of the parts that have no end of their own. */
const BETWEEN = 50;
const SECONDS = 20;
const ROWS_OF_REPORT = 100_000;
const ROWS_OF_IMPORT = 1_000_000;
const SPEED = 'Vehicle.Speed';
const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed';
const START = Date.UTC(2026, 0, 1);
const VEHICLE = 'bench';
const VIN = 'VF1ACVYB012345678';
const IMPORT = join(import.meta.dirname, '../import.ts');
const { privateKey: key } = generateKeyPairSync('ed25519');

/** Makes calls until the process is told to end, then prints how long each took, in ms. */
async function call(port: number, token: string): Promise<void> {
  const url = `http://127.0.0.1:${port}${endpoints.history.path}`;
  const headers = { [LOGIN_HEADER]: token, 'content-type': 'application/json' };
  const body = '{"page":1,"pageSize":20}';
  const times: number[] = [];
  const calls = new Set<Promise<void>>();
  const one = async () => {
    const begun = performance.now();
    const answer = await fetch(url, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`A call was answered ${answer.status}`);
    await answer.text();
    times.push(performance.now() - begun);
  };
  await one();
  times.length = 0;
  console.log('ready');
  const timer = setInterval(() => {
    const made = one().finally(() => calls.delete(made));
    calls.add(made);
  }, BETWEEN);
  await new Promise((resolve) => process.stdin.once('end', resolve).resume());
  clearInterval(timer);
  await Promise.all(calls);
  console.log(JSON.stringify(times));
}

/** Calls while work is done; prints how long they took, and answers the 99th percentile, in ms. */
async function measure(name: string, address: string[], work: () => Promise<unknown>) {
  const caller = spawn(process.execPath, [import.meta.filename, '--call', ...address], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(caller.stdout)[Symbol.asyncIterator]();
  await lines.next();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  caller.stdin.end();
  const printed: number[] = JSON.parse((await lines.next()).value ?? '[]');
  const times = printed.toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
  console.log(
    `${name.padEnd(20)}${seconds.toFixed(0).padStart(4)} s  ${times.length} calls, half in ${at(0.5).toFixed(1)} ms, 99 % in ${at(0.99).toFixed(1)} ms, the longest ${at(1).toFixed(0)} ms`,
  );
  return at(0.99);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));

async function fill(services: Services): Promise<void> {
  const columns = [SPEED, CHARGE].map((name) => ({ name, value: 'number' as const }));
  const writer = new SeriesWriter(storageOf(services, 'series'), VEHICLE, columns);
  for (let index = 0; index < ROWS_OF_REPORT; index++)
    await writer.add({ at: START + index * 1000, values: valuesOf(index) });
  const objects = await writer.finish();
  await services.store.transact(async (trx) => {
    const vehicle = { id: VEHICLE, vin: 'VF1BENCH', name: 'Car', attributes_json: '{}' };
    await trx.insertInto('vehicle').values(vehicle).execute();
    await publishObjects(trx, { vehicleId: VEHICLE, importSha256: 'bench' }, objects);
  });
}

const valuesOf = (index: number) => [(index % 13_000) / 100, (index % 10_000) / 100];

const everything = { from: START, to: START + ROWS_OF_REPORT * 1000 };
const request: ReportRequest = {
  applicationNumber: 'VD-20261120-4K7Q2M',
  kind: 'personal',
  vehicleId: VEHICLE,
  hasPeriod: true,
  ...everything,
  parts: [everything],
  linkEndedAt: null,
  extent: null,
  approvedAt: everything.to,
  dataTypes: ['trips', 'battery'],
  masking: null,
  language: 'en',
  holder: 'Bench',
  contact: 'bench@example.eu',
  recipient: { kind: 'requester', name: null },
  timeZone: null,
  purpose: 'ownInformation',
  sharedUntil: null,
};

/** Two reports at a time, again and again. */
async function makeReports({ config }: Services): Promise<void> {
  const until = performance.now() + SECONDS * 1000;
  const location = { storage: { DATA_DIR: config.DATA_DIR } };
  const one = async (name: string) => {
    const path = join(config.DATA_DIR, name);
    const target = { path, packagePath: `${path}.zip`, password: 'bench', key };
    do await generateReport({ request, target, location });
    while (performance.now() < until);
  };
  await Promise.all([one('first'), one('second')]);
}

/** Writes the file to import; answers its path. */
async function writeDrive(folder: string, rows: number): Promise<string> {
  const path = join(folder, 'drive.csv');
  function* lines() {
    yield `Instant,${SPEED},${CHARGE}\n`;
    for (let start = 0; start < rows; start += 1000) {
      const length = Math.min(1000, rows - start);
      const some = Array.from({ length }, (_, index) => start + index);
      yield some
        .map((row) => `${new Date(START + row * 1000).toISOString()},${valuesOf(row).join(',')}\n`)
        .join('');
    }
  }
  await pipeline(lines(), createWriteStream(path));
  return path;
}

async function runImport({ config }: Services, path: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: config.DATA_DIR, MODE: 'test' };
  const args = [IMPORT, '--file', path, '--vin', VIN];
  const tool = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = await once(tool, 'exit');
  if (status !== 0) throw new Error(`The import ended with ${status}`);
}

async function compare(rows: number): Promise<void> {
  await withServices(async (services) => {
    const app = await build(services);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const token = await signedInWith(services, APPLICATIONS);
    const address = [String((app.server.address() as AddressInfo).port), token];
    await fill(services);
    const drive = await writeDrive(services.config.DATA_DIR, rows);
    console.log(`A list of ${APPLICATIONS} applications, ${1000 / BETWEEN} times a second`);
    const alone = await measure('alone', address, pause);
    const reports = await measure('beside two reports', address, () => makeReports(services));
    await measure(`beside an import`, address, () => runImport(services, drive));
    await measure('alone again', address, pause);
    console.log(
      `two reports: ${(reports / alone).toFixed(2)} × the 99th percentile alone; an import of ${rows.toLocaleString('en')} rows`,
    );
    await app.close();
  });
}

const { values, positionals } = parseArgs({
  options: { rows: { type: 'string' }, call: { type: 'boolean' } },
  allowPositionals: true,
});
const [port, token = ''] = positionals;
if (values.call) await call(Number(port), token);
else await compare(Number(values.rows ?? ROWS_OF_IMPORT));
