import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { allSignals, type Signal, signalNamed } from '#contract/data-catalogue.ts';
import { languageCodes } from '#contract/languages.ts';
import { TextBytes } from '#lib/encrypted-xlsx/text-bytes.ts';
import { manifestKey, publicPem } from '#server/platform/audit/manifest-key.ts';
import { writeReport } from '#server/reports/generate.ts';
import type { ReportRequest } from '#server/reports/report-request.ts';
import descriptions from '#server/reports/signal-descriptions.json' with { type: 'json' };
import { tableFormats } from '#server/reports/table-formats.ts';
import { decompressors } from '#server/vehicles/series-format.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import { needs } from '#tests/needs.ts';
import { seriesIn } from '#tests/server/stored.ts';
import { storeOfFile } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from '../vehicles/fill-store.ts';
import {
  key,
  password,
  reportRequest,
  targetAt,
  writtenReport,
  zippedFiles,
} from './report-request.ts';

const SPEED = 'Vehicle.Speed';
const MOVING = 'Vehicle.IsMoving';
const GEAR = 'Vehicle.Powertrain.Transmission.CurrentGear';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const BRAND = 'Vehicle.VehicleIdentification.Brand';
const PLATE = 'Vehicle.VehicleIdentification.LicensePlate';

type Value = string | number | boolean | null;

const fresh = storeOfFile(async ({ store, location }) => {
  // Special cases of CSV: quotes, line breaks, separators, blanks at the edges.
  const attributes = {
    [BRAND]: ' "Zoé", S.A.\r\nrenault; ',
    [PLATE]: '=1+1',
    'Vehicle.Length': 4084,
  };
  await addVehicle(store, { id: 'v1', vin: 'VF1AAAA', name: 'Twizy', attributes });
  await addVehicle(store, { id: 'v2', vin: 'VF1BBBB', name: 'Zoe' });
  await addSeries(servicesOf(store, location), 'v1', [
    [
      '2026-01-05T10:00:00.250Z',
      { [SPEED]: 12.34, [MOVING]: true, [GEAR]: -1, [LATITUDE]: 33.986225 },
    ],
    ['2026-01-05T10:00:01Z', { [SPEED]: 0.1, [MOVING]: false }],
    ['2026-01-05T10:00:02Z', { [SPEED]: 1e-7, [LATITUDE]: 0 }],
  ]);
  await addSeries(servicesOf(store, location), 'v2', [['2026-01-06T00:00:00Z', { [SPEED]: 50 }]]);
});

const january = {
  from: Date.parse('2026-01-01T00:00:00Z'),
  to: Date.parse('2026-02-01T00:00:00Z'),
};
const request = reportRequest(january, {
  dataTypes: ['identity', 'trips', 'location', 'status', 'driver'],
});

async function written(change: Partial<ReportRequest> = {}) {
  const report = await writtenReport(fresh, { ...request, ...change });
  return { ...report, raw: await zippedFiles(report.bytes) };
}

/** Rows of a Parquet file, with instants as in the other formats. */
async function parquetRows(file: Buffer): Promise<Record<string, Value>[]> {
  const bytes = Uint8Array.from(file).buffer;
  const rows = await parquetReadObjects({
    file: { byteLength: bytes.byteLength, slice: (start, end) => bytes.slice(start, end) },
    compressors: decompressors,
  });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Date
          ? value.toISOString()
          : typeof value === 'bigint'
            ? Number(value)
            : (value as Value),
      ]),
    ),
  );
}

