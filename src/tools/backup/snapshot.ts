import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Content, contentsOf } from '#server/applications/files/contents.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import { requireBegun } from '#server/platform/database/open-database.ts';
import { openStore } from '#server/platform/database/open-store.ts';
import { BackupError } from './manifest.ts';
import { dumpPostgres } from './postgres-dump.ts';

/** The database as it was at one moment. */
export interface Snapshot {
  kind: Store['kind'];
  /** Name of its file. */
  name: string;
  /** What its rows vouch for. */
  contents: Content[];
  /** Name of the installation; null before the first start. */
  installation: string | null;
}

/**
 * Writes the database as it is at one moment to a file in an empty folder; whoever writes meanwhile
 * is not held up.
 * @throws {BackupError} {SettingError}
 */
export async function takeSnapshot(config: Config, folder: string): Promise<Snapshot> {
  await requireBegun(config);
  return config.DATABASE_URL
    ? dumpOfServer(config, config.DATABASE_URL, folder)
    : copyOfEmbedded(config, folder);
}

async function copyOfEmbedded(config: Config, folder: string): Promise<Snapshot> {
  const name = 'portal.db';
  copyDatabase(join(config.DATA_DIR, name), join(folder, name));
  const store = openStore({ dataDir: folder });
  try {
    const [damage] = await store.damage({ whole: true });
    if (damage !== undefined) throw new BackupError(`The database is damaged: ${damage}`);
    return { kind: 'embedded', name, ...(await namedIn(store, config)) };
  } finally {
    await store.close();
  }
}

function copyDatabase(from: string, to: string): void {
  let source: DatabaseSync;
  try {
    source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  } catch (cause) {
    throw new BackupError(`${from} cannot be opened: ${(cause as Error).message}`, { cause });
  }
  try {
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
  }
}

async function dumpOfServer(config: Config, url: string, folder: string): Promise<Snapshot> {
  const name = 'portal.dump';
  const store = openStore({ dataDir: config.DATA_DIR, databaseUrl: url });
  try {
    return await dumpPostgres(store, { url, path: join(folder, name) }, async (db) => ({
      kind: 'postgres',
      name,
      ...(await namedIn({ ...store, db }, config)),
    }));
  } finally {
    await store.close();
  }
}

async function namedIn(store: Store, config: Config) {
  const contents: Content[] = [];
  for await (const content of contentsOf({ store, config, now: Date.now })) contents.push(content);
  const row = await store.db.selectFrom('installation').select('name').executeTakeFirst();
  return { contents, installation: row?.name ?? null };
}
