import fs from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, FileMigrationProvider, Migrator } from 'kysely/migration';
import { indexesMadeBefore, requireWholeIndexes } from './indexes-made-before.ts';
import type { Schema } from './schema.ts';

/**
 * The migrations, one file each, in the order of their names. What was released is never changed
 * nor renamed, and imports nothing that changes. A new one's name sorts after all others:
 * the date, a number, what it does, which begins with `contract` where it takes something away.
 * Indexes are made by the builder alone, so that one which an operator made before is passed over.
 */
const folder = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, 'migrations'),
  onFileIgnored: (file) => {
    throw new Error(`migrations/${file} is no migration`);
  },
});

/**
 * Tells of a migration by its name (`2027-01-31-1-contract-…`) that it takes away what a release
 * before it reads or writes. All others only add, so that the release before goes on beside them.
 */
const isContracting = (name: string) => /-\d-contract-/.test(name);

/** Names of the migrations of this release that the database does not have. */
export async function pendingMigrations(db: Kysely<Schema>): Promise<string[]> {
  const all = await (await migratorOf(db)).getMigrations();
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

/**
 * Brings the tables to the newest version; those of a later release that only added to them stay so.
 * @throws {Error} what the database said when a step fails, or the name of the migration of a later
 * release beside which this one cannot run, or of an index that was made ahead and is not whole
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  if ((await pendingMigrations(db)).length > 0) await requireWholeIndexes(db);
  const { error } = await (await migratorOf(db)).migrateToLatest();
  if (error) throw error;
}

/** Runs the migrations of this release, and knows those that a later one has run by their names. */
async function migratorOf(db: Kysely<Schema>): Promise<Migrator> {
  const own = await folder.getMigrations();
  const last = Object.keys(own).sort().at(-1) ?? '';
  const later = (await executedMigrations(db)).filter((name) => name > last);
  const contracting = later.find(isContracting);
  if (contracting !== undefined)
    throw new Error(
      `its tables are those of a later release (${contracting}), beside which this one cannot run; start the later one, or restore a back-up`,
    );
  const executed = Object.fromEntries(later.map((name) => [name, { up: async () => {} }]));
  return new Migrator({
    db: db.withPlugin(indexesMadeBefore),
    provider: { getMigrations: async () => ({ ...own, ...executed }) },
  });
}

/** Names of the migrations that a database has, in any order; none where no portal has begun it. */
export async function executedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(
    DEFAULT_MIGRATION_TABLE,
  )}`.execute(db);
  return rows.map(({ name }) => name);
}
