import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { auditKeys } from '#server/platform/audit/audit-key.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { sealHash } from '#server/platform/audit/chain.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { runHere, runTool } from '#tests/server/run-tool.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';

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
const verify = async () => granted(await portal.call('auditVerify', {}, { token: auditor }));

/** Breaks that the command reports; it ends with 1 exactly when there are some. */
async function audited(): Promise<string[]> {
  const { status, stdout, stderr } = await runHere(portal, 'audit');
  expect(stderr).toBe('');
  const broken = stdout
    .split('\n')
    .flatMap((line) => /^does not hold: (.*)$/.exec(line)?.[1] ?? []);
  expect(status, stdout).toBe(broken.length ? 1 : 0);
  expect(stdout).toContain(broken.length ? 'Something was changed.' : 'Nothing was changed.');
  return broken;
}

test('what nobody touched holds, by the command and by the call', async () => {
  expect(await audited()).toEqual([]);
  expect(await verify()).toEqual({ entries: 11, histories: 1, broken: [] });
  expect(await runTool(portal, 'audit')).toEqual({
    status: 0,
    stdout: '11 entries of the log, 1 histories checked\nNothing was changed.\n',
    stderr: '',
  });
});

describe('the log', () => {
  const inLog = () => db().updateTable('audit_entry');

  test.each([
    ['who', { actor: 'somebody@example.eu' }],
    ['who, by id', { actor_id: 'somebody' }],
    ['when', { at: 1 }],
    ['what', { action: 'file.open' as const }],
    ['which application', { application_number: null }],
    ['the detail', { detail: 'nothing' }],
  ])('an entry that was changed is found: %s', async (_, change) => {
    await inLog().set(change).where('seq', '=', 8).execute();
    const found = await audited();
    expect(found).toContain('audit_entry 8');
    expect((await verify()).broken).toEqual(found);
  });

  test('an entry that was removed is found', async () => {
    await db().deleteFrom('audit_entry').where('seq', '=', 3).execute();
    expect(await audited()).toEqual(['audit_entry 3']);
  });

  test('the first entry that was removed is found', async () => {
    await db().deleteFrom('audit_entry').where('seq', '=', 1).execute();
    expect(await audited()).toEqual(['audit_entry 1']);
  });

  test('the end that was cut off is found', async () => {
    await db().deleteFrom('audit_entry').where('seq', '>=', 10).execute();
    expect(await audited()).toEqual(['audit_entry 10', 'audit_entry 11']);
  });

  test('all of it removed is found', async () => {
    await db().deleteFrom('audit_entry').execute();
    expect(await audited()).toHaveLength(11);
  });

  test('two entries that changed places are found', async () => {
    await inLog().set({ seq: 100 }).where('seq', '=', 3).execute();
    await inLog().set({ seq: 3 }).where('seq', '=', 4).execute();
    await inLog().set({ seq: 4 }).where('seq', '=', 100).execute();
    expect(await audited()).toEqual(['audit_entry 3', 'audit_entry 4']);
  });

  test('an entry that was put in between or at the end is found', async () => {
    const last = await db()
      .selectFrom('audit_entry')
      .selectAll()
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    await db()
      .insertInto('audit_entry')
      .values({ ...last, seq: last.seq + 1 })
      .execute();
    expect(await audited()).toEqual([`audit_entry ${last.seq + 1}`]);
  });
});

describe('a history', () => {
  test('of more applications than one page holds, each is followed once', async () => {
    const one = await row(portal.services, 'application', { number });
    const others = Array.from({ length: 1000 }, (_, index) => ({
      ...one,
      number: `VD-OTHER-${index}`,
      submission_id: `other ${index}`,
    }));
    for (let from = 0; from < others.length; from += 200)
      await db()
        .insertInto('application')
        .values(others.slice(from, from + 200))
        .execute();
    const { histories, broken } = await verify();
    expect(histories).toBe(1001);
    // They lack every entry.
    expect(new Set(broken).size).toBe(broken.length);
  });

  test.each([
    ['its text', { text: 'another' }],
    ['when', { at: 1 }],
    ['who', { actor_id: 'somebody' }],
    ['what', { event: 'data.approve' }],
    ['the state it led to', { to_state: 'approved' as const }],
  ])('an entry that was changed is found: %s', async (_, change) => {
    await db()
      .updateTable('history_entry')
      .set(change)
      .where('application_number', '=', number)
      .where('revision', '=', 1)
      .execute();
    expect(await audited()).toEqual([`history_entry ${number} 1`]);
  });

  test('an entry that was removed, or the end cut off, is found', async () => {
    await db().deleteFrom('history_entry').where('revision', '=', 1).execute();
    expect(await audited()).toEqual([`history_entry ${number} 1`]);
    await db().deleteFrom('history_entry').where('revision', '=', 2).execute();
    expect(await audited()).toEqual([`history_entry ${number} 1`, `history_entry ${number} 2`]);
  });

  test('two entries that changed places are found', async () => {
    await sql`update history_entry set revision = revision + 10 where revision > 0`.execute(db());
    await sql`update history_entry set revision = 23 - 10 - revision where revision > 0`.execute(
      db(),
    );
    expect(await audited()).toContain(`history_entry ${number} 1`);
  });
});

test('of many events at once none is lost and the chain holds', async () => {
  await Promise.all(Array.from({ length: 20 }, logged));
  expect(await verify()).toEqual({ entries: 31, histories: 1, broken: [] });
});

test('what happens while the chains are followed is no alarm', async () => {
  for (let round = 0; round < 5; round++) {
    const checks = Array.from({ length: 4 }, verify);
    const entries = Array.from({ length: 8 }, logged);
    const filings = [portal.applicationAt('awaited'), portal.applicationAt('underReview')];
    await Promise.all([...entries, ...filings]);
    for (const { broken } of await Promise.all(checks)) expect(broken).toEqual([]);
  }
});

test('an entry of a table that the audit does not know is found', async () => {
  const { store, config } = portal.services;
  const [key] = auditKeys(config);
  const last = await db()
    .selectFrom('seal')
    .selectAll()
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const seal = { ...last, seq: last.seq + 1, kind: 'delivery', subject: '["VD-1"]' };
  await db()
    .insertInto('seal')
    .values({ ...seal, hash: sealHash(key, last.hash, seal) })
    .execute();
  const { broken } = await verifyChains({ store, config });
  expect(broken).toContain(`seal ${seal.seq} of an unknown table`);
});
