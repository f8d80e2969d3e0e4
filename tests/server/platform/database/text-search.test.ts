import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import * as foldedSearch from '#server/platform/database/migrations/2026-11-27-4-folded-search.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

test('without the extension of PostgreSQL, migration and search work without the index', async () => {
  const location = await freshLocation();
  onTestFinished(() => location.remove());
  // Only PostgreSQL has extensions.
  const databaseUrl = location.databaseUrl && (await refusing(location.databaseUrl));
  const store = openStore({ ...location, databaseUrl });
  onTestFinished(() => store.close());
  await migrate(store.db);
  expect(await indexNames(store)).toEqual(
    store.kind === 'postgres' ? [] : ['application_search_trigram'],
  );
  const found = store.rowsHolding('application_search', ['anna', 'nowak']);
  expect((await sql`select * from ${found} as found`.execute(store.db)).rows).toEqual([]);
});

test('with the extension, the index exists', async () => {
  const { store, close } = await freshStore();
  onTestFinished(close);
  expect(await indexNames(store)).toEqual(['application_search_trigram']);
});

test('texts stored when searches did not yet ignore accents are found without accents', async () => {
  const { store, close } = await freshStore();
  onTestFinished(close);
  await sql`create table other (application_number text primary key, text text)`.execute(store.db);
  await sql`insert into other values ('1', 'şahin o’brien'), ('2', 'weiß')`.execute(store.db);
  // The migration finds this table, which needs no application, under the name of the other.
  await sql`alter table application_search rename to unused`.execute(store.db);
  await sql`alter table other rename to application_search`.execute(store.db);
  await foldedSearch.up(store.db as never);
  const { rows } = await sql`select text from application_search order by 1`.execute(store.db);
  expect(rows).toEqual([{ text: 'sahin obrien' }, { text: 'weiss' }]);
});

/**
 * Returns the address of a database whose role cannot create extensions; a superuser gets another
 * role.
 */
async function refusing(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(
    'select rolsuper as "isSuperuser" from pg_roles where rolname = current_user',
  );
  const url = new URL(databaseUrl);
  if (rows[0].isSuperuser) {
    // A predefined role without privileges.
    await client.query('grant usage, create on schema public to pg_monitor');
    url.searchParams.set('options', '-c role=pg_monitor');
  }
  await client.query(`do $$ begin
      execute format('revoke create on database %I from current_user', current_database());
      execute format('revoke create on database %I from public', current_database());
    end $$`);
  await client.end();
  return url.href;
}

async function indexNames({ db, kind }: Awaited<ReturnType<typeof freshStore>>['store']) {
  const { rows } = await (kind === 'postgres'
    ? sql<{
        name: string;
      }>`select indexname as name from pg_indexes where indexname like '%trigram'`
    : sql<{ name: string }>`select name from sqlite_schema where name like '%trigram'`
  ).execute(db);
  return rows.map(({ name }) => name);
}
