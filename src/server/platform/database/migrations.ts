import fs from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import {
  DEFAULT_MIGRATION_TABLE,
  FileMigrationProvider,
  type MigrationProvider,
  Migrator,
} from 'kysely/migration';
import type { Schema } from './schema.ts';

/**
 * Migrations in the order of their names: the baseline of 1.0.0, then a file per change, named by
 * date, number and content (`2026-12-01-1-vehicle-colour`). The content begins with `contract` when
 * the migration removes something that the previous release uses. Released files are immutable and
 * import only Kysely. They create indexes with `ifNotExists`: an operator may have created them
 * `concurrently` before the upgrade, since creating one blocks writes in PostgreSQL.
 */
const released: MigrationProvider = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, 'migrations'),
  onFileIgnored: (file) => {
    throw new Error(`migrations/${file} is not a migration`);
  },
});

export async function createTables(db: Kysely<Schema>): Promise<void> {
  const migrations = await released.getMigrations();
  for (const name of Object.keys(migrations).sort()) await migrations[name]?.up(db);
}

const BASELINE = '2026-11-26-1-baseline';

/**
 * Returns true for migrations that remove something the previous release uses. All other migrations
 * only add, so that the previous release can run at the same time.
 */
const isContracting = (name: string) => /-\d-contract-/.test(name);

export async function pendingMigrations(
  db: Kysely<Schema>,
  provider = released,
): Promise<string[]> {
  const all = await (await migratorOf(db, provider)).getMigrations();
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

/**
 * Migrates to the newest version. Does not change additions by a later release.
 * @throws {Error} that names the reason: a failed step, a database from before 1.0.0, or a
 * later release that removed something
 */
export async function migrate(db: Kysely<Schema>, provider = released): Promise<void> {
  const { error } = await (await migratorOf(db, provider)).migrateToLatest();
  if (error) throw error;
}

async function migratorOf(db: Kysely<Schema>, provider: MigrationProvider): Promise<Migrator> {
  const own = await provider.getMigrations();
  const last = Object.keys(own).sort().at(-1) ?? '';
  const executed = await executedMigrations(db);
  if (executed.length > 0 && !executed.includes(BASELINE))
    throw new Error(
      'it was created by a version before 1.0.0, which cannot be upgraded; start with a new database and a new DATA_DIR',
    );
  const later = executed.filter((name) => name > last);
  const contracting = later.find(isContracting);
  if (contracting !== undefined)
    throw new Error(
      `a later release has changed its tables (${contracting}), and this release cannot use them; start the later release, or restore a backup`,
    );
  const done = Object.fromEntries(later.map((name) => [name, { up: async () => {} }]));
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...own, ...done }) },
  });
}

export async function executedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(
    DEFAULT_MIGRATION_TABLE,
  )}`.execute(db);
  return rows.map(({ name }) => name);
}
