import { beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { auditKeys } from '#server/platform/audit/audit-key.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { sealHash } from '#server/platform/audit/chain.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { addRows, changeRows, row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { runHere, runTool } from '#tests/server/run-tool.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';

// Command lines are processes of their own.
vi.setConfig({ testTimeout: 60_000 });

const portal = portalOfTest(startSeededPortal);
let auditor: string;
let number: string;
beforeEach(async () => {
  auditor = await signInAs(portal, 'auditor@example.eu', ['auditor']);
  ({ number } = await portal.applicationAt('awaited'));
  for (let count = 0; count < 5; count++) await logged();
});

/** Appends an entry to the log, as the portal does. */
const logged = () =>
  portal.services.store.transact((trx) =>
    appendAuditEvent(portal.services, trx, {
      by: { id: 'auditor', email: 'auditor@example.eu' },
      action: 'application.open',
      reference: number,
    }),
  );

const db = () => portal.services.store.db;
const verify = () => portal.granted('auditVerify', {}, { token: auditor });

/** Breaks that the command reports; it ends with 1 exactly when there are some. */
async function audited(): Promise<string[]> {
  const { status, stdout, stderr } = await runHere(portal, 'audit');
  expect(stderr).toBe('');
  const broken = stdout
    .split('\n')
    .flatMap((line) => /^does not match the chain: (.*)$/.exec(line)?.[1] ?? []);
  expect(status, stdout).toBe(broken.length ? 1 : 0);
  expect(stdout).toContain(broken.length ? 'Something was changed.' : 'Nothing was changed.');
  return broken;
}

test('an unchanged database passes, by the command and by the call', async () => {
  expect(await audited()).toEqual([]);
  expect(await verify()).toEqual({ entries: 13, histories: 1, broken: [] });
  expect(await runTool(portal, 'audit')).toEqual({
    status: 0,
    stdout: '13 entries of the log, 1 histories checked\nNothing was changed.\n',
    stderr: '',
  });
});

describe('an audit entry', () => {
  const entries = () => db().updateTable('audit_entry');

  test.each([
    ['who', { actor: 'somebody@example.eu' }],
    ['who, by id', { actor_id: 'somebody' }],
    ['when', { at: 1 }],
    ['what', { action: 'file.open' as const }],
    ['which application', { application_number: null }],
    ['the detail', { detail: 'nothing' }],
  ])('a changed entry is found: %s', async (_, change) => {
    await entries().set(change).where('seq', '=', 8).execute();
    const found = await audited();
    expect(found).toContain('audit_entry 8');
    expect((await verify()).broken).toEqual(found);
  });

  test.each([
    ['the first', [1]],
    ['one in the middle', [3]],
    ['the last two', [10, 11]],
    ['all', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ])('is found when it is removed: %s', async (_, seqs) => {
    await db().deleteFrom('audit_entry').where('seq', 'in', seqs).execute();
    expect((await audited()).toSorted()).toEqual(
      seqs.map((seq) => `audit_entry ${seq}`).toSorted(),
    );
  });
});

test('rows of a table of more than one page are each reported once', async () => {
  const one = await row(portal.services, 'application', { number });
  const others = Array.from({ length: 1000 }, (_, index) => ({
    ...one,
    number: `VD-OTHER-${index}`,
    submission_id: `other ${index}`,
  }));
  for (let from = 0; from < others.length; from += 200)
    await addRows(portal.services, 'application', ...others.slice(from, from + 200));
  const { histories, broken } = await verify();
  expect(histories).toBe(1001);
  // The inserted rows have no entries.
  expect(broken.length).toBeGreaterThanOrEqual(1000);
  expect(new Set(broken).size).toBe(broken.length);
});

test.each([
  ['its text', { text: 'another' }],
  ['when', { at: 1 }],
  ['who', { actor_id: 'somebody' }],
  ['what', { event: 'data.approve' }],
  ['the state it led to', { to_state: 'approved' as const }],
])('a changed history entry is found: %s', async (_, change) => {
  await changeRows(
    portal.services,
    'history_entry',
    { application_number: number, revision: 1 },
    change,
  );
  expect(await audited()).toEqual([`history_entry ${number} 1`]);
});

test('of many concurrent entries none is lost and the chain holds', async () => {
  await Promise.all(Array.from({ length: 20 }, logged));
  expect(await verify()).toEqual({ entries: 33, histories: 1, broken: [] });
});

test('changes during a verification cause no alarm', async () => {
  for (let round = 0; round < 5; round++) {
    const checks = Array.from({ length: 4 }, verify);
    const entries = Array.from({ length: 8 }, logged);
    const filings = [portal.applicationAt('awaited'), portal.applicationAt('underReview')];
    await Promise.all([...entries, ...filings]);
    for (const { broken } of await Promise.all(checks)) expect(broken).toEqual([]);
  }
});

test('an entry of an unknown table is found', async () => {
  const { store, config } = portal.services;
  const [key] = auditKeys(config);
  const last = await db()
    .selectFrom('seal')
    .selectAll()
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const seal = { ...last, seq: last.seq + 1, kind: 'delivery', subject: '["VD-1"]' };
  await addRows(portal.services, 'seal', { ...seal, hash: sealHash(key, last.hash, seal) });
  const { broken } = await verifyChains({ store, config });
  expect(broken).toContain(`seal ${seal.seq} of an unknown table`);
});
