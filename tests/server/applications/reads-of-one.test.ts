import { afterEach, beforeEach, expect, test } from 'vitest';
import { disputesOf } from '#server/applications/disputes/disputes.ts';
import type { Content } from '#server/applications/files/contents.ts';
import { recordCheck } from '#server/applications/files/damage.ts';
import {
  addAuthorityNotice,
  findAuthorityNotice,
} from '#server/applications/notices/authority-notices.ts';
import { bodyNoticesOf } from '#server/applications/notices/body-notices.ts';
import { findNotice } from '#server/applications/notices/erasure-routes.ts';
import { quotesOf } from '#server/applications/quotes/quotes.ts';
import { heldReportsOf } from '#server/applications/recipients/held-reports.ts';
import {
  awaitedCopy,
  copiesOf,
  queueCopy,
} from '#server/applications/recipients/recipient-copies.ts';
import { recipientOf } from '#server/applications/recipients/recipients.ts';
import { endOfRetention } from '#server/applications/reports/report-life.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ACCOUNT, type FilledStore, fillStore } from '#tests/server/filled-store.ts';
import { environmentOf } from '#tests/server/fresh-location.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const NUMBERS = ['VD-ONE', 'VD-OTHER'] as const;
const [ONE, OTHER] = NUMBERS;

let filled: FilledStore;
let services: Services;
beforeEach(async () => {
  filled = await fillStore(NUMBERS, NOW);
  const { store, location } = filled;
  services = { store, config: readConfig(environmentOf(location)), now: () => NOW };
});
afterEach(async () => {
  await filled.store.close();
  await filled.location.remove();
});

/** Changes columns of the rows of these applications. */
const set = (table: string, columns: object, numbers: readonly string[] = NUMBERS) =>
  services.store.db
    .updateTable(table as 'report')
    .set(columns)
    .where(
      (table === 'application' ? 'number' : 'application_number') as never,
      'in',
      numbers as never,
    )
    .execute();
const remove = (table: string, number: string) =>
  services.store.db
    .deleteFrom(table as 'report')
    .where('application_number', '=', number)
    .execute();
const within = (work: (scope: { services: Services; trx: never }) => Promise<unknown>) =>
  services.store.transact((trx) => work({ services, trx: trx as never }));

const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
/** What stands in the rows of one of the applications alone. */
async function marksOf(number: string): Promise<Set<unknown>> {
  const [own, others] = await Promise.all(
    [number, number === ONE ? OTHER : ONE].map(async (one) => leavesOf(await filled.rowsOf(one))),
  );
  return new Set(own?.filter((leaf) => !others?.includes(leaf)));
}

/** A recipient who has proved the address waits for the copy of a report that is there. */
async function awaitCopies() {
  await set('application', { state: 'approved' });
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
])('in the %s of an application there is nothing of another’s', async (_, read, prepare) => {
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

test.each(NUMBERS)('that another’s copy is ready makes none ready for %s', async (number) => {
  await awaitCopies();
  await remove('recipient_file', number);
  expect((await recipientOf(services.store.db, { number, state: 'approved' }))?.isReady).toBe(
    false,
  );
  expect(await awaitedCopy(services.store.db, number)).toMatchObject({ number });
});

test.each<[string, string, object]>([
  ['has not proved the address', 'recipient', { proved_at: null }],
  ['is withdrawn', 'recipient', { withdrawn_at: NOW }],
])('a recipient who %s gets no copy, nor has one queued', async (_, table, columns) => {
  const queued = () =>
    services.store.db
      .selectFrom('job')
      .select('subject')
      .where('kind', '=', 'recipientCopy')
      .execute();
  await awaitCopies();
  await remove('recipient_file', ONE);
  await set(table, columns, [ONE]);
  expect(await awaitedCopy(services.store.db, ONE)).toBeNull();
  for (const number of NUMBERS) await within(({ trx }) => queueCopy(trx, number, NOW));
  expect(await queued()).toEqual([{ subject: OTHER }]);
});

test('of a report that is not delivered no copy is awaited', async () => {
  await awaitCopies();
  await remove('recipient_file', ONE);
  await set('report', { state: 'expired' }, [ONE]);
  expect(await awaitedCopy(services.store.db, ONE)).toBeNull();
});

test.each(NUMBERS)(
  'the first decision on %s is to be notified, whatever others had',
  async (number) => {
    await remove('authority_notice', number);
    await within((scope) => addAuthorityNotice(scope, number, NOW));
    expect(await findAuthorityNotice(services.store.db, number)).toMatchObject({
      since: NOW,
      notified: null,
    });
  },
);

test.each<[Content['table'], string, string]>([
  ['stored_file', 'id', 'id'],
  ['report', 'application_number', 'file_name'],
  ['report_package', 'application_number', 'package_name'],
  ['held_report', 'name', 'name'],
  ['recipient_file', 'name', 'name'],
])('that another’s %s is damaged keeps no news of this one', async (table, key, name) => {
  const stored = table === 'report_package' ? 'report' : table;
  const column = table === 'report_package' ? 'package_damaged_at' : 'damaged_at';
  for (const number of NUMBERS) {
    await set(stored, { [column]: NOW - 1 });
    await set(stored, { [column]: null }, [number]);
    const [row] = (await filled.rowsOf(number))[stored] as [Record<string, string>];
    const content = { table, key: row[key], name: row[name], applicationNumber: number };
    await recordCheck(services, content as Content, false);
    const found = services.store.db.selectFrom('audit_entry').select('detail');
    const told = await found
      .where('application_number', '=', number)
      .where('action', '=', 'file.damaged')
      .execute();
    expect(told).toEqual([{ detail: row[name] }]);
  }
});

test.each(NUMBERS)('a report of %s is kept no longer than its own application', async (number) => {
  const { RECORD_DAYS } = services.config;
  await set('application', { updated_at: NOW });
  await set('application', { updated_at: NOW - RECORD_DAYS + 1 }, [number]);
  expect(await endOfRetention(services, number)).toBe(NOW + 1);
});
