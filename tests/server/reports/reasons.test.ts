import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Withheld, withheldReasons } from '#server/reports/manifest-content.ts';
import type { ReportRequest } from '#server/reports/report-request.ts';
import { type NoteKind, noteKinds } from '#server/vehicles/vehicle-source.ts';
import { portalHere } from '#tests/server/run-tool.ts';
import { environmentOf } from '../fresh-location.ts';
import { storeOfFile } from '../fresh-store.ts';
import { reportRequest, writtenReport } from './report-request.ts';

const SPEED = 'Vehicle.Speed';
const AVERAGE = 'Vehicle.AverageSpeed';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
const ODOMETER = 'Vehicle.TraveledDistance';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const PLATE = 'Vehicle.VehicleIdentification.LicensePlate';

const day = { from: Date.parse('2026-01-05'), to: Date.parse('2026-01-06') };
const noon = Date.parse('2026-01-05T12:00Z');
const base = reportRequest(day, { vehicleId: '', dataTypes: ['trips'] });

const fresh = storeOfFile();

interface Case {
  csv?: string | string[];
  args?: string[];
  request?: Partial<ReportRequest>;
  signal: string;
}

let last = 0;

/** Imports a file and returns the manifest of a report about its vehicle. */
async function manifestOf({ csv, args = [], request = {} }: Case) {
  const vin = `VF1ACVYB0123${String(++last).padStart(5, '0')}`;
  const { store, location: place } = fresh;
  const folder = await mkdtemp(join(place.dataDir, 'import-'));
  const contents = [csv ?? `Instant,${SPEED}\n2026-01-05T10:00:00Z,50\n`].flat();
  for (const [index, content] of contents.entries()) {
    const file = join(folder, `drive-${index}.csv`);
    await writeFile(file, content);
    const words = ['import', '--file', file, '--vin', vin, ...args];
    const imported = await portalHere(words, environmentOf(place));
    expect(imported).toMatchObject({ status: 0, stderr: '' });
  }
  const { id } = await store.db
    .selectFrom('vehicle')
    .select('id')
    .where('vin', '=', vin)
    .executeTakeFirstOrThrow();
  const { manifest, files } = await writtenReport(fresh, { ...base, vehicleId: id, ...request });
  return { ...manifest, page: files['manifest.html'] ?? '' };
}

const signalIn = (manifest: { signals: { name: string }[] }, name: string) =>
  manifest.signals.find((signal) => signal.name === name);

const twice = `Instant,${LATITUDE},${LONGITUDE}\n2026-01-05T10:00:00Z,50,400\n2026-01-05T11:00:00Z,51,\n`;
const location = { dataTypes: ['location'] } as const;

/** Reasons that come from an import or a decision. generate.test.ts has the others. */
const cases: Partial<Record<Withheld, Case>> = {
  linkEnded: {
    args: ['--attribute', `${PLATE}=AB 123`],
    request: { dataTypes: ['identity', 'trips'], linkEndedAt: noon },
    signal: PLATE,
  },
  notApproved: {
    request: {
      dataTypes: ['trips', 'location'],
      extent: { requested: day, models: [], leftOut: ['location'], interval: 0 },
    },
    signal: LATITUDE,
  },
  notEquipped: { args: ['--not-equipped', AVERAGE], signal: AVERAGE },
  outOfRange: {
    csv: twice,
    args: ['--out-of-range', 'empty'],
    request: location,
    signal: LONGITUDE,
  },
  leftOut: { csv: twice, args: ['--leave-out', LONGITUDE], request: location, signal: LONGITUDE },
  notKept: {
    csv: `Instant,${SPEED}\n2026-01-07T10:00:00Z,50\n`,
    args: ['--kept-since', '2026-01-06T00:00:00Z'],
    signal: SPEED,
  },
};

test.each(Object.entries(cases))('%s is given as the reason for a signal', async (reason, one) => {
  const manifest = await manifestOf(one);
  expect(signalIn(manifest, one.signal)).toMatchObject({ delivered: false, reason });
  expect(manifest.reasons).toEqual(withheldReasons);
  expect(manifest.page).toContain('Not delivered: ');
});

const logger =
  'Date,Time,GpsSpeed,Soc,Speed,Mode,LAT,LON,ALT,Temperature,Humidity,Weather,WindSpeedAv,Traffic,SpeedLimit\n' +
  '01/05/2026,10:00:00,,90,50,D,,,,,,,,,\n00/00/2026,10:00:10,,,51,D,,,,,,,,,\n';