/** Fields of RFC 4180; an empty one without quotes is null. */
function csvRows(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const types = new Map<string, Signal['value']>(
  allSignals().map(({ name, value }) => [name, value]),
);

function typed(column: string, text: string | null): Value {
  if (text === null) return null;
  const type = types.get(column) ?? 'text';
  if (type === 'boolean') return text === 'true';
  return type === 'text' ? text : Number(text);
}

const asJson = (cell: Value) => (Object.is(cell, -0) ? '-0' : JSON.stringify(cell));

/** Hash of the manifest: each row a JSON array, followed by a line feed. */
const canonical = (rows: readonly (readonly Value[])[]) =>
  createHash('sha256')
    .update(rows.map((row) => `[${row.map(asJson).join(',')}]\n`).join(''))
    .digest('hex');

interface Manifest {
  files: { path: string; dataType: string; rows: number; sha256: string; rowsSha256: string }[];
  signals: { name: string; delivered: boolean; reason: string | null; values: number }[];
}

describe.each<[string, Partial<ReportRequest>]>([
  ['one vehicle', {}],
  ['one vehicle, masked', { masking: 'drives', language: 'zh' }],
  ['every vehicle', { kind: 'public', vehicleId: null }],
])('a report on %s', (_, change) => {
  test('has the same rows in the workbook, CSV, JSON Lines and Parquet', async () => {
    const { files, raw, outcome, sheets: read, ...report } = await written(change);
    const manifest: Manifest = report.manifest;
    const all = await read();
    const dataTypes = [...new Set(manifest.files.map(({ dataType }) => dataType))];
    // The sheets of data come last.
    const sheets = all.slice(-dataTypes.length);
    for (const [index, dataType] of dataTypes.entries()) {
      const [columns = [], ...lines] = csvRows(files[`data/${dataType}.csv`] ?? '');
      const names = columns.map(String);
      const padded = (row: readonly Value[]) => names.map((_, column) => row[column] ?? null);
      const ofSheet = (sheets[index]?.rows ?? []).slice(1).map(padded);
      const ofCsv = lines.map((line) => line.map((text, at) => typed(names[at] ?? '', text)));
      const ofJson = (files[`data/${dataType}.jsonl`] ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, Value>)
        .map((row) => names.map((name) => row[name] ?? null));
      const ofParquet = (await parquetRows(raw[`data/${dataType}.parquet`] ?? Buffer.alloc(0))).map(
        (row) => names.map((name) => row[name] ?? null),
      );
      // A masked report may hide all places.
      if (!change.masking) expect(ofCsv.length).toBeGreaterThan(0);
      const described = manifest.files.filter((file) => file.dataType === dataType);
      const hashes = new Set(described.map(({ rowsSha256 }) => rowsSha256));
      expect(new Set([ofSheet, ofCsv, ofJson, ofParquet].map(canonical))).toEqual(hashes);
      expect(described.map(({ rows }) => rows)).toEqual([1, 2, 3].map(() => ofCsv.length));
    }
    for (const { path, sha256 } of manifest.files)
      expect(
        createHash('sha256')
          .update(raw[path] ?? '')
          .digest('hex'),
      ).toBe(sha256);
    const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0) / 3;
    expect(outcome).toMatchObject({ outcome: 'delivered', rows });
  });
});

test('texts of a table are unchanged, and its metadata have type, unit and description', async () => {
  const { files } = await written();
  const [names, values] = csvRows(files['data/identity.csv'] ?? '');
  expect(values?.[names?.indexOf(BRAND) ?? -1]).toBe(' "Zoé", S.A.\r\nrenault; ');
  expect(files['data/trips.csv']?.slice(0, 69)).toBe(
    'time_stamp,Vehicle.Speed\r\n2026-01-05T10:00:00.250Z,12.34\r\n2026-01-05T',
  );
  const metadata = JSON.parse(files['data/csv-metadata.json'] ?? '');
  expect(metadata).toMatchObject({
    '@context': 'http://www.w3.org/ns/csvw',
    'dc:publisher': expect.stringMatching(/\S/),
    'dc:license': { '@id': 'http://data.europa.eu/eli/reg/2023/2854/oj' },
    'dc:rights': expect.stringMatching(/\S/),
  });
  const trips = metadata.tables.find(({ url }: { url: string }) => url === 'trips.csv');
  expect(trips.tableSchema.columns).toMatchObject([
    { name: 'time_stamp', datatype: 'dateTime' },
    {
      name: SPEED,
      datatype: { base: 'double' },
      'schema:unitText': 'km/h',
      'dc:description': 'Vehicle speed.',
    },
  ]);
  for (const { url } of metadata.tables) expect(files).toHaveProperty([`data/${url}`]);
});

test('the manifest lists every requested signal', async () => {
  const { files, ...report } = await written({ linkEndedAt: january.to });
  const manifest: Manifest = report.manifest;
  const of = (name: string) => manifest.signals.find((signal) => signal.name === name);
  expect(of(SPEED)).toMatchObject({ delivered: true, reason: null, values: 3, unit: 'km/h' });
  expect(of('Vehicle.AverageSpeed')).toMatchObject({ delivered: false, reason: 'neverRecorded' });
  expect(of(PLATE)).toMatchObject({ delivered: false, reason: 'linkEnded' });
  const page = files['manifest.html'] ?? '';
  for (const { name } of manifest.signals) expect(page).toContain(`<td>${name}</td>`);
  expect(page).toContain('data/trips.csv, data/trips.jsonl, data/trips.parquet');
});

