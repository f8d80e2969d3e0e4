import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { allSignals, signalNamed, signalsOf } from '#contract/data-catalogue.ts';
import type { MaskingLevel } from '#contract/data-types.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { generateReport } from '#server/reports/run-in-worker.ts';
import { addSignalsOf, vssSignals } from '#server/reports/signals-file.ts';
import { portalHere } from '#tests/server/run-tool.ts';
import { type FreshLocation, freshLocation } from '../fresh-location.ts';
import { reportRequest, targetAt } from './report-request.ts';

let location: FreshLocation;
beforeAll(async () => {
  location = await freshLocation(inject('storeTemplate'));
});
afterAll(() => location.remove());

async function fileOf(signals: readonly object[]): Promise<string> {
  const path = join(location.dataDir, 'signals.json');
  await writeFile(path, JSON.stringify({ signals }));
  return path;
}

async function offered(signals: readonly object[]): Promise<void> {
  onTestFinished(addSignalsOf(await fileOf(signals)));
}

const DOOR = 'Vehicle.Cabin.Door.Row1.DriverSide.IsOpen';
const MASSAGE = 'Vehicle.Maker.SeatMassage';
const door = { name: DOOR, category: 'status', personal: false };
const massage = {
  name: MASSAGE,
  category: 'driver',
  personal: true,
  type: 'text',
  values: ['off', 'soft'],
  sampling: 60,
  description: 'Program of the seat.',
};

test('two hundred signals of a maker are imported, requested and delivered', async () => {
  const own = Array.from({ length: 200 }, (_, index) => ({
    name: `Vehicle.Maker.Sensor${index}`,
    category: 'diagnostics',
    personal: false,
    type: 'number',
    unit: 'V',
    max: 1000,
  }));
  const SIGNALS_FILE = await fileOf([...own, door, massage]);
  const { dataDir, databaseUrl } = location;
  const csv = join(dataDir, 'own.csv');
  const names = [...own.map(({ name }) => name), DOOR, MASSAGE];
  const rowOf = (row: number) => [
    `2026-01-01T00:00:0${row}Z`,
    ...own.map((_, index) => index + row / 10),
    row === 1,
    row === 1 ? 'soft' : 'off',
  ];
  const lines = [['Instant', ...names], rowOf(0), rowOf(1), rowOf(2)];
  await writeFile(csv, lines.map((line) => `${line.join(',')}\n`).join(''));
  const words = ['import', '--file', csv, '--vin', 'VF1ACVYB012345678'];
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SIGNALS_FILE };
  const imported = await portalHere(words, env);
  expect(imported).toMatchObject({ status: 0, stderr: '' });
  const store = openStore(location);
  const vehicle = await store.db.selectFrom('vehicle').select('id').executeTakeFirstOrThrow();
  await store.close();

  const report = (masking: MaskingLevel | null) => {
    const path = join(dataDir, `report-${masking}.xlsx`);
    const range = { from: Date.parse('2026-01-01'), to: Date.parse('2026-01-02') };
    return generateReport({
      request: reportRequest(range, {
        vehicleId: vehicle.id,
        dataTypes: ['diagnostics', 'status', 'driver'],
        masking,
        purpose: null,
      }),
      target: targetAt(path),
      location: { storage: { DATA_DIR: dataDir }, databaseUrl, signalsFile: SIGNALS_FILE },
    });
  };
  const values = Object.fromEntries(names.map((name) => [name, 3]));
  expect(await report(null)).toMatchObject({ outcome: 'delivered', rows: 9, values });
  // Masked reports leave them out unless declared harmless.
  const masked = await report('dated');
  expect(masked).toMatchObject({ outcome: 'empty', reason: 'withheld' });
});

test('type, unit and range default to VSS, and every VSS signal can be added', async () => {
  await offered([door, massage, { name: 'Vehicle.*', category: 'trips', personal: true }]);
  const all = new Set<string>(allSignals().map(({ name }) => name));
  const vss = [...vssSignals().keys()];
  expect(vss).toHaveLength(639);
  expect(vss.filter((name) => !all.has(name))).toEqual([]);
  expect(signalNamed(DOOR)).toMatchObject({ value: 'boolean', unit: '' });
  expect(signalNamed('Vehicle.Cabin.Door.Position')).toMatchObject({
    unit: 'percent',
    value: 'integer',
    min: 0,
    max: 100,
  });
  expect(signalNamed(MASSAGE)).toMatchObject({
    sampling: 60_000,
    description: massage.description,
  });
  expect(signalsOf('driver').at(-1)?.name).toBe(MASSAGE);
});

test('a maker’s signals are removed with the file', async () => {
  const before = allSignals().length;
  const takeOut = addSignalsOf(await fileOf([door]));
  expect(allSignals()).toHaveLength(before + 1);
  takeOut();
  expect([allSignals().length, signalNamed(DOOR)]).toEqual([before, undefined]);
});

test.each([
  [
    'a signal of the catalogue',
    { ...door, name: 'Vehicle.Speed' },
    'Vehicle.Speed is already in the catalogue',
  ],
  ['a name that VSS lacks, without a type', { ...door, name: 'Vehicle.Maker.X' }, 'set its type'],
  [
    'a wildcard that is no branch',
    { ...door, name: 'Vehicle.Maker.*' },
    'Vehicle.Maker.* is not a branch of VSS',
  ],
  ['an unknown category', { ...door, category: 'doors' }, 'category'],
  ['a missing `personal`', { name: DOOR, category: 'status' }, 'personal'],
  [
    'personal data in a category without',
    { ...door, personal: true },
    'category status contains no personal data',
  ],
  ['values for a number', { ...massage, type: 'number' }, 'has values, but its type is not text'],
  ['an empty range', { ...door, type: 'number', min: 2, max: 1 }, 'a min greater than its max'],
  ['an unknown member', { ...door, colour: 'red' }, 'colour'],
  ['an invalid name', { ...door, name: 'speed' }, 'name'],
])('%s is rejected, and nothing is added', async (_, signal, message) => {
  const before = allSignals().length;
  const path = await fileOf([massage, signal]);
  expect(() => addSignalsOf(path)).toThrow(SettingError);
  expect(() => addSignalsOf(path)).toThrow(/^SIGNALS_FILE/);
  expect(() => addSignalsOf(path)).toThrow(message);
  expect(allSignals()).toHaveLength(before);
});

test('a missing or malformed file is rejected in one line', async () => {
  expect(() => addSignalsOf('/nowhere.json')).toThrow(
    /^SIGNALS_FILE=\/nowhere.json cannot be used: .*ENOENT.*$/,
  );
  await writeFile(join(location.dataDir, 'signals.json'), '{');
  expect(() => addSignalsOf(join(location.dataDir, 'signals.json'))).toThrow(/cannot be used/);
});
