import { readdir } from 'node:fs/promises';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { cleanUpFiles, cleanUpReports } from '#server/applications/files/clean-up.ts';
import { checkAllContents } from '#server/applications/files/stored-contents.ts';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { healthOf } from '#server/operations/readiness.ts';
import { timeouts } from '#server/platform/storage/bucket.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { startReporter } from '#server/reports/report-jobs.ts';
import { publishObjects } from '#server/vehicles/series-object.ts';
import { SeriesWriter } from '#server/vehicles/series-writer.ts';
import { pdf } from '#tests/server/applications/samples.ts';
import { row } from '#tests/server/fixture.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { type SeededPortal, startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';
import { needsSwift } from './needs-swift.ts';
import { type Swift, type SwiftSettings, startSwift } from './swift.ts';
import { startTcpProxy } from './tcp-proxy.ts';

const SPEED = 'Vehicle.Speed';
/** Values of the series: more bytes than arrive before a connection breaks. */
const SECONDS = 20_000;

let swift: Swift;
let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
let settings: SwiftSettings;
let portal: SeededPortal;
beforeAll(async () => {
  await restThread();
  swift = await startSwift();
  proxy = await startTcpProxy(swift.port);
  settings = await swift.settingsOf(proxy.endpoint);
  timeouts.idle = 3000;
  portal = await startSeededPortal({ STORAGE_URL: settings.STORAGE_URL });
  await checkInstallation(portal.services.store, portal.services.config);
});
afterAll(async () => {
  await portal.close();
  await proxy.stop();
  await swift.stop();
});
beforeEach(() => proxy.setBehaviour('open'));

/** Leaves an idle report thread that started before the keys of the storage were known. */
async function restThread(): Promise<void> {
  const other = await startSeededPortal();
  await other.applicationAt('approved');
  await generateDue(other.services);
  await other.close();
}

const keys = (area: string) => swift.keys(settings.bucket, `portal/${area}/`);

/** Files of the data folder except databases. */
async function onDisk(): Promise<string[]> {
  const { DATA_DIR } = portal.services.config;
  const entries = await readdir(DATA_DIR, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('portal.db'))
    .map(({ name }) => name);
}

async function fetched(applicationNumber: string, range?: string) {
  return portal.app.inject({
    method: 'GET',
    url: endpoints.report.path,
    query: { applicationNumber, format: 'zip' },
    headers: { [LOGIN_HEADER]: portal.tokens.owner, ...(range && { range }) },
  });
}

const fileOf = (fileId: string) =>
  portal.app.inject({
    method: 'GET',
    url: endpoints.file.path,
    query: { fileId },
    headers: { [LOGIN_HEADER]: portal.tokens.owner },
  });

test(
  'files and reports are stored in the bucket only, and served from there',
  needsSwift,
  async () => {
    const fileId = await portal.uploaded();
    expect((await fileOf(fileId)).rawPayload).toEqual(pdf);
    const { number } = await portal.applicationAt('approved');
    await generateDue(portal.services);
    const report = await row(portal.services, 'report', { application_number: number });
    expect(await keys('reports')).toEqual([report.file_name, report.package_name].sort());
    expect(await keys('files')).toContain(fileId);
    const whole = await fetched(number);
    expect(whole.rawPayload).toHaveLength(report.package_size ?? 0);
    const part = await fetched(number, 'bytes=10-19');
    expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(10, 20)]);
    expect((await checkAllContents(portal.services)).damaged).toEqual([]);
    // The hourly sweep finds no unnamed file.
    expect(await cleanUpFiles(portal.services)).toBe(0);
    expect(await cleanUpReports(portal.services)).toBe(0);
    expect(await onDisk()).toEqual([]);
  },
);

