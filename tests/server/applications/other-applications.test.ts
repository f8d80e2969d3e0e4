import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { disputesOf } from '#server/applications/disputes/disputes.ts';
import { enqueueScan, startScanner } from '#server/applications/files/scan-files.ts';
import {
  type Content,
  type ContentKind,
  contentKinds,
  contentsOf,
  countDamaged,
  recordCheck,
} from '#server/applications/files/stored-contents.ts';
import { attachFiles } from '#server/applications/files/stored-files.ts';
import { addAuthorityNotice, findAuthorityNotice } from '#server/applications/notices/authority.ts';
import { bodyNoticesOf } from '#server/applications/notices/body-notices.ts';
import { findNotice } from '#server/applications/notices/given-data.ts';
import { quotesOf } from '#server/applications/quotes/quotes.ts';
import {
  recipientOf,
  recordFetch,
  withdrawRecipient,
} from '#server/applications/recipients/recipients.ts';
import {
  awaitedCopy,
  copiesOf,
  deleteCopies,
  heldReportsOf,
  queueCopy,
  releaseHeldReports,
} from '#server/applications/recipients/report-copies.ts';
import { endOfRetention } from '#server/applications/reports/report-life.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import { ACCOUNT, type FilledStore, fillStore, type Table } from '#tests/server/filled-store.ts';
import { changeRows, row, rows } from '#tests/server/fixture.ts';
import { environmentOf } from '#tests/server/fresh-location.ts';
import { runDue } from '#tests/server/run-due.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const NUMBERS = ['VD-ONE', 'VD-OTHER'] as const;
const [ONE, OTHER] = NUMBERS;
const own = { requester_id: ACCOUNT, vehicle_id: null };
const limiter = { consume: async () => {} };
const KINDS = Object.keys(contentKinds) as ContentKind[];

let filled: FilledStore;
let services: Services;
const tableOf = (wanted: string) => filled.all.find(({ name }) => name === wanted) as Table;
beforeEach(async () => {
  filled = await fillStore(NUMBERS, NOW);
  const { store, location } = filled;
  services = { store, config: readConfig(environmentOf(location)), now: () => NOW };
  const [vehicle, object] = [tableOf('vehicle'), tableOf('series_object')];
  await filled.insert(vehicle, { ...filled.rowOf(vehicle, ''), id: 'car' });
  for (const id of NUMBERS)
    await filled.insert(object, { ...filled.rowOf(object, ''), id, vehicle_id: 'car' });
});
afterEach(() => filled.close());

type Row = Record<string, string | null>;
type Become = (own: Record<string, Row>) => Promise<unknown>;

const within =
  (work: (scope: Scope, own: Record<string, Row>) => Promise<unknown>): Become =>
  (own) =>
    services.store.transact((trx) => work({ services, trx }, own));

/** Changes columns of the rows of these applications, or of the objects with these ids. */
const set = (table: string, columns: object, numbers: readonly string[] = NUMBERS) =>
  services.store.db
    .updateTable(table as 'report')
    .set(columns)
    .where(keyIn(table) as 'application_number', 'in', numbers)
    .execute();
const keyIn = (table: string) =>
  table === 'application' ? 'number' : table === 'series_object' ? 'id' : 'application_number';
const remove = (table: string, number: string) =>
  services.store.db
    .deleteFrom(table as 'report')
    .where('application_number', '=', number)
    .execute();

/** The content of a kind that belongs to an application, or to the object with its number. */
async function contentOf(kind: ContentKind, number: string): Promise<Content> {
  const { table, key, name } = contentKinds[kind];
  const stored = (await row(services, table, { [keyIn(table)]: number })) as never as Row;
  return {
    table: kind,
    key: stored[key],
    name: stored[name],
    applicationNumber: number,
  } as Content;
}

const becomesDamaged =
  (kind: ContentKind): Become =>
  async () =>
    recordCheck(services, await contentOf(kind, ONE), false);

