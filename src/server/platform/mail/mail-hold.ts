import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Config } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import { deleteRows, findRow, insertMissing, upsertRow } from '#server/platform/database/rows.ts';
import type { OperationFact, Schema } from '#server/platform/database/schema.ts';

const markOf = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => join(DATA_DIR, 'hold-mail');

export async function markRestored(config: Pick<Config, 'DATA_DIR'>): Promise<void> {
  await writeFile(markOf(config), '', { mode: 0o600 });
}

/** Returns the time since which mail is held, in ms since the epoch; null if mail is sent. */
export async function mailHeldSince(db: Kysely<Schema>): Promise<number | null> {
  const since = await readFact(db, 'mailHeldSince');
  return since === null ? null : Number(since);
}

/**
 * Holds mail if the restore tool restored the data, or if the database is a copy of the previous
 * one, for example a restored dump. Must run before the mailer starts.
 */
export async function holdMailIfRestored(
  store: Store,
  config: Config,
  at = Date.now(),
  warn: (line: string) => void = console.warn,
): Promise<void> {
  const { db } = store;
  const database = await databaseId(store);
  if (database === null && store.kind === 'postgres')
    warn(
      'a copy of this database is not recognized, because its role cannot call pg_control_system: create hold-mail in DATA_DIR before a copy is started',
    );
  const known = await readFact(db, 'database');
  const isCopy = database !== null && known !== null && known !== database;
  if (existsSync(markOf(config)) || isCopy)
    await insertMissing(db, 'operation_fact', { name: 'mailHeldSince', value: String(at) });
  await rm(markOf(config), { force: true });
  if (database === null || database === known) return;
  await upsertRow(db, 'operation_fact', { name: 'database' }, { value: database });
}

export async function releaseMail(db: Kysely<Schema>, config: Config): Promise<boolean> {
  const isMarked = existsSync(markOf(config));
  await rm(markOf(config), { force: true });
  const held = await deleteRows(db, 'operation_fact', { name: 'mailHeldSince' });
  return isMarked || held.length > 0;
}

async function readFact(db: Kysely<Schema>, name: OperationFact): Promise<string | null> {
  const row = await findRow(db, 'operation_fact', { name });
  return row?.value ?? null;
}

/** Differs between a PostgreSQL database and its copies, but not between primary and standby. */
async function databaseId({ kind, db }: Store): Promise<string | null> {
  if (kind === 'embedded') return null;
  const { rows } = await sql<{ id: string }>`
    select (select system_identifier from pg_control_system()) || '/' || oid as id
    from pg_database where datname = current_database()`
    .execute(db)
    // The role may lack the right to call `pg_control_system`.
    .catch(() => ({ rows: [] }));
  return rows[0]?.id ?? null;
}
