import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Content, contentsOf } from '#server/applications/files/contents.ts';
import { countDamaged, recordCheck } from '#server/applications/files/damage.ts';
import { expireReports } from '#server/applications/reports/expire-reports.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/database/services.ts';
import { type FilledStore, fillStore, type Table } from '#tests/server/filled-store.ts';
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
  await store.db.updateTable('report').set({ state: 'delivered', kept_until: NOW }).execute();
  await store.db.updateTable('stored_file').set({ scan: 'none' }).execute();
  await store.db.updateTable('dispute').set({ ended_at: NOW }).execute();
  const tableOf = (wanted: string) => filled.all.find(({ name }) => name === wanted) as Table;
  const [vehicle, object] = [tableOf('vehicle'), tableOf('series_object')];
  await filled.insert(vehicle, { ...filled.rowOf(vehicle, ''), id: 'car' });
  for (const id of NUMBERS)
    await filled.insert(object, { ...filled.rowOf(object, ''), id, vehicle_id: 'car' });
});
afterEach(async () => {
  await filled.store.close();
  await filled.location.remove();
});

/** Changes the row of the other of two. */
const setOther = (table: string, key: string, columns: object) =>
  services.store.db
    .updateTable(table as 'report')
    .set(columns)
    .where(key as 'application_number', '=', OTHER)
    .execute();

/** Tables of the contents whose check is due. */
async function dueContents(): Promise<string[]> {
  const found: string[] = [];
  for await (const { table } of contentsOf(services, NOW)) {
    found.push(table);
    if (found.length > 99) throw new Error('there is no end to the contents');
  }
  return found;
}

const both = ['stored_file', 'report', 'report_package', 'held_report', 'recipient_file'].flatMap(
  (table) => [table, table],
);

test.each<[string, string, string, object]>([
  ['stored_file', 'stored_file', 'application_number', { checked_at: NOW }],
  ['stored_file', 'stored_file', 'application_number', { scan: 'malware' }],
  ['report', 'report', 'application_number', { checked_at: NOW }],
  ['report', 'report', 'application_number', { state: 'expired' }],
  ['report_package', 'report', 'application_number', { package_checked_at: NOW }],
  ['report_package', 'report', 'application_number', { package_name: null }],
  ['held_report', 'held_report', 'application_number', { checked_at: NOW }],
  ['recipient_file', 'recipient_file', 'application_number', { checked_at: NOW }],
  ['series_object', 'series_object', 'id', { checked_at: NOW }],
])('a %s is not due for its check when its row in %s has by %s %j', async (...each) => {
  const [content, table, key, columns] = each;
  const all = [...both, 'series_object', 'series_object'];
  expect(await dueContents()).toEqual(all);
  await setOther(table, key, columns);
  const left = await dueContents();
  expect(left).toEqual(all.toSpliced(all.indexOf(content), 1));
});

test.each(NUMBERS)(
  'that another object of a series is damaged keeps no news of %s',
  async (key) => {
    const { db } = services.store;
    await db
      .updateTable('series_object')
      .set({ damaged_at: NOW - 1 })
      .execute();
    await db.updateTable('series_object').set({ damaged_at: null }).where('id', '=', key).execute();
    let content: Content | undefined;
    for await (const one of contentsOf(services))
      if (one.table === 'series_object' && one.key === key) content = one;
    if (!content) throw new Error(`no content ${key}`);
    await recordCheck(services, content, false);
    const told = db.selectFrom('audit_entry').select('detail').where('action', '=', 'file.damaged');
    expect(await told.execute()).toEqual([{ detail: content.name }]);
  },
);

test('what is damaged is counted, of whatever kind, until it is whole again', async () => {
  const marks = [
    ['stored_file', 'damaged_at'],
    ['series_object', 'damaged_at'],
    ['report', 'damaged_at'],
    ['report', 'package_damaged_at'],
    ['held_report', 'damaged_at'],
    ['recipient_file', 'damaged_at'],
  ] as const;
  const { db } = services.store;
  for (const [table, column] of marks)
    await db
      .updateTable(table as 'report')
      .set({ [column]: null })
      .execute();
  for (const [count, [table, column]] of marks.entries()) {
    expect(await countDamaged(services.store)).toBe(count);
    const key = table === 'series_object' ? 'id' : 'application_number';
    await setOther(table, key, { [column]: NOW });
  }
  expect(await countDamaged(services.store)).toBe(marks.length);
});

test.each<[string, object]>([
  ['is kept longer', { kept_until: NOW + 1 }],
  ['has expired', { state: 'expired' }],
])('a report expires, however many there are before it of which each %s', async (_, columns) => {
  const { db } = services.store;
  const select = db.selectFrom('report').selectAll().where('application_number', '=', OTHER);
  const report = await select.executeTakeFirstOrThrow();
  const application = await db
    .selectFrom('application')
    .selectAll()
    .where('number', '=', OTHER)
    .executeTakeFirstOrThrow();
  await setOther('report', 'application_number', columns);
  const numbers = Array.from({ length: 100 }, (_, index) => `VD-${index}`);
  await db
    .insertInto('application')
    .values(numbers.map((number) => ({ ...application, number, submission_id: number })))
    .execute();
  await db
    .insertInto('report')
    .values(numbers.map((application_number) => ({ ...report, ...columns, application_number })))
    .execute();
  await db.deleteFrom('report').where('application_number', '=', ONE).execute();
  await db
    .insertInto('report')
    .values({ ...report, application_number: ONE })
    .execute();
  expect(await expireReports(services)).toBe(1);
  const expired = await db
    .selectFrom('report')
    .select('state')
    .where('application_number', '=', ONE)
    .execute();
  expect(expired).toEqual([{ state: 'expired' }]);
});
