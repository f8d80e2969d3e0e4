import fs from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Schema } from './schema.ts';

/**
 * The migrations, one file each, in the order of their names. What was released is never changed
 * nor renamed, and imports nothing that changes. A new one's name sorts after all others:
 * the date, a number, what it does.
 */
const folder = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, 'migrations'),
  onFileIgnored: (file) => {
    throw new Error(`migrations/${file} is no migration`);
  },
});

/** Names of the migrations of this release that the database does not have. */
export async function pendingMigrations(db: Kysely<Schema>): Promise<string[]> {
  const all = await new Migrator({ db, provider: folder }).getMigrations();
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

/** Brings the tables to the newest version. Throws what the database said when a step fails. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const { error } = await new Migrator({ db, provider: folder }).migrateToLatest();
  if (error) throw error;
}
