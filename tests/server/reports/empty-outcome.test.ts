import { createPublicKey, verify } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { cleanUpReports } from '#server/applications/files/clean-up.ts';
import { checkAllContents } from '#server/applications/files/stored-contents.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { rows } from '#tests/server/fixture.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { type SeededPortal, startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';
import { namesIn } from '#tests/server/stored.ts';
import { addLink } from '#tests/server/vehicles/fill-store.ts';
import { zippedFiles } from './report-request.ts';

let portal: SeededPortal;
beforeEach(async () => {
  portal = await startSeededPortal();
});
afterEach(() => portal.close());

/** Password in the mail to the owner. */
async function mailedPassword(number: string): Promise<string> {
  const mails = await rows(portal.services, 'mail', { application_number: number });
  return mails.map(({ body }) => /Password of the file: (\S+)/.exec(body)?.[1]).find(Boolean) ?? '';
}

/** An approved application without a value in the time of its requester's link. */
async function emptyReport(): Promise<string> {
  const { services } = portal;
  const { number } = await portal.applicationAt('approved');
  await services.store.db.deleteFrom('vehicle_link').execute();
  const email = 'owner@example.eu';
  await addLink(services.store, VEHICLE, { email, until: '2026-11-01T10:00:00Z' });
  await generateDue(services);
  return number;
}

const fetched = (applicationNumber: string, format: 'xlsx' | 'zip', token = portal.tokens.owner) =>
  portal.app.inject({
    method: 'GET',
    url: endpoints.report.path,
    headers: { [LOGIN_HEADER]: token },
    query: { applicationNumber, format },
  });

test('a report without data has a signed manifest with a reason for each signal', async () => {
  const number = await emptyReport();
  const { data } = await portal.call(
    'applicationDetails',
    { applicationNumber: number },
    { token: portal.tokens.owner },
  );
  expect(data.report).toMatchObject({ state: 'empty', packageSize: expect.any(Number) });
  const answer = await fetched(number, 'zip');
  expect(answer.headers['content-disposition']).toContain(`${number}-manifest.zip`);
  const files = await zippedFiles(answer.rawPayload, await mailedPassword(number));
  const text = files['manifest.json'] ?? Buffer.alloc(0);
  const { data: key } = await portal.call('reportKey', {});
  const signature = files['manifest.json.sig'] ?? Buffer.alloc(0);
  expect(verify(null, text, createPublicKey(key.publicKey), signature)).toBe(true);
  const { config } = portal.services;
  const { AUDIT_KEY } = config;
  config.AUDIT_KEY = `${'another key: '.repeat(3)}x,${AUDIT_KEY}`;
  const { data: changed } = await portal.call('reportKey', {});
  config.AUDIT_KEY = AUDIT_KEY;
  expect(changed.otherPublicKeys).toEqual([key.publicKey]);
  const manifest = JSON.parse(String(text));
  expect(manifest).toMatchObject({ applicationNumber: number, outcome: 'empty', files: [] });
  expect(manifest.signals.length).toBeGreaterThan(4);
  for (const signal of manifest.signals)
    expect(signal).toMatchObject({ delivered: false, reason: expect.any(String), values: 0 });
  const page = String(files['manifest.html']);
  expect(page).toContain('<h2>Signals</h2>');
  expect(page.match(/Not delivered:/g)).toHaveLength(manifest.signals.length);
  // The workbook of the specification does not exist.
  expectCode(
    await portal.call('report', { applicationNumber: number }, { token: portal.tokens.owner }),
    codes.reportNotReady,
  );
  expect((await fetched(number, 'zip', portal.tokens.stranger)).json()).toMatchObject({
    code: codes.notFound,
  });
});

test('the mail names the reason and the manifest', async () => {
  const number = await emptyReport();
  const [mail] = (await rows(portal.services, 'mail', { recipient: 'owner@example.eu' })).filter(
    ({ subject }) => subject.includes(`${number}: no data`),
  );
  expect(mail?.body).toMatch(/No data of the chosen types .*\n[\s\S]*signed manifest/);
  const { rawPayload } = await fetched(number, 'zip');
  await expect(zippedFiles(rawPayload, 'another')).rejects.toThrow();
  expect(await zippedFiles(rawPayload, await mailedPassword(number))).toHaveProperty([
    'manifest.json',
  ]);
});

test('the manifest is sealed, checked and retained like any report, and replaced by regeneration', async () => {
  const { services, tokens } = portal;
  const applicationNumber = await emptyReport();
  const [before] = await namesIn(services, 'reports');
  expect(before).toMatch(/\.zip$/);
  portal.clock.advance(2 * 60 * 60 * 1000);
  await cleanUpReports(services, true);
  expect(await checkAllContents(services)).toMatchObject({ damaged: [] });
  expect(await namesIn(services, 'reports')).toEqual([before]);
  const brokenReports = async () =>
    (await verifyChains(services)).broken.filter((name) => name.includes('report'));
  expect(await brokenReports()).toEqual([]);
  await services.store.db
    .updateTable('report')
    .set({ package_sha256: 'f'.repeat(64) })
    .execute();
  expect(await brokenReports()).toEqual([`report ${applicationNumber}`]);
  await services.store.db.updateTable('vehicle_link').set({ linked_until: null }).execute();
  const again = { applicationNumber };
  expectCode(await portal.call('regenerateReport', again, { token: tokens.owner }), codes.ok);
  await generateDue(services);
  expect(await namesIn(services, 'reports')).not.toContain(before);
});
