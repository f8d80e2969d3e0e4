import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { generateReport } from '#server/reports/run-in-worker.ts';
import { backendLiveSource } from '#server/vehicles/backend-live.ts';
import { readEncrypted } from '#tests/lib/encrypted-xlsx/read-workbook.ts';
import { password, reportRequest, targetAt } from '#tests/server/reports/report-request.ts';
import { portalHere } from '#tests/server/run-tool.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';
import { sampleBackend } from '#tools/sample-backend.ts';

const range = { from: Date.parse('2026-03-01'), to: Date.parse('2026-03-03') };
const SPEED = 'Vehicle.Speed';

const request = reportRequest(range, {
  vehicleId: 'sample-1',
  dataTypes: ['trips'],
  purpose: null,
});

const server = sampleBackend();
let address = '';
const dataDir = temporaryFolder('sample');
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test('the sample back end passes the back-end check', async () => {
  const words = ['backend-check', address, '--email', 'owner@example.eu'];
  const { status, stdout } = await portalHere(words, {});
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.pop()).toBe('No problems found.');
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
  expect(lines).toHaveLength(14);
});

test('the sample back end resumes its changes after a cursor of the last 24 hours', async () => {
  const live = backendLiveSource({ url: address }, Date.now);
  const read = async (after: number, count: number) => {
    const times: number[] = [];
    const abort = new AbortController();
    for await (const { samples } of live.changes('sample-1', String(after), abort.signal)) {
      times.push(...new Set(samples.map(({ capturedAt }) => capturedAt)));
      if (times.length >= count) abort.abort();
    }
    return times;
  };
  const HOUR = 60 * 60_000;
  const all = await read(Date.now() - 23.9 * HOUR, 100);
  expect(all).toEqual(all.toSorted());
  const middle = all[50] as number;
  expect((await read(middle, 10))[0]).toBe(all[51]);
});

test.each(['/%zz', '//', '/vehicles/%', '/vehicles/%E0%A4%A/counts'])(
  'the sample back end returns 400 for the invalid URL %s',
  async (path) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.end(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  },
);

test('a report contains the rows that the sample back end sent', async () => {
  const path = join(dataDir, 'report.xlsx');
  const outcome = await generateReport({
    request,
    target: targetAt(path),
    location: { storage: { DATA_DIR: dataDir }, backend: { url: address } },
  });
  expect(outcome).toMatchObject({ outcome: 'delivered', rows: 362 });
  const sheets = await readEncrypted(await readFile(path), password);
  const [heading, ...rows] = sheets.find(({ name }) => name === 'Trips and usage')?.rows ?? [];
  const distance = 'Vehicle.TraveledDistance';
  expect(heading?.slice(1)).toEqual([
    expect.stringContaining(SPEED),
    expect.stringContaining(distance),
  ]);
  const search = new URLSearchParams({ from: '2026-03-01T00:00:00Z', to: '2026-03-03T00:00:00Z' });
  for (const name of [SPEED, distance]) search.append('signal', name);
  const sent = await (await fetch(`${address}/vehicles/sample-1/telemetry?${search}`)).text();
  const lines = sent
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.pop()).toEqual({ end: true, rows: 362 });
  expect(rows).toEqual(lines.map(({ at, values }) => [at, values[SPEED], values[distance]]));
});

test.each([
  ['a report', null],
  ['a masked report', 'drives'],
] as const)('%s requests its measurements once per period of the link', async (_, masking) => {
  const asked: string[] = [];
  const note = ({ url = '' }: { url?: string }) => asked.push(url.split('?')[0] as string);
  server.on('request', note);
  onTestFinished(() => void server.off('request', note));
  const noon = Date.parse('2026-03-02');
  const parts = [
    { from: range.from, to: noon },
    { from: noon, to: range.to },
  ];
  const path = join(dataDir, `${masking}.xlsx`);
  const outcome = await generateReport({
    request: { ...request, parts, masking, dataTypes: ['trips', 'location', 'battery'] },
    target: targetAt(path),
    location: { storage: { DATA_DIR: dataDir }, backend: { url: address } },
  });
  expect(outcome.outcome).toBe('delivered');
  const times = (call: string) => asked.filter((url) => url === `/vehicles/sample-1${call}`).length;
  expect({ vehicle: times(''), attributes: times('/attributes') }).toEqual({
    vehicle: 1,
    attributes: 1,
  });
  expect(times('/telemetry')).toBe(2);
  // No other files.
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(`${masking}`));
  expect(left.sort()).toEqual([`${masking}.xlsx`, `${masking}.xlsx.zip`]);
});
