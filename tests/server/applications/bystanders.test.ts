import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { type AdmitFiles, attachFiles } from '#server/applications/files/attach-files.ts';
import type { Content } from '#server/applications/files/contents.ts';
import { recordCheck } from '#server/applications/files/damage.ts';
import { enqueueScan, startScanner } from '#server/applications/files/scan-files.ts';
import { addAuthorityNotice } from '#server/applications/notices/authority-notices.ts';
import { releaseHeldReports } from '#server/applications/recipients/held-reports.ts';
import { dropCopies } from '#server/applications/recipients/recipient-copies.ts';
import { recordFetch, withdrawRecipient } from '#server/applications/recipients/recipients.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { afterReading } from '#tests/server/after-reading.ts';
import { ACCOUNT, type FilledStore, fillStore, type Table } from '#tests/server/filled-store.ts';
import { environmentOf } from '#tests/server/fresh-location.ts';
import { runDue } from '#tests/server/run-due.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const OWN = 'VD-OWN';
const BYSTANDER = 'VD-BYSTANDER';

let filled: FilledStore;
let services: Services;
beforeEach(async () => {
  filled = await fillStore([OWN, BYSTANDER], NOW);
  const { store, location } = filled;
  services = { store, config: readConfig(environmentOf(location)), now: () => NOW };
});
afterEach(async () => {
  await filled.store.close();
  await filled.location.remove();
});

type Row = Record<string, string | null>;
type Become = (own: Record<string, Row>) => Promise<unknown>;

/** In a transaction. */
const within =
  (work: (scope: Scope, own: Record<string, Row>) => Promise<unknown>): Become =>
  (own) =>
    services.store.transact((trx) => work({ services, trx }, own));

/** Changes columns of both applications' rows. */
const inBoth = (table: string, columns: object) => () =>
  services.store.db
    .updateTable(table as 'dispute')
    .set(columns)
    .execute();

const openDispute = (number: string) =>
  services.store.db
    .updateTable('dispute')
    .set({ ended_at: null })
    .where('application_number', '=', number)
    .execute();

/** A content of the application is found damaged; `key` and `name` are columns of its row. */
const damaged =
  (table: Content['table'], key: string, name: string): Become =>
  (own) => {
    const row = own[table === 'report_package' ? 'report' : table];
    const content = { table, key: row?.[key], name: row?.[name], applicationNumber: OWN };
    return recordCheck(services, content as Content, false);
  };

test.each<[string, readonly string[], Become, (() => Promise<unknown>)?]>([
  ['file is damaged', ['stored_file'], damaged('stored_file', 'id', 'id')],
  ['workbook is damaged', ['report'], damaged('report', 'application_number', 'file_name')],
  [
    'package is damaged',
    ['report'],
    damaged('report_package', 'application_number', 'package_name'),
  ],
  ['held report is damaged', ['held_report'], damaged('held_report', 'name', 'name')],
  ['recipient’s copy is damaged', ['recipient_file'], damaged('recipient_file', 'name', 'name')],
  [
    'refusal is to be notified once more',
    ['authority_notice', 'past_authority_notice'],
    within((scope) => addAuthorityNotice(scope, OWN, NOW)),
  ],
  ['recipient’s copies are dropped', ['recipient_file'], within(({ trx }) => dropCopies(trx, OWN))],
  [
    'recipient’s copy is fetched',
    ['recipient'],
    within((scope) => recordFetch(scope, OWN, 'xlsx')),
    inBoth('recipient', { fetched_at: null }),
  ],
  [
    'recipient is withdrawn',
    ['recipient', 'recipient_file'],
    within((scope, { application }) => withdrawRecipient(scope, application as never)),
    async () => {
      await inBoth('recipient', { withdrawn_at: null })();
      await openDispute(BYSTANDER);
    },
  ],
  [
    'dispute has ended, and reports that were held for it go',
    ['held_report'],
    within(({ trx }) => releaseHeldReports(trx)),
    () => openDispute(BYSTANDER),
  ],
])(
  'when an application’s %s, nothing of another’s changes',
  async (_, touched, become, prepare) => {
    await prepare?.();
    const [before, bystander] = [await filled.rowsOf(OWN), await filled.rowsOf(BYSTANDER)];
    for (const [table, rows] of Object.entries(bystander))
      expect(rows.length, table).toBeGreaterThan(0);
    const own = Object.fromEntries(
      Object.entries(before).map(([table, rows]) => [table, rows[0] as Row]),
    );
    await become(own);
    const after = await filled.rowsOf(OWN);
    const changed = Object.keys(before).filter(
      (table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]),
    );
    expect(changed.toSorted()).toEqual(touched);
    expect(await filled.rowsOf(BYSTANDER)).toEqual(bystander);
  },
);

