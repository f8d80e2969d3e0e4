import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import officeCrypto from 'officecrypto-tool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataType } from '#contract/data-types.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { generateReport } from '#server/reports/run-in-worker.ts';
import { bareEnvironment } from '#tests/compile-cache.ts';
import { readWorkbook } from '#tests/lib/encrypted-xlsx/read-workbook.ts';
import { type FreshLocation, freshLocation } from '../fresh-location.ts';
import { driveFiles, drivenRows, drivenValue } from './drive.ts';
import { password, reportRequest, targetAt } from './report-request.ts';

const VIN = 'VF1ACVYB012345678';
const sheets: Record<string, { dataType: DataType; columns: [string, string][] }> = {
  'Vehicle status': {
    dataType: 'status',
    columns: [
      ['Temperature', 'Outside temperature\nVehicle.Exterior.AirTemperature [Celsius]'],
      ['Humidity', 'Outside humidity\nVehicle.Exterior.Humidity [percent]'],
      ['Mode', 'Gear\nVehicle.Powertrain.Transmission.CurrentGear'],
    ],
  },
  'Battery and charging': {
    dataType: 'battery',
    columns: [
      [
        'Soc',
        'State of charge, displayed\nVehicle.Powertrain.TractionBattery.StateOfCharge.Displayed [percent]',
      ],
    ],
  },
  'Trips and usage': { dataType: 'trips', columns: [['Speed', 'Speed\nVehicle.Speed [km/h]']] },
  Location: {
    dataType: 'location',
    columns: [
      ['LAT', 'Latitude\nVehicle.CurrentLocation.Latitude [degrees]'],
      ['LON', 'Longitude\nVehicle.CurrentLocation.Longitude [degrees]'],
      ['ALT', 'Altitude\nVehicle.CurrentLocation.Altitude [m]'],
    ],
  },
};

let location: FreshLocation;
let folder: string;
let files: string[];
beforeAll(async () => {
  location = await freshLocation();
  folder = location.dataDir;
  files = await driveFiles(folder);
});
afterAll(() => location.remove());

test('the report contains every value of the drives, in order, at the right instant', async () => {
  const { dataDir, databaseUrl } = location;
  const imported = spawnSync(
    process.execPath,
    [
      'src/tools/portal.ts',
      'import',
      ...files.flatMap((file) => ['--file', file]),
      '--vin',
      VIN,
      '--profile',
      'twizy',
      '--timezone',
      'Africa/Casablanca',
      '--impossible-date',
      'previous',
    ],
    {
      env: { ...bareEnvironment(), DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
      encoding: 'utf8',
    },
  );
  expect(imported.stderr).toBe('');

  const store = openStore(location);
  const vehicle = await store.db.selectFrom('vehicle').select('id').executeTakeFirstOrThrow();
  await store.close();
  const path = join(folder, 'report.xlsx');
  const range = {
    from: Date.parse('2021-01-01T00:00:00Z'),
    to: Date.parse('2022-01-01T00:00:00Z'),
  };
  const outcome = await generateReport({
    request: reportRequest(range, {
      vehicleId: vehicle.id,
      dataTypes: Object.values(sheets).map(({ dataType }) => dataType),
    }),
    target: targetAt(path),
    location: { storage: { DATA_DIR: dataDir }, databaseUrl },
  });

  const drives = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).flatMap(
    drivenRows,
  );
  expect(drives.length).toBeGreaterThan(1000);
  expect(outcome).toMatchObject({ outcome: 'delivered', rows: drives.length * 4 });
  const delivered = await decrypted(path);
  expect(delivered.map(({ name }) => name)).toEqual([
    'Summary',
    'Drives',
    'Manifest',
    ...Object.keys(sheets),
  ]);
  for (const { name, rows } of delivered.slice(3)) {
    const columns = sheets[name]?.columns ?? [];
    expect(rows[0]).toEqual(['Time stamp (UTC)', ...columns.map(([, heading]) => heading)]);
    expect(rows.slice(1)).toEqual(
      drives.map((row) => [row.instant, ...columns.map(([column]) => drivenValue(row, column))]),
    );
  }
});

/** Uses a library that shares no code with the portal. */
async function decrypted(path: string) {
  return readWorkbook(await officeCrypto.decrypt(await readFile(path), { password }));
}
