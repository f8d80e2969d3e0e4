import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { openStore } from '#server/platform/database/open-database.ts';
import { reportRequest, writtenReport } from '#tests/server/reports/report-request.ts';
import { importPlace } from './import-run.ts';

const SPEED = 'Vehicle.Speed';
const GEAR = 'Vehicle.Powertrain.Transmission.CurrentGear';
const BRAND = 'Vehicle.VehicleIdentification.Brand';
const BEYOND = 2n ** 53n + 1n;

const place = importPlace();
const { written, run } = place;

/** A report of everything imported: CSV files, rows of the sheets, and manifest. */
async function reported() {
  const store = openStore(place.location);
  const range = { from: Date.parse('2026-01-01'), to: Date.parse('2026-02-01') };
  const { id } = await store.db.selectFrom('vehicle').select('id').executeTakeFirstOrThrow();
  const request = reportRequest(range, {
    vehicleId: id,
    dataTypes: ['trips', 'status', 'identity'],
  });
  const { location } = place;
  const { files, manifest, ...report } = await writtenReport({ store, location }, request);
  await store.close();
  const sheets = await report.sheets();
  return {
    csv: (type: string) => files[`data/${type}.csv`]?.trim().split('\r\n').slice(1),
    jsonl: (type: string) => files[`data/${type}.jsonl`]?.trim().split('\n'),
    page: files['manifest.html'] ?? '',
    sheets: sheets.flatMap(({ rows }) => rows.flat()),
    signal: (name: string) => manifest.signals.find((one: { name: string }) => one.name === name),
  };
}

const instant = '2026-01-01T00:00:00.123456Z';
const micros = BigInt(Date.parse(instant)) * 1000n + 456n;
const columns = [SPEED, GEAR, BRAND];
const csv = `Instant,${columns}\n${instant},-0,${BEYOND},  two blanks \n`;
const jsonl = `{"Instant":"${instant}","${SPEED}":-0,"${GEAR}":${BEYOND},"${BRAND}":"  two blanks "}\n`;
const parquet = new Uint8Array(
  parquetWriteBuffer({
    schema: [
      { name: 'table', num_children: 4 },
      { name: 'Instant', type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
      { name: SPEED, type: 'DOUBLE' },
      { name: GEAR, type: 'INT64' },
      { name: BRAND, type: 'BYTE_ARRAY', converted_type: 'UTF8' },
    ],
    columnData: [
      { name: 'Instant', data: [micros] },
      { name: SPEED, data: [-0] },
      { name: GEAR, data: [BEYOND] },
      { name: BRAND, data: ['  two blanks '] },
    ],
  }),
);

const forms: [string, string | Uint8Array][] = [
  ['drive.csv', csv],
  ['drive.jsonl.gz', gzipSync(jsonl)],
  ['drive.parquet', parquet],
];

describe.each(forms)('from %s', (name, content) => {
  test('−0 and blanks are preserved; truncated values are reported', async () => {
    const file = await written(name, content);
    const refused = await run('--file', file);
    expect(refused.stderr).toContain(`«${BEYOND}» is beyond 2^53`);
    expect(refused.stderr).toContain('(see --out-of-range)');
    const keptRun = await run('--file', file, '--out-of-range', 'keep');
    expect(keptRun.stderr).toBe('');
    expect(keptRun.stdout).toContain('1 with the time truncated to milliseconds');
    const { csv, jsonl, page, sheets, signal } = await reported();
    const at = '2026-01-01T00:00:00.123Z';
    expect(csv('trips')).toEqual([`${at},-0`]);
    expect(csv('status')).toEqual([`${at},9007199254740992`]);
    expect(csv('identity')?.at(-1)).toBe(`${at},,"  two blanks "`);
    expect(jsonl('trips')).toEqual([`{"time_stamp":"${at}","${SPEED}":-0}`]);
    expect(sheets).toContain('  two blanks ');
    expect(sheets.some((cell) => Object.is(cell, -0))).toBe(true);
    expect(signal(GEAR)).toMatchObject({ values: 1, inexact: 1 });
    expect(signal(SPEED)).toMatchObject({ inexact: 0, notes: [{ kind: 'cutTime', count: 1 }] });
    expect(page).toContain('1 whole numbers are beyond 2^53 and may be rounded.');
    expect(page).toContain('truncated to milliseconds');
  });

  test('a whole number beyond 2^53 is left out and reported', async () => {
    const file = await written(name, content);
    expect((await run('--file', file, '--out-of-range', 'empty')).stderr).toBe('');
    expect((await reported()).signal(GEAR)).toMatchObject({
      delivered: false,
      reason: 'outOfRange',
      notes: [{ kind: 'outOfRange', count: 1 }],
    });
  });
});

test('a whole number that a double represents is not reported as rounded', async () => {
  const long = 2n ** 60n;
  const line = `{"Instant":"${instant}","${GEAR}":${long}}\n`;
  const { stdout, stderr } = await run('--dry-run', '--file', await written('a.jsonl', line));
  expect(stderr).toBe('');
  expect(stdout).toContain(`"${GEAR}":1152921504606847000`);
});

test('a dry run shows −0, and the number of truncated times', async () => {
  const { stdout } = await run(
    '--dry-run',
    '--leave-out',
    GEAR,
    '--file',
    await written('a.csv', csv),
  );
  expect(stdout).toContain(`{"${SPEED}":-0,"${BRAND}":"  two blanks "}`);
  expect(stdout).toContain('1 with the time truncated to milliseconds');
});

test('blanks around fields are removed by --trim, and before quotes in any case', async () => {
  const loose = `Instant, ${SPEED}, ${BRAND}, Note\n${instant}, 1.5, a , "a, b"\n`;
  const file = await written('loose.csv', loose);
  const args = ['--dry-run', '--file', file, '--leave-out', 'Note'];
  expect((await run(...args)).stdout).toContain(`{"${SPEED}":1.5,"${BRAND}":" a "}`);
  expect((await run(...args, '--trim')).stdout).toContain(`{"${SPEED}":1.5,"${BRAND}":"a"}`);
});

test.each([
  ['nowhere.csv', 'cannot be read: ENOENT'],
  ['nowhere.jsonl', 'cannot be read: ENOENT'],
  ['nowhere.parquet', 'cannot be read: ENOENT'],
  ['.', 'cannot be read: EISDIR'],
])('a dry run of %s reports a missing file', async (name, message) => {
  const { stderr, status } = await run('--dry-run', '--file', join(place.location.dataDir, name));
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});