test.each<[string, Content['table']]>([
  ['workbook', 'report'],
  ['package', 'report_package'],
])('a %s that was generated again meanwhile is not the one that was damaged', async (_, table) => {
  const before = await filled.rowsOf(OWN);
  const content = { table, key: OWN, name: 'the one before', applicationNumber: OWN };
  await recordCheck(services, content as Content, false);
  expect(await filled.rowsOf(OWN)).toEqual(before);
});

test('of files of one person, the named ones become those of the application', async () => {
  const { db } = services.store;
  await db.updateTable('stored_file').set({ application_number: null }).execute();
  const files = await db.selectFrom('stored_file').select('id').orderBy('id').execute();
  const [named, other] = files.map(({ id }) => id) as [string, string];
  await services.store.transact((trx) =>
    attachFiles(trx, { files: [named], owner: ACCOUNT, number: OWN }),
  );
  const select = db.selectFrom('stored_file').select(['id', 'application_number']).orderBy('id');
  expect(await select.execute()).toEqual([
    { id: named, application_number: OWN },
    { id: other, application_number: null },
  ]);
});

test('new files of an application are those that it names, has not yet, and are its owner’s', async () => {
  const { db } = services.store;
  const tableOf = (wanted: string) => filled.all.find(({ name }) => name === wanted) as Table;
  const accounts = tableOf('account');
  const OTHER = 'account of somebody else';
  await filled.insert(accounts, { ...filled.rowOf(accounts, ''), id: OTHER });
  const [had, added] = await db.selectFrom('stored_file').selectAll().execute();
  if (!had || !added) throw new Error('no files');
  const put = async (row: object) => {
    await filled.insert(tableOf('stored_file'), { ...added, application_number: null, ...row });
  };
  await db
    .updateTable('stored_file')
    .set({ application_number: null })
    .where('id', '=', added.id)
    .execute();
  await put({ id: 'unnamed' });
  await put({ id: 'foreign', owner_id: OTHER });
  const number = String(had.application_number);
  const admit = vi.fn<AdmitFiles>(async () => {});
  const attach = (...files: string[]) =>
    services.store.transact((trx) => attachFiles(trx, { files, owner: ACCOUNT, number, admit }));
  await expect(attach(had.id, added.id, 'foreign')).rejects.toMatchObject({
    code: codes.unknownFile,
  });
  await attach(had.id, added.id);
  const one = { count: 1, bytes: added.size };
  expect(admit.mock.calls.map(([, counted]) => counted)).toEqual([one, one]);
});

test.each<[string, object, string?]>([
  ['that somebody else uploaded', {}, 'somebody else'],
  ['of another application', { application_number: BYSTANDER }],
  ['that a scanner refused', { scan: 'malware' }],
])('a file %s is named by no form', async (_, column, owner = ACCOUNT) => {
  const { db } = services.store;
  const { id } = await db.selectFrom('stored_file').select('id').executeTakeFirstOrThrow();
  const own = { owner_id: ACCOUNT, application_number: null };
  await db
    .updateTable('stored_file')
    .set({ ...own, ...column })
    .where('id', '=', id)
    .execute();
  const before = await db.selectFrom('stored_file').selectAll().execute();
  const attached = services.store.transact((trx) =>
    attachFiles(trx, { files: [id], owner, number: OWN }),
  );
  await expect(attached).rejects.toMatchObject({ code: codes.unknownFile });
  expect(await db.selectFrom('stored_file').selectAll().execute()).toEqual(before);
});

test.each(['clean', 'malware'] as const)(
  'a file that is known as %s is not scanned again',
  async (scan) => {
    const { store } = services;
    const { id } = await store.db.selectFrom('stored_file').select('id').executeTakeFirstOrThrow();
    await store.db.updateTable('stored_file').set({ scan }).execute();
    // Nobody listens there, and nothing of the file is stored.
    const config = { ...services.config, CLAMD_URL: 'tcp://127.0.0.1:1' };
    await store.transact((trx) => enqueueScan(services, trx, id));
    const errors: unknown[] = [];
    const worker = startScanner({ ...services, config }, (error) => errors.push(error));
    await runDue(services, 'scan', worker);
    expect(errors).toEqual([]);
  },
);

test('a file in which another process found malware meanwhile is no file without a scan', async () => {
  const { store } = services;
  const { id } = await store.db.selectFrom('stored_file').select('id').executeTakeFirstOrThrow();
  const become = (scan: 'waiting' | 'malware') =>
    store.db.updateTable('stored_file').set({ scan }).where('id', '=', id).execute();
  await become('waiting');
  await store.transact((trx) => enqueueScan(services, trx, id));
  const meanwhile = afterReading(services, 'scan', () => become('malware'));
  await runDue(services, 'scan', startScanner(meanwhile));
  const select = store.db.selectFrom('stored_file').select('scan').where('id', '=', id);
  expect(await select.executeTakeFirst()).toEqual({ scan: 'malware' });
});
