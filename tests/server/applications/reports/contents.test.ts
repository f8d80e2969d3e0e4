import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { checkDueContents } from '#server/applications/files/stored-contents.ts';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import type { Area } from '#server/platform/storage/file-storage.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { row, rows } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { runHere } from '#tests/server/run-tool.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { bytesOf, lose, overwrite } from '#tests/server/stored.ts';

const portal = portalOfTest(() => startSeededPortal({ DESK_MAILBOX: 'desk@example.eu' }));
const { owner } = callersOf(portal);

const DAY = 24 * 60 * 60 * 1000;

type Named = [area: Area, name: string];

const changed = (change: (bytes: Buffer) => Buffer) => async (content: Named) =>
  overwrite(portal.services, ...content, change(await bytesOf(portal.services, ...content)));

const changeBit = changed((bytes) => Buffer.from(bytes.with(-1, Number(bytes.at(-1)) ^ 1)));

const damages: [string, (content: Named) => Promise<void>][] = [
  ['with one bit changed', changeBit],
  ['that grew', changed((bytes) => Buffer.concat([bytes, Buffer.alloc(1)]))],
  ['that is missing', (content) => lose(portal.services, ...content)],
];

async function desk() {
  const mails = await rows(portal.services, 'mail', { recipient: 'desk@example.eu' });
  const entries = await rows(portal.services, 'audit_entry', { action: 'file.damaged' });
  return {
    mails: mails.filter(({ subject }) => /damaged/.test(subject)),
    entries: entries.map(({ detail, actor }) => ({ detail, actor })),
  };
}

const placeOf = (fileId: string) => storageOf(portal.services).placeOf(fileId);

test.each(damages)(
  'a stored file %s is not served, is found by the periodic check, and the desk is mailed once',
  async (_, damage) => {
    const fileId = await portal.uploaded();
    await damage(['files', fileId]);
    for (let time = 0; time < 2; time++) {
      const answer = await portal.call('file', { fileId }, owner);
      expect([answer.status, answer.code]).toEqual([500, codes.fileDamaged]);
      expect(answer.message).toContain('The stored file is damaged');
    }
    portal.clock.advance(8 * DAY);
    expect((await checkDueContents(portal.services)).damaged).toMatchObject([{ key: fileId }]);
    const { mails, entries } = await desk();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain(fileId);
    expect(entries).toEqual([{ detail: fileId, actor: 'portal' }]);
  },
);

test('the check of stored files runs weekly, and the tools find a missing file', async () => {
  const fileId = await portal.uploaded();
  await checkInstallation(portal.services.store, portal.services.config);
  const content = await bytesOf(portal.services, 'files', fileId);
  expect((await checkDueContents(portal.services)).damaged).toEqual([]);
  await lose(portal.services, 'files', fileId);
  expect((await checkDueContents(portal.services)).contents).toBe(0);
  portal.clock.advance(8 * DAY);
  expect((await checkDueContents(portal.services)).damaged).toMatchObject([{ key: fileId }]);
  expect((await desk()).mails).toHaveLength(1);
  expect((await runHere(portal, 'audit')).stdout).toContain(`damaged or missing file: ${fileId}`);

  const found = await runHere(portal, 'verify');
  expect(found).toMatchObject({ status: 1, stdout: expect.stringContaining(placeOf(fileId)) });
  await overwrite(portal.services, 'files', fileId, content);
  const healed = await runHere(portal, 'verify');
  expect(healed).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Nothing was changed.'),
  });
  expect(await row(portal.services, 'stored_file', { id: fileId })).toMatchObject({
    damaged_at: null,
  });
});

test('a damaged report is not served until it is generated again', async () => {
  const { number: applicationNumber } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  for (const [format, other, column] of [
    ['xlsx', 'zip', 'file_name'],
    ['zip', 'xlsx', 'package_name'],
  ] as const) {
    const { [column]: name } = await row(portal.services, 'report', {
      application_number: applicationNumber,
    });
    await changeBit(['reports', name ?? '']);
    const fetched = (what: typeof format = format) =>
      portal.call('report', { applicationNumber, format: what }, owner);
    expectCode(await fetched(), codes.fileDamaged);
    expect((await desk()).entries.at(-1)).toEqual({ detail: name, actor: 'portal' });
    expect(await runHere(portal, 'verify')).toMatchObject({ status: 1 });
    // The intact file is served in the meantime.
    expectCode(await fetched(other), codes.ok);
    await portal.granted('regenerateReport', { applicationNumber }, owner);
    await generateDue(portal.services);
    expectCode(await fetched(), codes.ok);
    expect(await runHere(portal, 'verify')).toMatchObject({ status: 0, stderr: '' });
  }
  expect((await desk()).entries).toHaveLength(2);
});

test('each of two reports is downloaded by the number of its application', async () => {
  const { owner, owningReviewer } = portal.tokens;
  const digests = new Set<string>();
  for (const token of [owner, owningReviewer]) await portal.applicationAt('approved', token);
  await generateDue(portal.services);
  for (const { application_number: applicationNumber, ...report } of await rows(
    portal.services,
    'report',
  ))
    for (const [format, sha256] of [
      ['xlsx', report.sha256],
      ['zip', report.package_sha256],
    ] as const) {
      const answers = await Promise.all(
        [owner, owningReviewer].map((token) =>
          portal.call('report', { applicationNumber, format }, { token }),
        ),
      );
      const fetched = answers.filter(({ response }) => response.statusCode === 200);
      expect(fetched).toHaveLength(1);
      const content = fetched[0]?.response.rawPayload ?? '';
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      digests.add(String(sha256));
    }
  expect(digests.size).toBe(4);
});
