import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportRequest } from '#server/reports/report-request.ts';
import { generateReport } from '#server/reports/run-in-worker.ts';
import { serveFleet } from '../vehicles/hostile-backend.ts';
import { reportRequest, targetAt, zippedTexts } from './report-request.ts';

const SPEED = 'Vehicle.Speed';
const GEAR = 'Vehicle.Powertrain.Transmission.CurrentGear';
const range = { from: Date.parse('2026-01-01'), to: Date.parse('2026-02-01') };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fine-'));
});
afterAll(() => rm(folder, { recursive: true }));

const lines = `{"at":"2026-01-01T00:00:00.123456Z","values":{"${SPEED}":-0,"${GEAR}":9007199254740993}}
{"at":"2026-01-01T00:00:01.250Z","values":{"${SPEED}":1.5}}
{"end":true,"rows":2}
`;

/** Generates a report from a back end with values that are too exact. */
async function reported(
  notes: object[],
  telemetry = lines,
  masking: ReportRequest['masking'] = null,
) {
  const backend = await serveFleet((path, reply) => {
    if (path.includes('/counts')) reply.end(JSON.stringify({ [SPEED]: 2, [GEAR]: 1 }));
    else if (path.includes('/telemetry')) reply.end(telemetry);
    else if (path.includes('/notes')) reply.end(JSON.stringify(notes));
    else if (path.includes('/attributes')) reply.end('{}');
    else if (path.includes('/coverage'))
      reply.end(JSON.stringify({ rows: 2, first: null, last: null }));
    else reply.end(JSON.stringify({ vehicleId: 'v1', vin: 'VF1AAAAAAAA000001', name: 'Zoe' }));
  });
  const path = join(folder, 'report.xlsx');
  await generateReport({
    request: reportRequest(range, { dataTypes: ['trips', 'status'], masking }),
    target: targetAt(path),
    location: { storage: { DATA_DIR: folder }, databaseUrl: undefined, backend: { url: backend } },
  });
  return zippedTexts(await readFile(`${path}.zip`));
}

test('values that a report cannot represent exactly are delivered, and counted in the manifest', async () => {
  const files = await reported([]);
  expect(files['data/trips.csv']).toContain('2026-01-01T00:00:00.123Z,-0\r\n');
  expect(files['data/status.csv']).toContain('2026-01-01T00:00:00.123Z,9007199254740992\r\n');
  const { signals, imports } = JSON.parse(files['manifest.json'] ?? '');
  // A back end does not report them.
  expect(imports).toMatchObject([{ kind: 'backend', file: null, importedAt: null }]);
  const of = (name: string) => signals.find((one: { name: string }) => one.name === name);
  expect(of(SPEED)).toMatchObject({ values: 2, cutTimes: 1, inexact: 0 });
  expect(of(GEAR)).toMatchObject({ values: 1, cutTimes: 1, inexact: 1 });
  expect(files['manifest.html']).toContain(
    '1 whole numbers are beyond 2^53 and may be rounded. Values whose time stamp was truncated to milliseconds: 1.',
  );
});

const broken = `{"at":"2026-01-01T00:00:00Z","values":{"${SPEED}":"fast","${GEAR}":1.5}}
{"at":"2026-01-01T00:00:00Z","values":{"${SPEED}":"slow","${GEAR}":1.5}}
{"at":"2026-01-01T00:00:01Z","values":{"${SPEED}":1.5}}
{"at":"2026-01-01T00:00:01Z","values":{"${SPEED}":1.5}}
{"end":true,"rows":4}
`;

test('a masked report does not count faults, which could link two reports on one vehicle', async () => {
  const files = await reported([], broken, 'drives');
  const { signals, repeatedRows } = JSON.parse(files['manifest.json'] ?? '');
  const of = (name: string) => signals.find((one: { name: string }) => one.name === name);
  for (const name of [SPEED, GEAR])
    expect(of(name)).toMatchObject({ rejected: 0, reason: 'masked' });
  expect(repeatedRows).toBe(0);
});

test('values that violate the API are left out and counted, and all others are delivered', async () => {
  const files = await reported([], broken);
  expect(files['data/trips.csv']?.split('\r\n').slice(1, -1)).toEqual([
    '2026-01-01T00:00:01.000Z,1.5',
    '2026-01-01T00:00:01.000Z,1.5',
  ]);
  const { signals, repeatedRows } = JSON.parse(files['manifest.json'] ?? '');
  const of = (name: string) => signals.find((one: { name: string }) => one.name === name);
  expect(of(SPEED)).toMatchObject({ values: 2, rejected: 2, delivered: true });
  expect(of(GEAR)).toMatchObject({ values: 0, rejected: 2, reason: 'outOfRange' });
  expect(repeatedRows).toBe(1);
  expect(files['manifest.html']).toContain('or of the wrong type: 2.');
  expect(files['manifest.html']).toContain('<td>Rows received twice</td><td>1</td>');
});

test("the note of a back end replaces the portal's own remark", async () => {
  const at = '2026-01-01T00:00:00.123Z';
  const note = { kind: 'cutTime', name: SPEED, count: 1, first: at, last: at };
  const page = (await reported([note]))['manifest.html'] ?? '';
  const row = page.split('<tr>').find((one) => one.includes(`<td>${SPEED}</td><td>km/h</td><td>`));
  expect(row).toContain('truncated to milliseconds at import');
  expect(row).not.toContain('truncated to milliseconds: ');
});
