import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, pendingMigrations } from '#server/platform/store/migrations.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';

test('an index that an operator made before the upgrade is passed over, the others are made', async () => {
  const location = await freshLocation();
  const store = openStore(location);
  const { db } = store;
  try {
    await migrate(db);
    // As the release before left it.
    for (const column of ['verify_seen_at', 'verify_tries'])
      await db.schema.alterTable('operator_mail').dropColumn(column).execute();
    await sql`delete from kysely_migration where name >= '2026-11-29-6'`.execute(db);
    await db.schema.dropIndex('report_by_end').execute();
    await db.schema.dropIndex('session_by_end').execute();

    const concurrently = sql.raw(store.kind === 'postgres' ? 'concurrently' : '');
    await sql`create index ${concurrently} report_by_end on report (state, kept_until)`.execute(db);
    await migrate(db);

    expect(await pendingMigrations(db)).toEqual([]);
    await expect(db.schema.dropIndex('session_by_end').execute()).resolves.toBeUndefined();
  } finally {
    await store.close();
    await location.remove();
  }
});