test.each<[string, readonly string[], Become, (() => Promise<unknown>)?]>([
  ...KINDS.filter((kind) => kind !== 'series_object').map(
    (kind): [string, readonly string[], Become] => [
      `${kind} is damaged`,
      [contentKinds[kind].table],
      becomesDamaged(kind),
    ],
  ),
  [
    'refusal must be notified again',
    ['authority_notice', 'past_authority_notice'],
    within((scope) => addAuthorityNotice(scope, ONE, NOW)),
  ],
  [
    'recipient’s copies are dropped',
    ['recipient_file'],
    within(({ trx }) => deleteCopies(trx, ONE)),
  ],
  [
    'recipient’s copy is fetched',
    ['recipient'],
    within((scope) => recordFetch(scope, ONE, 'xlsx')),
    async () => {
      await set('recipient', { fetched_at: null, withdrawn_at: null });
      await set('application', { state: 'approved' });
    },
  ],
  [
    'recipient is withdrawn',
    ['recipient', 'recipient_file'],
    within((scope, { application }) => withdrawRecipient(scope, application as never)),
    async () => {
      await set('recipient', { withdrawn_at: null });
      await set('dispute', { ended_at: null }, [OTHER]);
    },
  ],
  [
    'dispute has ended, and the reports held for it are removed',
    ['held_report'],
    within(({ services, trx }) => releaseHeldReports(trx, services.now() + 7 * 24 * 3_600_000)),
    () => set('dispute', { ended_at: null }, [OTHER]),
  ],
])(
  'nothing of another application changes when an application’s %s',
  async (_, touched, become, prepare) => {
    await prepare?.();
    const [before, bystander] = [await filled.rowsOf(ONE), await filled.rowsOf(OTHER)];
    for (const [table, rows] of Object.entries(bystander))
      expect(rows.length, table).toBeGreaterThan(0);
    const own = Object.fromEntries(
      Object.entries(before).map(([table, rows]) => [table, rows[0] as Row]),
    );
    await become(own);
    const after = await filled.rowsOf(ONE);
    const changed = Object.keys(before).filter(
      (table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]),
    );
    expect(changed.toSorted()).toEqual(touched);
    expect(await filled.rowsOf(OTHER)).toEqual(bystander);
  },
);

test.each<[string, Content['table']]>([
  ['workbook', 'report'],
  ['package', 'report_package'],
])('damage of a replaced %s is not recorded for the new one', async (_, table) => {
  const before = await filled.rowsOf(ONE);
  const content = { table, key: ONE, name: 'the one before', applicationNumber: ONE };
  await recordCheck(services, content as Content, false);
  expect(await filled.rowsOf(ONE)).toEqual(before);
});

test('only the named files are attached', async () => {
  const { db } = services.store;
  await db.updateTable('stored_file').set({ application_number: null }).execute();
  const files = await db.selectFrom('stored_file').select('id').orderBy('id').execute();
  const [named, other] = files.map(({ id }) => id) as [string, string];
  await services.store.transact((trx) =>
    attachFiles({ services, trx }, [named], { ...own, number: ONE }, limiter),
  );
  const select = db.selectFrom('stored_file').select(['id', 'application_number']).orderBy('id');
  expect(await select.execute()).toEqual([
    { id: named, application_number: ONE },
    { id: other, application_number: null },
  ]);
});

test('only newly attached files of the owner count towards the limits', async () => {
  const { db } = services.store;
  const accounts = tableOf('account');
  const SOMEBODY = 'account of somebody else';
  await filled.insert(accounts, { ...filled.rowOf(accounts, ''), id: SOMEBODY });
  const [had, added] = await db.selectFrom('stored_file').selectAll().execute();
  if (!had || !added) throw new Error('no files');
  const put = async (row: object) => {
    await filled.insert(tableOf('stored_file'), { ...added, application_number: null, ...row });
  };
  await changeRows(services, 'stored_file', { id: added.id }, { application_number: null });
  await put({ id: 'unnamed' });
  await put({ id: 'foreign', owner_id: SOMEBODY });
  const number = String(had.application_number);
  const consume = vi.fn<RateLimiter['consume']>(async () => {});
  const row = { ...own, number, vehicle_id: 'car' };
  const attach = (...files: string[]) =>
    services.store.transact((trx) => attachFiles({ services, trx }, files, row, { consume }));
  await expect(attach(had.id, added.id, 'foreign')).rejects.toMatchObject({
    code: codes.unknownFile,
  });
  await attach(had.id, added.id);
  const uses = consume.mock.calls.map(([, limits]) => limits.map((limit) => limit.uses));
  expect(uses).toEqual([
    [1, added.size],
    [1, added.size],
  ]);
});