test('minus zero, whole numbers beyond 2^53 and blanks are unchanged in each format', async () => {
  const [number, text] = ['Vehicle.Speed', BRAND].map((name) => signalNamed(name)) as [
    Signal,
    Signal,
  ];
  const table = { dataType: 'trips', hasVehicles: false, signals: [number, text] };
  const rows: Value[][] = [
    [null, -0, '  blank '],
    [null, 2 ** 60, '\t'],
  ];
  const contents: Record<string, Buffer> = {};
  for (const { extension, chunks } of tableFormats) {
    const parts: Uint8Array[] = [];
    for await (const part of chunks(table, Readable.from([rows]))) parts.push(part);
    contents[extension] = Buffer.concat(parts);
  }
  const texts = { csv: `${contents.csv}`, jsonl: `${contents.jsonl}` };
  const ofCsv = csvRows(texts.csv).slice(1);
  expect(ofCsv.map((row) => [null, Number(row[1]), row[2]])).toEqual(rows);
  const inColumns = (row: Record<string, Value>) => [null, row[number.name], row[text.name]];
  const ofJson = texts.jsonl
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(ofJson.map(inColumns)).toEqual(rows);
  const ofParquet = await parquetRows(contents.parquet ?? Buffer.alloc(0));
  expect(ofParquet.map(inColumns)).toEqual(rows);
  const bytes = new TextBytes();
  bytes.number(-0);
  expect(bytes.take().toString()).toBe('-0');
});

