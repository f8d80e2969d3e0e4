import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/platform/store/migrations.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

test('where PostgreSQL refuses the extension, the tables are made and searches go on without', async () => {
  const location = await freshLocation();
  onTestFinished(() => location.remove());
  const store = openStore(location);
  onTestFinished(() => store.close());
  // The embedded database has nothing to refuse.
  if (store.kind === 'postgres')
    await sql`do $$ begin
        execute format('revoke create on database %I from current_user', current_database());
        execute format('revoke create on database %I from public', current_database());
      end $$`.execute(store.db);
  await migrate(store.db);
  expect(await indexNames(store)).toEqual(
    store.kind === 'postgres' ? [] : ['application_search_trigram'],
  );
  const found = store.rowsHolding('application_search', ['anna', 'nowak']);
  expect((await sql`select * from ${found} as found`.execute(store.db)).rows).toEqual([]);
});

test('where it does not, the index is there', async () => {
  const { store, location } = await freshStore();
  onTestFinished(() => location.remove());
  onTestFinished(() => store.close());
  expect(await indexNames(store)).toEqual(['application_search_trigram']);
});

async function indexNames({ db, kind }: Awaited<ReturnType<typeof freshStore>>['store']) {
  const { rows } = await (kind === 'postgres'
    ? sql<{
        name: string;
      }>`select indexname as name from pg_indexes where indexname like '%trigram'`
    : sql<{ name: string }>`select name from sqlite_schema where name like '%trigram'`
  ).execute(db);
  return rows.map(({ name }) => name);
}