test('a form cannot name a file that a scanner refused', async () => {
  const { db } = services.store;
  const { id } = await db.selectFrom('stored_file').select('id').executeTakeFirstOrThrow();
  const refused = { owner_id: ACCOUNT, application_number: null, scan: 'malware' } as const;
  await db.updateTable('stored_file').set(refused).where('id', '=', id).execute();
  const before = await db.selectFrom('stored_file').selectAll().execute();
  const attached = services.store.transact((trx) =>
    attachFiles({ services, trx }, [id], { ...own, number: ONE }, limiter),
  );
  await expect(attached).rejects.toMatchObject({ code: codes.unknownFile });
  expect(await db.selectFrom('stored_file').selectAll().execute()).toEqual(before);
});

test.each(['clean', 'malware'] as const)(
  'a file with the scan result %s is not scanned again',
  async (scan) => {
    const { store } = services;
    const { id } = await store.db.selectFrom('stored_file').select('id').executeTakeFirstOrThrow();
    await store.db.updateTable('stored_file').set({ scan }).execute();
    // An unused port; the file has no content.
    const config = { ...services.config, CLAMD_URL: 'tcp://127.0.0.1:1' };
    await store.transact((trx) => enqueueScan(services, trx, id));
    const errors: unknown[] = [];
    const worker = startScanner({ ...services, config }, (error) => errors.push(error));
    await runDue(services, 'scan', worker);
    expect(errors).toEqual([]);
  },
);

const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
/** Values that only the rows of this application contain. */
async function marksOf(number: string): Promise<Set<unknown>> {
  const [own, others] = await Promise.all(
    [number, number === ONE ? OTHER : ONE].map(async (one) => leavesOf(await filled.rowsOf(one))),
  );
  return new Set(own?.filter((leaf) => !others?.includes(leaf)));
}

/** Makes the recipients wait for the copy of a delivered report. */
async function awaitCopies() {
  await set('application', { state: 'approved', form_json: '{}' });
  await set('report', { state: 'delivered' });
  await set('recipient', { withdrawn_at: null });
}

test.each<[string, (number: string) => Promise<unknown>, (() => Promise<unknown>)?]>([
  ['notice to the authority', (number) => findAuthorityNotice(services.store.db, number)],
  ['notice of erasure', (number) => findNotice(services.store.db, number)],
  [
    'notices of its body',
    (number) => bodyNoticesOf(services.store.db, number),
    () => set('body_notice', { facts_json: '{}' }),
  ],
  ['disputes', (number) => disputesOf(services.store.db, { number, requester_id: ACCOUNT })],
  [
    'quotes',
    (number) => quotesOf(services.store.db, number, NOW),
    () => set('quote', { amounts_json: '{}' }),
  ],
  ['earlier reports', (number) => heldReportsOf(services.store.db, number)],
  ['recipient', (number) => recipientOf(services.store.db, { number, state: 'approved' })],
  ['recipient’s files', (number) => copiesOf(services.store.db, number)],
  [
    'recipient’s copy that is awaited',
    (number) => awaitedCopy(services.store.db, number),
    async () => {
      await awaitCopies();
      for (const number of NUMBERS) await remove('recipient_file', number);
    },
  ],
])('nothing of another application is in the %s of an application', async (_, read, prepare) => {
  await prepare?.();
  for (const number of NUMBERS) {
    const [own, others] = [await marksOf(number), await marksOf(number === ONE ? OTHER : ONE)];
    const shown = leavesOf(await read(number));
    expect(
      shown.filter((leaf) => others.has(leaf)),
      number,
    ).toEqual([]);
    expect(
      shown.filter((leaf) => own.has(leaf)),
      number,
    ).not.toEqual([]);
  }
});

