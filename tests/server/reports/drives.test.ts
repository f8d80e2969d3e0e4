import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataType } from '#contract/data-catalogue.ts';
import { generateReport } from '#server/reports/run-in-worker.ts';
import { openStore } from '#server/store/database.ts';
import { type FreshLocation, freshLocation } from '../vehicles/fresh-location.ts';
import { readEncrypted, readWorkbook } from './read-workbook.ts';

// Real drives when they are there, else a made one with the same columns.
const DRIVES = resolve(process.env.DRIVES_DIR ?? '../shared/data/twizy');
const VIN = 'VF1ACVYB012345678';
const password = 'AAAAA-BBBBB-CCCCC-DDDDD';
const gears: Record<string, number> = { N: 0, D: 1, R: -1 };
const sheets: Record<string, { dataType: DataType; columns: [string, string][] }> = {
  'Vehicle status': {
    dataType: 'status',
    columns: [
      ['Temperature', 'Vehicle.Exterior.AirTemperature [Celsius]'],
      ['Humidity', 'Vehicle.Exterior.Humidity [percent]'],
      ['Mode', 'Vehicle.Powertrain.Transmission.CurrentGear'],
    ],
  },
  'Battery and charging': {
    dataType: 'battery',
    columns: [['Soc', 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed [percent]']],
  },
  'Trips and usage': { dataType: 'trips', columns: [['Speed', 'Vehicle.Speed [km/h]']] },
  Location: {
    dataType: 'location',
    columns: [
      ['LAT', 'Vehicle.CurrentLocation.Latitude [degrees]'],
      ['LON', 'Vehicle.CurrentLocation.Longitude [degrees]'],
      ['ALT', 'Vehicle.CurrentLocation.Altitude [m]'],
    ],
  },
};

let location: FreshLocation;
let folder: string;
let files: string[];
beforeAll(async () => {
  location = await freshLocation();
  folder = location.dataDir;
  if (existsSync(DRIVES)) {
    const names = (await readdir(DRIVES)).filter((name) => name.endsWith('.csv'));
    files = names.sort().map((name) => join(DRIVES, name));
  } else {
    files = [join(folder, 'made.csv')];
    await writeFile(join(folder, 'made.csv'), madeDrive());
  }
});
afterAll(() => location.remove());

test('every value of the drives arrives in the report, in order, at the right instant', async () => {
  const { dataDir, databaseUrl } = location;
  const imported = spawnSync(
    process.execPath,
    [
      'src/tools/import.ts',
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
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
      encoding: 'utf8',
    },
  );
  expect(imported.stderr).toBe('');

  const store = openStore(location);
  const vehicle = await store.db.selectFrom('vehicle').select('id').executeTakeFirstOrThrow();
  await store.close();
  const path = join(folder, 'report.xlsx');
  const outcome = await generateReport({
    request: {
      applicationNumber: 'VD-20261120-4K7Q2M',
      kind: 'personal',
      vehicleId: vehicle.id,
      from: Date.parse('2021-01-01T00:00:00Z'),
      to: Date.parse('2022-01-01T00:00:00Z'),
      dataTypes: Object.values(sheets).map(({ dataType }) => dataType),
      masking: false,
      language: 'en',
      holder: 'Example Motors',
    },
    target: { path, password },
    location: { dataDir, databaseUrl },
  });

  const drives = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).flatMap(csvRows);
  expect(drives.length).toBeGreaterThan(1000);
  expect(outcome).toMatchObject({ outcome: 'delivered', rows: drives.length * 4 });
  const delivered = await decrypted(path);
  expect(delivered.map(({ name }) => name)).toEqual(['Manifest', ...Object.keys(sheets)]);
  for (const { name, rows } of delivered.slice(1)) {
    const columns = sheets[name]?.columns ?? [];
    expect(rows[0]).toEqual(['Instant (UTC)', ...columns.map(([, heading]) => heading)]);
    expect(rows.slice(1)).toEqual(
      drives.map((row) => [
        row.instant,
        ...columns.map(([column]) => csvValue(row.fields, column)),
      ]),
    );
  }
});

/** By Debian's python3-msoffcrypto-tool, which shares no code with us, where there is one. */
async function decrypted(path: string) {
  const plain = join(folder, 'plain.xlsx');
  const args = ['-m', 'msoffcrypto', '-p', password, path, plain];
  if (spawnSync('/usr/bin/python3', args).status === 0) return readWorkbook(await readFile(plain));
  return readEncrypted(await readFile(path), password);
}

const csvValue = (fields: Map<string, string>, column: string) => {
  const text = fields.get(column) ?? '';
  return column === 'Mode' ? gears[text] : Number(text);
};

/** Morocco was at UTC from 11 April to 16 May 2021, else at UTC+1; the offset is written out here. */
function csvRows(csv: string) {
  const [head = '', ...lines] = csv.trim().split(/\r?\n/);
  const columns = head.split(',');
  let day = '';
  return lines.map((line) => {
    const fields = new Map(line.split(',').map((text, index) => [columns[index] ?? '', text]));
    const [month = '', date = '', year = ''] = (fields.get('Date') ?? '').split('/');
    // Loggers that lost their fix wrote days such as 90/02/2032 for a while.
    if (Number(month) >= 1 && Number(month) <= 12 && date !== '00')
      day = `${year}-${month}-${date}`;
    const offset = day > '2021-04-11' && day < '2021-05-16' ? '+00:00' : '+01:00';
    return { fields, instant: new Date(`${day}T${fields.get('Time')}${offset}`).toISOString() };
  });
}

function madeDrive(): string {
  const rows = Array.from({ length: 1500 }, (_, index) => {
    const time = new Date(index * 1000 + 39_600_000).toISOString().slice(11, 19);
    const position = `${(33.986225 + index / 1e5).toFixed(6)},${(-6.725523 - index / 1e5).toFixed(6)}`;
    const soc = (90 - index / 100).toFixed(6);
    return `04/22/2021,${time},${soc},${(index % 80) + 0.25},${'NDR'[index % 3]},${position},140.5,0,20.1,60,Clouds,2,0,40`;
  });
  return `Date,Time,Soc,Speed,Mode,LAT,LON,ALT,GpsSpeed,Temperature,Humidity,Weather,WindSpeedAv,Traffic,SpeedLimit\n${rows.join('\n')}\n`;
}
