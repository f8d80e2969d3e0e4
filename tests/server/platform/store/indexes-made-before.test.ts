import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postMail } from '#server/platform/jobs/outbox.ts';
import type { Store } from '#server/platform/store/database.ts';
import { migrate, pendingMigrations } from '#server/platform/store/migrations.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { type FreshLocation, freshLocation } from '#tests/server/fresh-location.ts';

let location: FreshLocation;
let store: Store;
beforeEach(async () => {
  location = await freshLocation();
  store = openStore(location);
  const { db } = store;
  await migrate(db);
  // As the release before left it.
  for (const column of ['verify_seen_at', 'verify_tries'])
    await db.schema.alterTable('operator_mail').dropColumn(column).execute();
  for (const table of ['address_limit', 'wrong_code', 'secret_in_use'])
    await db.schema.dropTable(table).execute();
  await sql`delete from kysely_migration where name >= '2026-11-29-6'`.execute(db);
  await db.schema.dropIndex('report_by_end').execute();
  await db.schema.dropIndex('session_by_end').execute();
});
afterEach(async () => {
  await store.close();
  await location.remove();
});

const concurrently = () => sql.raw(store.kind === 'postgres' ? 'concurrently' : '');

test('an index that an operator made before the upgrade is passed over, the others are made', async () => {
  const { db } = store;
  await sql`create index ${concurrently()} report_by_end on report (state, kept_until)`.execute(db);
  await migrate(db);
  expect(await pendingMigrations(db)).toEqual([]);
  await expect(db.schema.dropIndex('session_by_end').execute()).resolves.toBeUndefined();
});

test('one whose making broke off is not: on PostgreSQL it stays, and is named', async () => {
  const { db } = store;
  const mail = {
    recipient: 'a@example.eu',
    language: 'en',
    subject: 'A',
    body: 'B',
    at: 0,
  } as const;
  for (let count = 0; count < 2; count++) await store.transact((trx) => postMail(trx, mail));
  const made = sql`create unique index ${concurrently()} report_by_end on job (kind)`.execute(db);
  await expect(made).rejects.toThrow(/unique/i);
  if (store.kind === 'postgres') {
    await expect(migrate(db)).rejects.toThrow(/^its index report_by_end is not whole/);
    await db.schema.dropIndex('report_by_end').execute();
  }
  await migrate(db);
  expect(await pendingMigrations(db)).toEqual([]);
});
