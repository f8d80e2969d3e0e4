import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Store } from './database.ts';
import { createTables } from './migrations.ts';
import { openStore } from './open-database.ts';
import type { Schema } from './schema.ts';

type Definitions = Map<string, string>;

/**
 * Names the tables, columns, indexes and triggers that differ from those of the migrations: a
 * trigger could change rows unnoticed, and a dropped constraint could allow invalid ones.
 */
export async function changedSchema(store: Store): Promise<string[]> {
  const isEmbedded = store.kind === 'embedded';
  const actual = await (isEmbedded ? definitionsOnSqlite : definitionsOnPostgres)(store.db);
  const expected = await (isEmbedded ? expectedOnSqlite() : expectedOnPostgres(store));
  return [...new Set([...actual.keys(), ...expected.keys()])]
    .filter((name) => actual.get(name) !== expected.get(name))
    .sort();
}

async function expectedOnSqlite(): Promise<Definitions> {
  const dataDir = await mkdtemp(join(tmpdir(), 'schema-'));
  const store = openStore({ dataDir });
  try {
    await createTables(store.db);
    return await definitionsOnSqlite(store.db);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true });
  }
}

class RolledBack extends Error {}

async function expectedOnPostgres(store: Store): Promise<Definitions> {
  let expected: Definitions = new Map();
  await store
    .migrating((db) =>
      db.transaction().execute(async (trx) => {
        await sql`create schema expected_schema`.execute(trx);
        await sql`select set_config('search_path',
          'expected_schema, ' || current_setting('search_path'), true)`.execute(trx);
        await createTables(trx);
        expected = await definitionsOnPostgres(trx);
        throw new RolledBack();
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return expected;
}

async function definitionsOnSqlite(db: Kysely<Schema>): Promise<Definitions> {
  const { rows } = await sql<Record<'name' | 'definition', string>>`
    select type || ' ' || name as name, sql as definition from sqlite_master
    where name not like 'sqlite!_%' escape '!'
      and tbl_name not in ('kysely_migration', 'kysely_migration_lock')`.execute(db);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

async function definitionsOnPostgres(db: Kysely<Schema>): Promise<Definitions> {
  const { rows } = await sql<Record<'schema' | 'name' | 'definition', string>>`
    select current_schema() as schema, name, definition from (
      select 'column ' || table_name || '.' || column_name as name,
        concat_ws(' ', data_type, is_nullable, column_default) as definition
        from information_schema.columns where table_schema = current_schema()
      union all select 'index ' || indexname, indexdef from pg_indexes
        where schemaname = current_schema()
      union all select 'constraint ' || conrelid::regclass || '.' || conname,
        pg_get_constraintdef(oid)
        from pg_constraint where connamespace = current_schema()::regnamespace
      union all select 'rule ' || tablename || '.' || rulename, definition from pg_rules
        where schemaname = current_schema()
      union all select 'trigger ' || tgrelid::regclass || '.' || tgname,
        pg_get_triggerdef(pg_trigger.oid) || ' ' || tgenabled::text
        from pg_trigger join pg_class on pg_class.oid = tgrelid
        where relnamespace = current_schema()::regnamespace and not tgisinternal
      union all select 'function ' || oid::regprocedure, prosrc from pg_proc
        where pronamespace = current_schema()::regnamespace
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    ) as definitions where name !~
      '^(column|constraint) ([^ ]+[.])?kysely_migration(_lock)?[.]|^index kysely_migration(_lock)?_pkey$'`.execute(
    db,
  );
  return new Map(
    rows.map(({ schema, name, definition }) => [
      name.replaceAll(`${schema}.`, ''),
      definition.replaceAll(`${schema}.`, ''),
    ]),
  );
}
