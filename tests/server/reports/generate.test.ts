import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import { writeReport } from '#server/reports/generate.ts';
import type { ReportRequest } from '#server/reports/report-request.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { ReadSheet } from '#tests/lib/encrypted-xlsx/read-workbook.ts';
import { seriesIn } from '#tests/server/stored.ts';
import { storeOfFile } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from '../vehicles/fill-store.ts';
import { reportRequest, targetAt, writtenReport } from './report-request.ts';

const SPEED = 'Vehicle.Speed';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
const ALTITUDE = 'Vehicle.CurrentLocation.Altitude';
const PLATE = 'Vehicle.VehicleIdentification.LicensePlate';
const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed';
const RANGE = 'Vehicle.Powertrain.TractionBattery.Range';

const fresh = storeOfFile(async ({ store, location }) => {
  await addVehicle(store, {
    id: 'v1',
    vin: 'VF1AAAA',
    name: 'Twizy',
    attributes: { 'Vehicle.Length': 2338, [PLATE]: 'AB 123' },
  });
  await addSeries(
    servicesOf(store, location),
    'v1',
    Array.from({ length: 21 }, (_, minute) => [
      february.from + (10 * 60 + minute) * 60_000,
      {
        [SPEED]: 42,
        [LATITUDE]: 33.986225,
        [LONGITUDE]: -6.725523,
        [ALTITUDE]: 149.9,
        [CHARGE]: 71,
      },
    ]),
  );
  await addVehicle(store, { id: 'v2', vin: 'VF1BBBB', name: 'Zoe' });
  await addSeries(servicesOf(store, location), 'v1', [
    [
      '2026-01-05T10:00:00.250Z',
      { [SPEED]: 12.34, [LATITUDE]: 33.986225, [LONGITUDE]: -6.725523, [ALTITUDE]: 149.9 },
    ],
    ['2026-01-05T10:00:01Z', { [SPEED]: 0.1 }],
  ]);
  await addSeries(servicesOf(store, location), 'v2', [['2026-01-06T00:00:00Z', { [SPEED]: 50 }]]);
});

const january = {
  from: Date.parse('2026-01-01T00:00:00Z'),
  to: Date.parse('2026-02-01T00:00:00Z'),
};
/** Long enough that masking does not leave all of it out. */
const february = { from: january.to, to: Date.parse('2026-03-01T00:00:00Z') };
const inFebruary = { ...february, parts: [february] };
const request = reportRequest(january, { dataTypes: ['identity', 'trips', 'location', 'battery'] });

async function report(change: Partial<ReportRequest> = {}) {
  const written = await writtenReport(fresh, { ...request, ...change });
  const bytes = await readFile(written.target.path);
  return { ...written, bytes, sheets: await written.sheets() };
}

interface Manifest {
  signals: { name: string; delivered: boolean; reason: string | null }[];
}

const sheet = (sheets: ReadSheet[], name: string) => sheets.find((one) => one.name === name)?.rows;
const line = (sheets: ReadSheet[], name: string) =>
  sheet(sheets, 'Manifest')?.find((row) => row[1] === name || row[0] === name);

