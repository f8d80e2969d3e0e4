import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Signal, signalNamed } from '#contract/data-catalogue.ts';
import { tableFormats } from '#server/reports/table-formats.ts';
import { decompressors } from '#server/vehicles/series-format.ts';
import { driveFiles, drivenRows, drivenValue } from './drive.ts';

const tables = {
  status: { Temperature: 'Vehicle.Exterior.AirTemperature', Humidity: 'Vehicle.Exterior.Humidity' },
  battery: { Soc: 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed' },
  trips: { Speed: 'Vehicle.Speed' },
  location: { LAT: 'Vehicle.CurrentLocation.Latitude', LON: 'Vehicle.CurrentLocation.Longitude' },
};

let folder: string;
let files: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drives-'));
  files = await driveFiles(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a drive's table in each format. */
async function filesOf(csv: string, dataType: keyof typeof tables) {
  const columns = Object.entries(tables[dataType]);
  const signals = columns.map(([, name]) => signalNamed(name) as Signal);
  const rows = drivenRows(csv).map((row) => [
    row.instant,
    ...columns.map(([column]) => drivenValue(row, column) ?? null),
  ]);
  const parquetFiles: Record<string, Buffer> = {};
  for (const { extension, chunks } of tableFormats) {
    const parts: Uint8Array[] = [];
    const table = { dataType, hasVehicles: false, signals };
    for await (const part of chunks(table, Readable.from([rows]))) parts.push(part);
    parquetFiles[extension] = Buffer.concat(parts);
  }
  return parquetFiles as { csv: Buffer; parquet: Buffer };
}

test.each(Object.keys(tables) as (keyof typeof tables)[])(
  'Parquet is at most an eighth of the CSV, even for short drives: %s',
  async (dataType) => {
    for (const file of files) {
      const { csv, parquet } = await filesOf(await readFile(file, 'utf8'), dataType);
      expect(parquet.length, file).toBeLessThanOrEqual(csv.length / 8);
    }
  },
);

test('Parquet declares its instants as UTC', async () => {
  const { parquet } = await filesOf(await readFile(files[0] ?? '', 'utf8'), 'trips');
  const bytes = Uint8Array.from(parquet).buffer;
  expect(parquetMetadata(bytes).schema[1]).toMatchObject({
    name: 'time_stamp',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  });
});

test('Parquet declares whole numbers as integers, and has units and descriptions', async () => {
  const signals = [signalNamed('Vehicle.TraveledDistance') as Signal];
  const table = { dataType: 'trips', hasVehicles: false, signals };
  const parts: Uint8Array[] = [];
  const rows = [
    ['2026-01-01T00:00:00.000Z', 12_345_678],
    ['2026-01-01T00:00:01.000Z', null],
  ];
  const format = tableFormats.find(({ extension }) => extension === 'parquet');
  for await (const part of format?.chunks(table, Readable.from([rows])) ?? []) parts.push(part);
  const { buffer } = Uint8Array.from(Buffer.concat(parts));
  const { schema, key_value_metadata } = parquetMetadata(buffer);
  expect(schema[2]).toMatchObject({ name: 'Vehicle.TraveledDistance', type: 'INT64' });
  expect(key_value_metadata).toEqual([
    { key: 'units', value: '{"Vehicle.TraveledDistance":"m"}' },
    { key: 'descriptions', value: expect.stringContaining('"Vehicle.TraveledDistance":"Odometer') },
  ]);
  expect(await parquetReadObjects({ file: buffer, compressors: decompressors })).toMatchObject([
    { 'Vehicle.TraveledDistance': 12_345_678n },
    { 'Vehicle.TraveledDistance': null },
  ]);
});
