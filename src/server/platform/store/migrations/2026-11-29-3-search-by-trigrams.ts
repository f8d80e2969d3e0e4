import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Finds what the desk searches by an index of all three letters that follow each other, so that a
 * search does not read every application. The database keeps it itself, whatever release writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? indexOnPostgres(db) : indexEmbedded(db));
}

/**
 * By `pg_trgm`, which the owner of a database may put into it. Where the server lacks it, or refuses
 * it to us, searches go on without.
 */
async function indexOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
      create extension if not exists pg_trgm;
    exception when insufficient_privilege or undefined_file or feature_not_supported then null;
    end $$`.execute(db);
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`.execute(db);
  const [extension] = rows;
  if (!extension) return;
  // Of a million applications it takes half a minute.
  await sql`set local statement_timeout = 0`.execute(db);
  // Written at once: a list of what is to be added would be read by every search.
  await sql`create index application_search_trigram on application_search
    using gin (text ${sql.id(extension.schema, 'gin_trgm_ops')}) with (fastupdate = off)`.execute(
    db,
  );
}

/**
 * By FTS5, which holds no text of its own and needs rows that keep their numbers. It overwrites what
 * is deleted: three letters after three letters are a name.
 */
async function indexEmbedded(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    sql`create table numbered_search (
      id integer primary key,
      application_number text not null unique references application (number),
      text text not null)`,
    sql`insert into numbered_search (application_number, text)
      select application_number, text from application_search`,
    sql`drop table application_search`,
    sql`alter table numbered_search rename to application_search`,
    sql`create virtual table application_search_trigram using fts5 (
      application_number unindexed, text, content = 'application_search', content_rowid = 'id',
      tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0)`,
    sql`insert into application_search_trigram (application_search_trigram, rank)
      values ('secure-delete', 1)`,
    sql`insert into application_search_trigram (application_search_trigram) values ('rebuild')`,
    sql`create trigger application_search_insert after insert on application_search
      begin ${added} end`,
    sql`create trigger application_search_delete after delete on application_search
      begin ${removed} end`,
    sql`create trigger application_search_update after update on application_search
      begin ${removed} ${added} end`,
  ])
    await statement.execute(db);
}

const added = sql`insert into application_search_trigram (rowid, application_number, text)
  values (new.id, new.application_number, new.text);`;
const removed = sql`insert into application_search_trigram
  (application_search_trigram, rowid, application_number, text)
  values ('delete', old.id, old.application_number, old.text);`;