test('each data type with data has a sheet of exact values, after the manifest', async () => {
  const { sheets, outcome, bytes } = await report();
  expect(sheets.map(({ name }) => name)).toEqual([
    'Summary',
    'Drives',
    'Manifest',
    'Vehicle identity',
    'Trips and usage',
    'Location',
  ]);
  expect(sheet(sheets, 'Trips and usage')).toEqual([
    ['Time stamp (UTC)', 'Speed\nVehicle.Speed [km/h]'],
    ['2026-01-05T10:00:00.250Z', 12.34],
    ['2026-01-05T10:00:01.000Z', 0.1],
  ]);
  expect(sheet(sheets, 'Location')?.[1]).toEqual([
    '2026-01-05T10:00:00.250Z',
    33.986225,
    -6.725523,
    149.9,
  ]);
  expect(sheet(sheets, 'Vehicle identity')?.[1]).toEqual([null, 'VF1AAAA', 'AB 123', 2338]);
  expect(outcome).toEqual({
    outcome: 'delivered',
    rows: 4,
    values: {
      'Vehicle.VehicleIdentification.VIN': 1,
      [PLATE]: 1,
      'Vehicle.Length': 1,
      [SPEED]: 2,
      [LATITUDE]: 1,
      [LONGITUDE]: 1,
      [ALTITUDE]: 1,
    },
    preview: expect.any(Object),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    package: { size: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test('an unmasked workbook shows local time beside UTC, and begins with a summary', async () => {
  const { sheets } = await report({ timeZone: 'Europe/Berlin', language: 'fr' });
  const [summary, drives, manifest] = sheets;
  expect(sheet(sheets, 'Trajets et usage')?.slice(0, 2)).toEqual([
    ['Heure (Europe/Berlin)', 'Horodatage (UTC)', 'Vitesse\nVehicle.Speed [km/h]'],
    ['2026-01-05T11:00:00.250', '2026-01-05T10:00:00.250Z', 12.34],
  ]);
  const fact = (name: string) => summary?.rows.find((row) => row[0] === name)?.slice(1);
  expect(summary?.rows[0]).toEqual(['Twizy · VF1AAAA']);
  expect(fact('Fuseau horaire')).toEqual(['Europe/Berlin']);
  expect(fact('Trajets')).toEqual([1]);
  expect(fact('2026-01-05 11:00')).toEqual([1]);
  expect(drives?.rows[1]?.slice(0, 3)).toEqual([
    1,
    '2026-01-05T11:00:00.250',
    '2026-01-05T11:00:00.250',
  ]);
  for (const { name } of sheets.slice(2)) expect(summary?.xml).toContain(`location="'${name}'!A1"`);
  expect(summary?.xml).toContain('fitToWidth="1" fitToHeight="1"');
  expect(manifest?.rows.flat().join()).toContain('Europe/Berlin');
});

test('the manifest lists request and delivery with reasons, and its hashes are correct', async () => {
  const { sheets } = await report();
  expect(line(sheets, 'Application number')?.[1]).toBe('VD-20261120-4K7Q2M');
  expect(line(sheets, 'From (inclusive)')?.[1]).toBe('2026-01-01T00:00:00.000Z');
  expect(line(sheets, 'Vehicle')).toEqual(['Vehicle', 'VF1AAAA', 'Twizy']);
  expect(line(sheets, SPEED)).toEqual([
    'Trips and usage',
    SPEED,
    'km/h',
    'raw',
    'yes',
    2,
    '2026-01-05T10:00:00.250Z',
    '2026-01-05T10:00:01.000Z',
    'Trips and usage',
  ]);
  expect(line(sheets, 'Vehicle.Powertrain.TractionBattery.StateOfHealth')?.[9]).toMatch(
    /no value has been received/,
  );
  for (const { name, path, xml } of sheets.slice(3)) {
    const shown = sheet(sheets, 'Manifest')?.find((row) => row[0] === name && row[1] === path);
    expect(shown?.[3]).toBe(createHash('sha256').update(xml).digest('hex'));
  }
});

test.each([
  ['personal', 'Regulation (EU) 2023/2854 (Data Act), Articles 4 and 5'],
  ['public', 'Regulation (EU) 2023/2854 (Data Act), Chapter V (exceptional need)'],
] as const)(
  'the manifest of a %s report names legal basis, data holder and time',
  async (kind, law) => {
    const startedAt = Date.now();
    const { sheets } = await report({ kind, dataTypes: ['identity', 'trips', 'location'] });
    const value = (name: string) => line(sheets, name)?.[1];
    expect(value('Legal basis')).toBe(law);
    expect(value('Data holder')).toBe('Example Motors');
    const preparedAt = Date.parse(String(value('Prepared at')));
    expect(preparedAt).toBeGreaterThanOrEqual(startedAt);
    expect(preparedAt).toBeLessThanOrEqual(Date.now());
    expect(value('To (exclusive)')).toBe('2026-02-01T00:00:00.000Z');
    expect(value('Data type')).toBe('Vehicle identity, trips and usage, location');
    expect(value('Masked')).toBe('no');
    // The link covers the whole range and lasts.
    for (const name of ['Linked from (inclusive)', 'The link ended at'])
      expect(line(sheets, name)).toBeUndefined();
    expect(line(sheets, 'Vehicle.Length')).toEqual([
      'Vehicle identity',
      'Vehicle.Length',
      'mm',
      'raw',
      'no',
      1,
      null,
      null,
      'Vehicle identity',
      'Fixed value, without a time stamp.',
    ]);
  },
);

test('the manifest of a masked report names the change of each signal', async () => {
  const { sheets } = await report({ ...inFebruary, masking: 'dated' });
  const remark = (name: string) => line(sheets, name)?.[9];
  expect(line(sheets, 'Masked')?.[1]).toBe('yes');
  expect(line(sheets, 'Vehicle')?.[1]).toMatch(/^P-[0-9a-f]{16}$/);
  expect(remark('Vehicle.VehicleIdentification.VIN')).toBe(
    'Fixed value, without a time stamp. Shown as a pseudonym.',
  );
  // Passed on one drive, which identifies the driver.
  for (const name of [LATITUDE, LONGITUDE, ALTITUDE, PLATE])
    expect(remark(name)).toBe('Not delivered: left out because the report is masked.');
  expect(remark(SPEED)).toBe('Shown in steps of 10.');
});

test.each([
  [null, { min: 0, max: 100 }, { minimum: 0, maximum: 100 }],
  ['drives', {}, {}],
] as const)(
  'the range of a signal is stated unless masking (%s) changes its values',
  async (masking, range, datatype) => {
    const { sheets, files } = await report({ ...inFebruary, masking });
    const [metadata, dictionary] = ['data/csv-metadata.json', 'dictionary.json'].map((path) =>
      JSON.parse(files[path] ?? ''),
    );
    const named = (all: { name: string }[]) => all.find(({ name }) => name === CHARGE);
    const { min, max } = Object(named(dictionary));
    expect({ min, max }).toEqual(range);
    const { tableSchema } = metadata.tables.find(({ url }: { url: string }) => /bat/.test(url));
    expect(named(tableSchema.columns)).toMatchObject({ datatype: { base: 'double' } });
    expect(Object(named(tableSchema.columns)).datatype).toEqual({ base: 'double', ...datatype });
    const row = sheet(sheets, 'Manifest')?.find(([name]) => name === CHARGE);
    expect(row?.slice(3, 5).filter((limit) => limit !== null)).toEqual(Object.values(range));
  },
);

test('a masked report hides identifying data, and explains how', {
  tags: ['3-data-request'],
}, async () => {
  const { sheets, bytes } = await report({ ...inFebruary, masking: 'drives' });
  const text = sheets.map(({ xml }) => xml).join();
  for (const secret of [
    'VF1AAAA',
    'AB 123',
    'Twizy',
    '33.986',
    '-6.7255',
    '149.9',
    '2026-02-01T1',
  ]) {
    expect(text).not.toContain(secret);
  }
  expect(bytes.includes('VF1AAAA')).toBe(false);
  const [, first, second] = sheet(sheets, 'Trips and usage') ?? [];
  expect(String(first?.[0])).toMatch(/^2000-.*T10:0[1-6]:\d0\.000Z$/);
  expect(Date.parse(String(second?.[0])) - Date.parse(String(first?.[0]))).toBe(60_000);
  expect(sheet(sheets, 'Location')).toHaveLength(1);
  expect(sheet(sheets, 'Vehicle identity')?.[1]?.[1]).toMatch(/^P-[0-9a-f]{16}$/);
  expect(line(sheets, PLATE)?.[9]).toMatch(/masked/);
  expect(text).toContain('rounded to 0.05 degrees');
  expect(text).toContain('fictitious calendar');
});

test('a report on all vehicles names the vehicle in each row', async () => {
  const { sheets } = await report({ vehicleId: null, kind: 'public', dataTypes: ['trips'] });
  expect(sheet(sheets, 'Trips and usage')).toEqual([
    ['Vehicle', 'Time stamp (UTC)', 'Speed\nVehicle.Speed [km/h]'],
    ['VF1AAAA', '2026-01-05T10:00:00.250Z', 12.34],
    ['VF1AAAA', '2026-01-05T10:00:01.000Z', 0.1],
    ['VF1BBBB', '2026-01-06T00:00:00.000Z', 50],
  ]);
});

const LENGTH = 'Vehicle.Length';
const early = { from: 0, to: 1000 };
test.each([
  ['noData', { ...early, parts: [early], dataTypes: ['trips'] }, SPEED, 'notRecorded'],
  ['noData', { dataTypes: ['battery'] }, RANGE, 'neverRecorded'],
  ['noVehicle', { vehicleId: 'v9' }, SPEED, 'noVehicle'],
  ['notLinked', { parts: [] }, SPEED, 'notLinked'],
  ['noPeriod', { hasPeriod: false, parts: [] }, LENGTH, 'noPeriod'],
  ['withheld', { parts: [early], dataTypes: ['trips'] }, SPEED, 'notEntitled'],
  ['withheld', { masking: 'drives', dataTypes: ['location'] }, LATITUDE, 'masked'],
] as const)(
  '%s is an empty outcome with a reason for each signal',
  async (reason, change, name, signal) => {
    const written = await writtenReport(fresh, { ...request, ...(change as object) });
    expect(written.outcome).toMatchObject({ outcome: 'empty', reason });
    expect(existsSync(written.target.path)).toBe(false);
    expect(written.manifest).toMatchObject({ outcome: 'empty', emptyReason: reason });
    const { signals }: Manifest = written.manifest;
    expect(signals.find((one) => one.name === name)?.reason).toBe(signal);
    expect(signals.every(({ delivered }) => !delivered)).toBe(true);
  },
);

test('data are limited to the time of the link, to the millisecond, and the manifest states that time', async () => {
  const sold = Date.parse('2026-01-05T10:00:01Z');
  const { sheets } = await report({
    parts: [{ from: january.from, to: sold }],
    linkEndedAt: sold,
  });
  expect(sheet(sheets, 'Trips and usage')?.slice(1)).toEqual([['2026-01-05T10:00:00.250Z', 12.34]]);
  expect(line(sheets, 'To (exclusive)')?.[1]).toBe('2026-02-01T00:00:00.000Z');
  expect(line(sheets, 'Linked until (exclusive)')?.[1]).toBe('2026-01-05T10:00:01.000Z');
  expect(line(sheets, 'The link ended at')?.[1]).toBe('2026-01-05T10:00:01.000Z');
  // The number plate may belong to the new user.
  expect(sheet(sheets, 'Vehicle identity')?.[1]).toEqual([null, 'VF1AAAA', 2338]);
  expect(line(sheets, PLATE)?.[9]).toMatch(/link .* has ended/);
  const whole = (await report({ parts: [{ from: january.from, to: sold + 1 }] })).sheets;
  expect(sheet(whole, 'Trips and usage')).toHaveLength(3);
});

test('a masked report gives the time of the link in whole days', async () => {
  const linked = Date.parse('2026-02-01T08:12:34.567Z');
  const sold = Date.parse('2026-02-20T10:00:01.234Z');
  const { sheets, manifest } = await report({
    ...february,
    parts: [{ from: linked, to: sold }],
    linkEndedAt: sold,
    masking: 'dated',
  });
  expect(line(sheets, 'Linked from (inclusive)')?.[1]).toBe('2026-02-01T00:00:00.000Z');
  expect(line(sheets, 'Linked until (exclusive)')?.[1]).toBe('2026-02-21T00:00:00.000Z');
  expect(line(sheets, 'The link ended at')?.[1]).toBe('2026-02-20T00:00:00.000Z');
  expect(manifest).toMatchObject({
    entitled: [{ from: '2026-02-01T00:00:00.000Z', to: '2026-02-21T00:00:00.000Z' }],
    linkEndedAt: '2026-02-20T00:00:00.000Z',
  });
});

test('a failing source leaves no file', async () => {
  const { store, location } = fresh;
  const failing = {
    ...storeSource(store.db, seriesIn(location)),
    async *stream() {
      yield [{ at: 0, values: [1] }];
      throw new Error('the back end went away');
    },
  };
  const target = targetAt(join(location.dataDir, 'failing.xlsx'));
  const generation = writeReport(failing, { ...request, dataTypes: ['trips'] }, target);
  await expect(generation).rejects.toThrow('the back end went away');
  // Immediately: the thread may be terminated afterwards.
  expect(readdirSync(location.dataDir).filter((name) => /failing/.test(name))).toEqual([]);
});

test.each(languageCodes)(
  'the report in %s is translated, with distinct sheet names',
  async (language) => {
    const { sheets } = await report({ language, dataTypes: ['trips', 'location', 'identity'] });
    expect(new Set(sheets.map(({ name }) => name)).size).toBe(6);
    expect(sheets.map(({ xml }) => xml).join()).not.toMatch(/undefined|\[object/);
  },
);