test('the manifest names recipient, purpose, time, gaps and rounded numbers', async () => {
  const recipient = { kind: 'thirdParty', name: 'Garage', onBehalfOf: 'user@example.eu' } as const;
  const { files, manifest } = await written({ recipient, purpose: 'repairAndMaintenance' });
  expect(manifest).toMatchObject({
    recipient,
    purpose: 'repairAndMaintenance',
    contact: 'data@example-motors.eu',
    entitled: [{ from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' }],
  });
  expect(manifest.gaps[0]).toEqual({
    dataType: 'trips',
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-02-01T00:00:00.000Z',
    daysWithData: 1,
    days: 31,
    overHour: 2,
    count: 2,
    beyondMs: 86_400_000,
    longestMs: expect.any(Number),
  });
  expect(manifest.signals.find(({ name }: { name: string }) => name === SPEED).inexact).toBe(0);
  for (const text of [
    '<td>Third party</td><td>Garage</td>',
    '<td>user@example.eu</td>',
    'Next steps',
    'Gaps',
    '<td>1 of 31</td>',
  ])
    expect(files['manifest.html']).toContain(text);
  const masked = await written({ masking: 'drives' });
  // A gap would reveal the time between two drives.
  expect(masked.manifest.gaps).toBeNull();
  expect(masked.files['manifest.html']).toContain('Not stated, because the length of a gap');
});

test('exactly the signals of the catalogue are described', () => {
  expect(Object.keys(descriptions).sort()).toEqual(
    allSignals()
      .map(({ name }) => name)
      .sort(),
  );
});

test.each(languageCodes)('the manifest page in %s is escaped and translated', async (language) => {
  const { files } = await written({ language, holder: '<b>Motors & Co</b>' });
  const page = files['manifest.html'] ?? '';
  expect(page).toMatch(/<html lang="[a-z]{2}/);
  expect(page).toContain('&lt;b&gt;Motors &amp; Co&lt;/b&gt;');
  expect(page).not.toMatch(/undefined|\[object|<script/);
});

test('the package cannot be read with another password, and contains no plain text', async () => {
  const { bytes } = await written();
  await expect(zippedFiles(bytes, 'AAAAA-BBBBB-CCCCC-DDDDE')).rejects.toThrow(/password/i);
  expect(bytes.includes('2026-01-05T10')).toBe(false);
});

test('openssl verifies the signature of the manifest', needs('openssl', 'openssl'), async () => {
  const { raw } = await written();
  const [text, signature, pem] = ['manifest.json', 'manifest.json.sig', 'key.pem'].map((name) =>
    join(fresh.location.dataDir, name),
  ) as [string, string, string];
  await writeFile(signature, raw['manifest.json.sig'] ?? '');
  await writeFile(pem, publicPem(key));
  const isRight = async (manifest: string) => {
    await writeFile(text, manifest);
    const checking = ['-verify', '-pubin', '-inkey', pem, '-rawin', '-in', text];
    return spawnSync('openssl', ['pkeyutl', ...checking, '-sigfile', signature]).status === 0;
  };
  const manifest = String(raw['manifest.json']);
  expect(await isRight(manifest)).toBe(true);
  expect(await isRight(manifest.replace('"version": 1', '"version": 2'))).toBe(false);
});

test('the key of a manifest is derived from the key of the chain only', () => {
  const of = (AUDIT_KEY: string) => publicPem(manifestKey({ AUDIT_KEY, DATA_DIR: '' }));
  expect(of('a'.repeat(64))).toBe(of('a'.repeat(64)));
  expect(of('a'.repeat(64))).not.toBe(of('b'.repeat(64)));
  expect(of('a'.repeat(64))).toMatch(/^-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA/);
});

test(
  'bsdtar, which shares no code with the portal, opens the package',
  needs('bsdtar', 'libarchive-tools'),
  async () => {
    const { target, files } = await written();
    const name = 'data/trips.csv';
    const args = ['--passphrase', password, '-xOf', target.packagePath, name];
    const { stdout, stderr } = spawnSync('bsdtar', args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe(files[name]);
  },
);

test('a source that changes between workbook and package yields no report and no file', async () => {
  const { store, location } = fresh;
  let streams = 0;
  const changing = {
    ...storeSource(store.db, seriesIn(location)),
    async *stream() {
      yield [{ at: january.from, values: [++streams] }];
    },
  };
  const target = targetAt(join(location.dataDir, 'changing.xlsx'));
  const generation = writeReport(changing, { ...request, dataTypes: ['trips'] }, target);
  await expect(generation).rejects.toThrow(/rows of trips are not those of the workbook/);
  // Immediately: the thread may be terminated afterwards.
  expect(readdirSync(location.dataDir).filter((file) => /changing/.test(file))).toEqual([]);
});

test.each([null, 'drives'] as const)(
  'data that vanish at any read yield no report and no file: masking %s',
  async (masking) => {
    const { store, location } = fresh;
    const source = storeSource(store.db, seriesIn(location));
    // Each read in turn finds that a file is missing.
    for (let missing = 1; ; missing++) {
      let reads = 0;
      const vanishing: typeof source = {
        ...source,
        async *stream(...call) {
          yield* source.stream(...call);
          if (++reads === missing) throw new Error('a file of the series is missing');
        },
      };
      const name = `vanishing-${masking}-${missing}.xlsx`;
      const target = targetAt(join(location.dataDir, name));
      const outcome = await writeReport(vanishing, { ...request, masking }, target).catch(String);
      if (reads < missing) break;
      expect(outcome).toBe('Error: a file of the series is missing');
      expect(readdirSync(location.dataDir).filter((file) => file.startsWith(name))).toEqual([]);
    }
  },
);

test('additional facts of an import are delivered: arrival, source, interval', async () => {
  const { store, location } = fresh;
  await addVehicle(store, { id: 'v3', vin: 'VF1CCCC', name: 'Zoe' });
  const at = Date.parse('2026-01-07T10:00:00Z');
  await addSeries(servicesOf(store, location), 'v3', [
    [at, { [SPEED]: 50 }, at + 1500],
    [at + 1000, { [SPEED]: 51 }],
  ]);
  await store.db
    .insertInto('import_batch')
    .values({
      vehicle_id: 'v3',
      sha256: 'test',
      rows: 2,
      imported_at: at + 86_400_000,
      source: 'january.csv',
      sampling_ms: 1000,
      time_zone: 'Africa/Casablanca',
      device: 'Logger 7',
    })
    .execute();
  const report = await written({ vehicleId: 'v3', dataTypes: ['trips'] });
  expect(csvRows(report.files['data/trips.csv'] ?? '')).toEqual([
    ['time_stamp', 'arrival_time_stamp', SPEED],
    ['2026-01-07T10:00:00.000Z', '2026-01-07T10:00:01.500Z', '50'],
    ['2026-01-07T10:00:01.000Z', null, '51'],
  ]);
  const sheets = await report.sheets();
  expect(sheets.at(-1)?.rows.slice(0, 2)).toEqual([
    ['Time stamp (UTC)', 'Arrived at (UTC)', 'Speed\nVehicle.Speed [km/h]'],
    ['2026-01-07T10:00:00.000Z', '2026-01-07T10:00:01.500Z', 50],
  ]);
  expect(report.manifest).toMatchObject({
    imports: [
      {
        kind: 'file',
        file: 'january.csv',
        importedAt: '2026-01-08T10:00:00.000Z',
        samplingSeconds: 1,
        timeZone: 'Africa/Casablanca',
        device: 'Logger 7',
      },
    ],
    licence: 'http://data.europa.eu/eli/reg/2023/2854/oj',
    termsOfUse: 'Regulation (EU) 2023/2854, Article 4(10)',
  });
  const manifest = sheets.find(({ name }) => name === 'Manifest')?.rows ?? [];
  const row = (name: string) => manifest.filter(([first]) => first === name).at(-1);
  expect(row('january.csv')?.[2]).toBe(1);
  expect(row(SPEED)?.[1]).toBe('Vehicle speed.');
  expect(row('Terms of use')?.[1]).toContain('Art. 4(10)');
  // A masked report would be linked by them.
  const masked = await written({ vehicleId: 'v3', dataTypes: ['trips'], masking: 'drives' });
  expect(masked.manifest.imports).toBeNull();
});

test.each([
  [{}, {}, /^COVESA Vehicle Signal Specification 7\.0\.0-dev of 2026-06-17 \(commit ce67f927\)$/],
  [{ Major: 5, Minor: 1 }, {}, /^COVESA Vehicle Signal Specification 5\.1\.0$/],
  [{ Major: 4, Minor: 2, Patch: 1, Label: 'maker' }, {}, /Specification 4\.2\.1-maker$/],
  [{ Major: 5, Minor: 1 }, { masking: 'drives' }, /commit ce67f927\)$/],
] as const)('every file states its origin: VSS %j, %j', async (declared, change, vocabulary) => {
  const versions = Object.entries(declared).map(([part, value]) => [
    `Vehicle.VersionVSS.${part}`,
    value,
  ]);
  const { store, location } = fresh;
  const vehicleId = `vss ${Object.values(declared)} ${Object.values(change)}`;
  const attributes = Object.fromEntries(versions);
  await addVehicle(store, { id: vehicleId, vin: `VF1${vehicleId}`, attributes });
  const at = Date.parse('2026-01-07T10:00:00Z');
  await addSeries(
    servicesOf(store, location),
    vehicleId,
    Array.from({ length: 20 }, (_, minute) => [at + minute * 60_000, { [SPEED]: 50 }]),
  );
  await store.db
    .insertInto('import_batch')
    .values({ vehicle_id: vehicleId, sha256: 'test', rows: 20, imported_at: at })
    .execute();
  const report = await written({ vehicleId, dataTypes: ['trips'], ...change });
  const { manifest, files, raw } = report;
  const isMasked = 'masking' in change;
  const origin = {
    publisher: 'Example Motors',
    licence: 'http://data.europa.eu/eli/reg/2023/2854/oj',
    termsOfUse: 'Regulation (EU) 2023/2854, Article 4(10)',
    vocabulary: expect.stringMatching(vocabulary),
    resolution: expect.stringContaining(isMasked ? '10 seconds' : 'whole milliseconds'),
  };
  const { publisher, ...inManifest } = origin;
  expect(manifest).toMatchObject({ ...inManifest, dataHolder: publisher });
  expect(JSON.parse(files['data/csv-metadata.json'] ?? '')).toMatchObject({
    'dc:publisher': publisher,
    'dc:license': { '@id': origin.licence },
    'dc:rights': origin.termsOfUse,
    'dc:conformsTo': origin.vocabulary,
    'dc:description': origin.resolution,
    ...(isMasked ? {} : { 'dc:source': [expect.stringContaining('"kind":"file"')] }),
  });
  const { key_value_metadata = [] } = parquetMetadata(
    Uint8Array.from(raw['data/trips.parquet'] ?? []).buffer,
  );
  const inParquet = Object.fromEntries(key_value_metadata.map(({ key, value }) => [key, value]));
  expect(inParquet).toMatchObject({
    ...origin,
    sources: isMasked ? 'null' : expect.stringContaining('"kind":"file"'),
  });
  const sheets = (await report.sheets()).flatMap(({ rows }) => rows);
  expect(sheets.find(([first]) => first === 'Vocabulary')?.[1]).toMatch(vocabulary);
});