test.each<[string, object]>([
  ['has not proved the address', { proved_at: null }],
  ['is withdrawn', { withdrawn_at: NOW }],
])('a recipient who %s gets no copy', async (_, columns) => {
  const queued = () => rows(services, 'job', { kind: 'recipientCopy' });
  await awaitCopies();
  await remove('recipient_file', ONE);
  await set('recipient', columns, [ONE]);
  expect(await awaitedCopy(services.store.db, ONE)).toBeNull();
  for (const number of NUMBERS) await within(({ trx }) => queueCopy(trx, number, NOW))({});
  expect(await queued()).toMatchObject([{ subject: OTHER }]);
});

test.each(NUMBERS)('a report of %s is kept no longer than its own application', async (number) => {
  const { RECORD_DAYS } = services.config;
  await set('application', { updated_at: NOW });
  await set('application', { updated_at: NOW - RECORD_DAYS + 1 }, [number]);
  expect(await endOfRetention(services, number)).toBe(NOW + 1);
  // Something else keeps this application: the report is kept for the usual days.
  await set('application', { updated_at: NOW - RECORD_DAYS }, [number]);
  expect(await endOfRetention(services, number)).toBeGreaterThan(NOW + 20 * 24 * 3_600_000);
});

/** Kinds of the contents whose check is due. */
async function dueContents(): Promise<string[]> {
  const found: string[] = [];
  for await (const { table } of contentsOf(services, NOW)) {
    found.push(table);
    if (found.length > 99) throw new Error('there is no end to the contents');
  }
  return found;
}

/** Marks every content as stored and every report as expiring now. */
async function deliverAll() {
  await set('report', { state: 'delivered', kept_until: NOW });
  await set('stored_file', { scan: 'none' });
  await set('dispute', { ended_at: 0 });
}

const both = ['stored_file', 'report', 'report_package', 'held_report', 'recipient_file'].flatMap(
  (table) => [table, table],
);

test.each<[ContentKind, object]>([
  ['stored_file', { checked_at: NOW }],
  ['stored_file', { scan: 'malware' }],
  ['report', { checked_at: NOW }],
  ['report', { state: 'expired' }],
  ['report_package', { package_checked_at: NOW }],
  ['report_package', { package_name: null }],
  ['held_report', { checked_at: NOW }],
  ['recipient_file', { checked_at: NOW }],
  ['series_object', { checked_at: NOW }],
])('a %s is not due for its check when its row has %j', async (kind, columns) => {
  await deliverAll();
  const all = [...both, 'series_object', 'series_object'];
  expect(await dueContents()).toEqual(all);
  await set(contentKinds[kind].table, columns, [OTHER]);
  const left = await dueContents();
  expect(left).toEqual(all.toSpliced(all.indexOf(kind), 1));
});

test.each(KINDS)('damage of one %s is reported also while another is damaged', async (kind) => {
  const { table, prefix } = contentKinds[kind];
  for (const number of NUMBERS) {
    await set(table, { [`${prefix}damaged_at`]: NOW - 1 });
    await set(table, { [`${prefix}damaged_at`]: null }, [number]);
    const content = await contentOf(kind, number);
    await recordCheck(services, content, false);
    const reported = { application_number: number, action: 'file.damaged' } as const;
    expect(await rows(services, 'audit_entry', reported)).toMatchObject([{ detail: content.name }]);
  }
});

test('damaged contents of all kinds are counted until they are repaired', async () => {
  const marks = KINDS.map((kind) => {
    const { table, prefix } = contentKinds[kind];
    return { table, column: `${prefix}damaged_at` };
  });
  for (const { table, column } of marks) await set(table, { [column]: null });
  for (const [count, { table, column }] of marks.entries()) {
    expect(await countDamaged(services.store)).toBe(count);
    await set(table, { [column]: NOW }, [OTHER]);
  }
  expect(await countDamaged(services.store)).toBe(marks.length);
});