const notes: Record<NoteKind, { case: Case; words: string; count: number | null } | null> = {
  // Covered by the reasons above.
  notEquipped: null,
  notKept: null,
  converted: {
    case: {
      csv: `Instant,Speed [mph]\n2026-01-05T10:00:00Z,50\n`,
      args: ['--map', `Speed [mph]=${SPEED}`],
      signal: SPEED,
    },
    words:
      'Values that were converted to the signal’s unit at import (including the whole first and last day): 1.',
    count: 1,
  },
  rounded: {
    case: {
      csv: `Instant,${ODOMETER}\n2026-01-05T10:00:00Z,50.4\n`,
      args: ['--round'],
      signal: ODOMETER,
    },
    words: 'Values that were rounded at import (including the whole first and last day): 1.',
    count: 1,
  },
  leftOut: {
    case: {
      csv: `Instant,${SPEED},Weather\n2026-01-05T10:00:00Z,50,fair\n`,
      args: ['--leave-out', 'Weather'],
      signal: 'Weather',
    },
    words: 'Columns left out at import',
    count: null,
  },
  outOfRange: {
    case: {
      csv: `Instant,${LATITUDE}\n2026-01-05T10:00:00Z,50\n2026-01-05T11:00:00Z,9999\n`,
      args: ['--out-of-range', 'empty'],
      request: location,
      signal: LATITUDE,
    },
    words:
      'Values outside the signal’s range that were left out at import (including the whole first and last day): 1.',
    count: 1,
  },
  keptOutOfRange: {
    case: {
      csv: `Instant,${LATITUDE}\n2026-01-05T10:00:00Z,50\n2026-01-05T11:00:00Z,9999\n`,
      args: ['--out-of-range', 'keep'],
      request: location,
      signal: LATITUDE,
    },
    words:
      'Values outside the signal’s range that are delivered as recorded (including the whole first and last day): 1.',
    count: 1,
  },
  reconstructed: {
    case: {
      csv: logger,
      args: ['--profile', 'twizy', '--impossible-date', 'previous', '--timezone', 'UTC'],
      signal: SPEED,
    },
    words:
      'Values without a date or with an impossible one, to which a date was added at import (including the whole first and last day): 1.',
    count: 1,
  },
  cutTime: {
    case: { csv: `Instant,${SPEED}\n2026-01-05T10:00:00.123456Z,50\n`, signal: SPEED },
    words:
      'Values whose time stamp was truncated to milliseconds at import (including the whole first and last day): 1.',
    count: 1,
  },
};
test.each(noteKinds.filter((kind) => notes[kind]))('%s is noted with its count', async (kind) => {
  const { case: one, words, count } = notes[kind] ?? { case: { signal: '' }, words: '', count: 0 };
  const manifest = await manifestOf(one);
  expect(manifest.page).toContain(words);
  if (count === null) expect(manifest.leftOutColumns).toEqual([one.signal]);
  else
    expect(signalIn(manifest, one.signal)).toMatchObject({
      delivered: true,
      notes: [{ kind, count, first: expect.stringContaining('2026-01-05T') }],
    });
});

test('notes of overlapping files have no count, except on other days', async () => {
  const csv = (...instants: string[]) =>
    ['Instant,Speed [mph]', ...instants.map((at) => `2026-01-0${at}Z,10`)].join('\n');
  const files = [
    csv('4T10:00:00', '5T10:00:00'),
    csv('5T10:00:00', '5T11:00:00', '6T10:00:00', '6T11:00:00'),
  ];
  const args = ['--map', `Speed [mph]=${SPEED}`];
  const shared = await manifestOf({ csv: files, args, signal: SPEED });
  expect(signalIn(shared, SPEED)).toMatchObject({ notes: [{ kind: 'converted', count: null }] });
  expect(shared.page).toContain(
    'unit at import (including the whole first and last day): number unknown.',
  );
  const nextDay = { from: day.to, to: day.to + (day.to - day.from) };
  const other = await manifestOf({
    csv: files,
    args,
    request: { ...nextDay, parts: [nextDay] },
    signal: SPEED,
  });
  expect(signalIn(other, SPEED)).toMatchObject({ notes: [{ kind: 'converted', count: 2 }] });
});

test('values left out at another time do not change the reason to «out of range» or «never recorded»', async () => {
  const csv = `Instant,${LATITUDE},${LONGITUDE}\n2026-01-04T10:00:00Z,50,400\n2026-01-05T10:00:00Z,50,\n`;
  const args = ['--out-of-range', 'empty'];
  const manifest = await manifestOf({ csv, args, request: location, signal: LONGITUDE });
  expect(signalIn(manifest, LONGITUDE)).toMatchObject({ reason: 'notRecorded', notes: [] });
});

test('a masked report has no notes, whose counts could link two reports on one vehicle', async () => {
  const manifest = await manifestOf({
    csv: `Instant,${LATITUDE},Weather\n2026-01-05T10:00:00Z,9999,fair\n`,
    args: [
      ...['--out-of-range', 'empty', '--leave-out', 'Weather'],
      ...['--kept-since', '2026-01-01T10:00:00Z'],
    ],
    request: { ...location, masking: 'drives' },
    signal: LATITUDE,
  });
  expect(manifest).toMatchObject({ retainedSince: null, leftOutColumns: [] });
  expect(signalIn(manifest, LATITUDE)).toMatchObject({ notes: [] });
  for (const words of ['Weather', 'Kept since', ': 1.']) expect(manifest.page).not.toContain(words);
});
