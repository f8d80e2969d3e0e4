import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { ZipWriter } from '@zip.js/zip.js';
import { dataTypes } from '#contract/data-types.ts';
import type { Row } from '#lib/encrypted-xlsx/cells.ts';
import { encryptingStream } from '#lib/encrypted-xlsx/encryption.ts';
import { writeWorkbook } from '#lib/encrypted-xlsx/workbook.ts';
import type { Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { type Delivery, requestedData } from '#server/reports/delivery.ts';
import { writeReport } from '#server/reports/generate.ts';
import { noMask } from '#server/reports/masking.ts';
import { tableFormats } from '#server/reports/table-formats.ts';
import type { SeriesColumn } from '#server/vehicles/series-format.ts';
import { publishObjects } from '#server/vehicles/series-object.ts';
import { SeriesWriter } from '#server/vehicles/series-writer.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import { password, reportRequest, targetAt } from '#tests/server/reports/report-request.ts';
import { printHelpIfAsked } from '#tools/usage.ts';
import { processorTime, withServices } from './measure.ts';

/*
 * Processor time of a report from stored data to both files, compared with the time that its writers alone
 * need for the same rows in memory, and masked compared with unmasked.
 *   npm run bench -- whole-report --rows 1000000
 */

const START = Date.UTC(2026, 0, 1);
/** Goals. */
const MAX_OF_WRITERS = 2;
const MAX_MASKED = 1.5;
/** Rows of a table that are held in memory; more rows repeat them. */
const HELD = 50_000;

const columns: SeriesColumn[] = [
  { name: 'Vehicle.Speed', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed', value: 'number' },
  { name: 'Vehicle.Powertrain.Transmission.CurrentGear', value: 'integer' },
  { name: 'Vehicle.CurrentLocation.Latitude', value: 'number' },
  { name: 'Vehicle.CurrentLocation.Longitude', value: 'number' },
  { name: 'Vehicle.CurrentLocation.Altitude', value: 'number' },
  { name: 'Vehicle.Exterior.AirTemperature', value: 'number' },
];

const valuesOf = (index: number) => [
  (index % 9000) / 100,
  (8754 - (index % 7000)) / 100,
  (index % 3) - 1,
  (33_986_225 + (index % 50_000)) / 1e6,
  (-6_725_523 - (index % 50_000)) / 1e6,
  140 + (index % 60),
  (200 + (index % 100)) / 10,
];

async function addDrive(services: Services, rows: number): Promise<void> {
  const writer = new SeriesWriter(storageOf(services, 'series'), 'v1', columns);
  for (let index = 0; index < rows; index++)
    await writer.add({ at: START + index * 1000, values: valuesOf(index) });
  const objects = await writer.finish();
  await services.store.transact(async (trx) => {
    const vehicle = { id: 'v1', vin: 'VF1ACVYB012345678', name: 'Twizy', attributes_json: '{}' };
    await trx.insertInto('vehicle').values(vehicle).execute();
    await publishObjects(trx, { vehicleId: 'v1', importSha256: 'bench' }, objects);
  });
}

/** Writes rows in memory as an encrypted workbook and an encrypted zip of all formats. */
async function writeAlone(
  path: string,
  tables: { delivery: Delivery; batches: Row[][]; rows: number }[],
): Promise<void> {
  async function* repeated({ batches, rows }: (typeof tables)[number]) {
    for (let [written, next] = [0, 0]; written < rows; next++) {
      const batch = (batches[next % batches.length] ?? []).slice(0, rows - written);
      written += batch.length;
      yield batch;
    }
  }
  const book = await open(path, 'w+');
  const sheets = tables.map((table) => ({
    name: table.delivery.dataType,
    columns: [{ heading: 'time_stamp', width: 20 }, ...table.delivery.signals.map(headingOf)],
    rows: repeated(table),
  }));
  const cover = () => ({ name: 'Manifest', columns: [], rows: [[['bench']]] });
  await writeWorkbook({ sheets, cover }, encryptingStream(book, password));
  await book.close();
  const file = await open(path, 'w+');
  const writable = new WritableStream({ write: (chunk) => file.appendFile(chunk) });
  const zip = new ZipWriter(writable, { password, encryptionStrength: 3 });
  for (const table of tables)
    for (const { extension, chunks } of tableFormats) {
      const content = chunks({ ...table.delivery, hasVehicles: false }, repeated(table));
      const readable = Readable.toWeb(Readable.from(content)) as NodeReadableStream;
      await zip.add(`${table.delivery.dataType}.${extension}`, {
        readable: readable as ReadableStream,
      });
    }
  await zip.close();
  await file.close();
  await rm(path);
}

const headingOf = ({ name }: { name: string }) => ({ heading: name, width: 20 });

async function measure(rows: number): Promise<void> {
  await withServices(async (services) => {
    await addDrive(services, rows);
    const source = storeSource(services.store.db, storageOf(services, 'series'));
    const request = reportRequest({ from: START, to: START + rows * 1000 }, { dataTypes });
    const data = requestedData(source, request, noMask);
    const deliveries = (await data.plan()).filter(({ signals }) => signals.length > 0);
    const tables: Parameters<typeof writeAlone>[1] = [];
    for (const delivery of deliveries) {
      const batches: Row[][] = [];
      for await (const batch of data.rows(delivery)) {
        batches.push(batch);
        if (batches.length * batch.length >= HELD) break;
      }
      tables.push({ delivery, batches, rows });
    }
    const path = join(services.config.DATA_DIR, 'report.xlsx');
    const reported = (masking: 'drives' | null) =>
      processorTime(() => writeReport(source, { ...request, masking }, targetAt(path)));
    const writers = await processorTime(() => writeAlone(`${path}.alone`, tables));
    const whole = await reported(null);
    const masked = await reported('drives');
    console.log(`Report of ${rows.toLocaleString('en')} rows in ${tables.length} tables`);
    console.log(`writers alone ${writers.toFixed(1)} s of processor time`);
    console.log(`whole report ${whole.toFixed(1)} s, ${ratio(whole, writers, MAX_OF_WRITERS)}`);
    console.log(`masked ${masked.toFixed(1)} s, ${ratio(masked, whole, MAX_MASKED)}`);
  });
}

const ratio = (figure: number, base: number, most: number) =>
  `${(figure / base).toFixed(2)} × (goal ≤ ${most})`;

printHelpIfAsked('Run it with: npm run bench -- whole-report --rows 1000000\n');
await measure(Number(process.argv[3] ?? 1_000_000));