test('series are stored in the bucket, and reports read them there', needsSwift, async () => {
  const { services } = portal;
  const writer = new SeriesWriter(storageOf(services, 'series'), VEHICLE, [
    { name: SPEED, value: 'number' },
  ]);
  const start = Date.parse('2026-11-02T10:00:00Z');
  for (let second = 0; second < SECONDS; second++)
    await writer.add({ at: start + second * 1000, values: [100 * Math.sin(second) ** 2] });
  const objects = await writer.finish();
  await services.store.transact((trx) =>
    publishObjects(trx, { vehicleId: VEHICLE, importSha256: 'test' }, objects),
  );
  expect(await keys('series')).toEqual(expect.arrayContaining(objects.map(({ id }) => id)));
  const { number } = await portal.applicationAt('approved');
  await generateDue(services);
  const report = await row(services, 'report', { application_number: number });
  expect([report.state, Number(report.rows)]).toEqual(['delivered', SECONDS + 1]);
  expect(await onDisk()).toEqual([]);
});

test('damaged or missing content is reported, and never served', needsSwift, async () => {
  const fileId = await portal.uploaded();
  const Key = `portal/files/${fileId}`;
  const at = { Bucket: settings.bucket, Key };
  await swift.client.send(new PutObjectCommand({ ...at, Body: 'another proof' }));
  expect((await fileOf(fileId)).json().code).toBe(codes.fileDamaged);
  await swift.client.send(new DeleteObjectCommand(at));
  const { damaged } = await checkAllContents(portal.services);
  expect(damaged.map(({ place }) => place)).toEqual([
    `s3://${settings.bucket}/portal/files/${fileId}`,
  ]);
});

describe('while the bucket', needsSwift, () => {
  const outages = ['refuses connections', 'does not respond'] as const;

  test.for(outages)('%s, calls get 503 and no acknowledged write is lost', async (way) => {
    const fileId = await portal.uploaded();
    const health = healthOf(portal.services, console);
    const files = await portal.services.store.db.selectFrom('stored_file').select('id').execute();
    proxy.setBehaviour(way);
    const sent = { fields: { usage: 'vehicleProof' }, file: { name: 'p.pdf', content: pdf } };
    const refused = await portal.upload('personUploadCert', sent, {
      token: portal.tokens.owner,
    });
    expect([refused.status, refused.code]).toEqual([503, codes.unavailable]);
    expect(refused.response.headers['retry-after']).toBe('5');
    const read = await fileOf(fileId);
    expect([read.statusCode, read.headers['retry-after']]).toEqual([503, '5']);
    expect((await health()).reasons).toHaveProperty('storage');
    proxy.setBehaviour('open');
    expect((await fileOf(fileId)).rawPayload).toEqual(pdf);
    const after = await portal.services.store.db.selectFrom('stored_file').select('id').execute();
    expect(after).toEqual(files);
    expect(await onDisk()).toEqual([]);
  });

  test.for([
    // The outage uses up no attempt if nothing was started, otherwise one.
    ['refuses connections', /^s3:/, 1],
    ['breaks connections', /^The connection to the storage broke:/, 2],
  ] as const)('%s, a report waits and is generated afterwards', async ([way, why, tries]) => {
    const { number } = await portal.applicationAt('approved');
    const { services } = portal;
    proxy.setBehaviour(way);
    const reporter = startReporter(services, () => {});
    const job = () => row(services, 'job', { kind: 'report', subject: number });
    await expect.poll(async () => (await job()).last_error).toMatch(why);
    await reporter.stop();
    proxy.setBehaviour('open');
    portal.clock.advance(10_000);
    await generateDue(services);
    const { state, attempts } = await row(services, 'report', { application_number: number });
    expect([state, attempts]).toEqual(['delivered', tries]);
  });
});

test("a portal with another installation's bucket does not start", needsSwift, async () => {
  const { store, location } = await freshStore();
  await expect(checkInstallation(store, portal.services.config)).rejects.toThrow(
    /^STORAGE_URL=s3:\S+ belongs to another database: configure the right ones, or delete s3:/,
  );
  await store.close();
  await location.remove();
});

test('`portal verify` checks the contents of the bucket', needsSwift, async () => {
  const verified = await runHere(portal, 'verify');
  expect(verified.stdout).toMatch(/damaged or missing: s3:/);
});
