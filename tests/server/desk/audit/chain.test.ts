import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { verifyDaily } from '#server/operations/operator-alerts.ts';
import { auditKeys } from '#server/platform/audit/audit-key.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { compareRows } from '#server/platform/audit/covered-rows.ts';
import { insertRows } from '#server/platform/database/rows.ts';
import { callersOf } from '#tests/server/callers.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { runHere, runTool } from '#tests/server/run-tool.ts';
import { coveredRows, placeOf } from './manipulations.ts';
import { targetOfFile } from './restore-rows.ts';

// Commands run as separate processes.
vi.setConfig({ testTimeout: 60_000 });

const target = targetOfFile(async () => {
  for (let count = 0; count < 5; count++) await logged();
});
const { portal } = target;
const { auditor } = callersOf(portal, { auditor: ['auditor'] });

/** Appends an entry to the log, as the portal does. */
const logged = () =>
  portal.services.store.transact((trx) =>
    appendAuditEvent(portal.services, trx, {
      by: { id: 'auditor', email: 'auditor@example.eu' },
      action: 'application.open',
      reference: target.number,
    }),
  );

const db = () => portal.services.store.db;
const verify = () => portal.granted('auditVerify', {}, auditor);

test('an unchanged database passes, by the command and by the call', async () => {
  const { entries, histories, broken } = await verify();
  expect([histories, broken]).toEqual([2, []]);
  expect(await runTool(portal, 'audit')).toEqual({
    status: 0,
    stdout: `${entries} entries of the log, 2 histories checked\nNothing was changed.\n`,
    stderr: '',
  });
});

test('a change of any covered cell is found', async () => {
  const { store, config } = portal.services;
  for (const { table, row: found, where, changes } of await coveredRows(portal))
    for (const [column, value] of changes) {
      await changeRows(portal.services, table, where, { [column]: value });
      const broken = await compareRows(store, auditKeys(config), table);
      await changeRows(portal.services, table, where, { [column]: found[column] });
      expect([column, [...new Set(broken)]]).toEqual([column, [placeOf(table, found)]]);
    }
});

test.each<[string, (seqs: number[]) => number[]]>([
  ['the first', (seqs) => seqs.slice(0, 1)],
  ['one in the middle', (seqs) => seqs.slice(2, 3)],
  ['the last two', (seqs) => seqs.slice(-2)],
  ['all', (seqs) => seqs],
])('an audit entry is found when it is removed: %s', async (_, choose) => {
  const all = await rows(portal.services, 'audit_entry');
  const seqs = choose(all.map(({ seq }) => seq));
  await db().deleteFrom('audit_entry').where('seq', 'in', seqs).execute();
  const missing = seqs.map((seq) => `audit_entry ${seq}`);
  expect((await verify()).broken.toSorted()).toEqual(missing.toSorted());
});

const isPostgres = () => portal.services.store.kind === 'postgres';

test.each<[string, () => [string, string]]>([
  [
    'a trigger or rule that hides deletions',
    () =>
      isPostgres()
        ? [
            'create rule kysely_hidden as on delete to note do instead nothing',
            'drop rule kysely_hidden on note',
          ]
        : [
            'create trigger kysely_hidden after insert on note begin delete from mention; end',
            'drop trigger kysely_hidden',
          ],
  ],
  [
    'a dropped index',
    () => ['drop index note_of_author', 'create index note_of_author on note (author_id)'],
  ],
  [
    'another column',
    () => ['alter table note add column hidden text', 'alter table note drop column hidden'],
  ],
])('the verification finds %s in the schema', async (_, statements) => {
  const [change, undo] = statements();
  await sql.raw(change).execute(db());
  const { status, stdout } = await runHere(portal, 'audit');
  const atDesk = await verify();
  await changeRows(portal.services, 'operator_mail', {}, { verified_at: 0 });
  const daily = await verifyDaily(portal.services);
  await sql.raw(undo).execute(db());
  expect(atDesk.broken).toContainEqual(expect.stringMatching(/^schema .*(hidden|note)/));
  expect(daily.broken).toBeGreaterThan(0);
  expect(stdout).toMatch(/^differs from the migrations: .*(hidden|note)/m);
  expect([status, stdout]).toEqual([1, expect.stringContaining('Something was changed.')]);
});

test('rows of a table of more than one page are each reported once', async () => {
  const one = await row(portal.services, 'application', { number: target.number });
  const others = Array.from({ length: 1000 }, (_, index) => ({
    ...one,
    number: `VD-OTHER-${index}`,
    submission_id: `other ${index}`,
  }));
  await insertRows(db(), 'application', others);
  const { histories, broken } = await verify();
  expect(histories).toBe(1002);
  // The inserted rows have no entries.
  expect(broken.length).toBeGreaterThanOrEqual(1000);
  expect(new Set(broken).size).toBe(broken.length);
});

test('many concurrent entries are all stored, and the chain stays valid', async () => {
  const { entries } = await verify();
  await Promise.all(Array.from({ length: 20 }, logged));
  expect(await verify()).toEqual({ entries: entries + 20, histories: 2, broken: [] });
});

test('changes during a verification cause no alarm', async () => {
  for (let round = 0; round < 2; round++) {
    const checks = Array.from({ length: 4 }, verify);
    const entries = Array.from({ length: 8 }, logged);
    const filings = [portal.applicationAt('submitted'), portal.applicationAt('submitted')];
    await Promise.all([...entries, ...filings]);
    for (const { broken } of await Promise.all(checks)) expect(broken).toEqual([]);
  }
});
