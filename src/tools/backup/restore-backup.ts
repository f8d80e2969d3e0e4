import { copyFile, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Area } from '#server/platform/storage/file-storage.ts';
import { storageMark, storageOf } from '#server/platform/storage/storage.ts';
import { checkWhole } from '#server/platform/storage/whole-file.ts';
import type { Config } from '#server/platform/store/config.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { eachOf } from './each-of.ts';
import { BackupError, fingerprintsOf, type Kept, type Manifest, readManifest } from './manifest.ts';
import { restorePostgres } from './postgres-dump.ts';

/** Files that are brought back at a time. */
const AT_ONCE = 8;

/** Compares everything in a backup with its digests; answers the paths that do not hold. */
export async function damagedIn(folder: string, manifest: Manifest): Promise<string[]> {
  const damaged: string[] = [];
  for (const { path, ...stored } of [manifest.database, ...manifest.files])
    await checkWhole(join(folder, path), stored).catch(() => damaged.push(path));
  return damaged;
}

/**
 * Restores a backup into the empty folder `DATA_DIR`, and into the database and the bucket that the
 * settings name, which have to be empty too. The database comes last, so that a restore that was
 * interrupted does not start. Answers whether `SECRET` is the one of the backup.
 * @throws {BackupError} {StoreUnavailable}
 */
export async function restoreBackup(
  config: Config,
  folder: string,
): Promise<{ isSecret: boolean }> {
  const manifest = await readManifest(folder);
  const { database, files, installation } = manifest;
  await requireEmpty(config, manifest);
  const keys = fingerprintsOf(config);
  const missing = manifest.keys.audit.filter((id) => !keys.audit.includes(id));
  if (missing.length > 0)
    throw new BackupError(
      `AUDIT_KEY, or the file audit.key in DATA_DIR=${config.DATA_DIR}, is not the key that the backup is sealed with, ${missing.join(', ')}`,
    );
  const [damaged] = await damagedIn(folder, manifest);
  if (damaged !== undefined)
    throw new BackupError(`${join(folder, damaged)} is damaged or missing: name another backup`);
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  await eachOf(files, AT_ONCE, (file) => bringBack(config, folder, file));
  if (installation !== null) await storageMark(config).write(installation);
  const from = join(folder, database.path);
  if (config.DATABASE_URL) await restorePostgres(config.DATABASE_URL, from);
  else {
    const partial = join(config.DATA_DIR, 'portal.db.part');
    await copyFile(from, partial);
    await checkWhole(partial, database);
    await rename(partial, join(config.DATA_DIR, 'portal.db'));
  }
  return { isSecret: keys.secret === manifest.keys.secret };
}

/** Stores a file of the backup under the name that it had. */
async function bringBack(config: Config, folder: string, { path, ...stored }: Kept): Promise<void> {
  const [area, name] = path.split(/[/\\]/) as [Area, string];
  const storage = storageOf({ config }, area);
  const draft = await storage.draft(name);
  await copyFile(join(folder, path), draft.path);
  await draft.keep();
  await storage.check(name, stored);
}

/** @throws {BackupError} when there is something where the backup is to go, or it cannot go there */
async function requireEmpty(config: Config, { database }: Manifest): Promise<void> {
  const { DATA_DIR, DATABASE_URL, STORAGE_URL } = config;
  if (DATABASE_URL && database.kind === 'embedded')
    throw new BackupError('The backup is one of the embedded database: leave DATABASE_URL unset');
  if (!DATABASE_URL && database.kind === 'postgres')
    throw new BackupError('The backup is one of PostgreSQL: set DATABASE_URL to an empty database');
  const here = (await readdir(DATA_DIR).catch(() => [])).filter((name) => name !== 'audit.key');
  if (here.length > 0)
    throw new BackupError(
      `DATA_DIR=${DATA_DIR} is not empty: name an empty folder, or one with audit.key alone`,
    );
  const mark = storageMark(config);
  if (STORAGE_URL && ((await mark.read()) !== null || (await mark.holdsContent())))
    throw new BackupError(`${mark.setting} is not empty: name a bucket or a prefix that is`);
  if (!DATABASE_URL) return;
  const store = openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  try {
    if ((await store.db.introspection.getTables()).length > 0)
      throw new BackupError('The database of DATABASE_URL is not empty: name one that is');
  } finally {
    await store.close();
  }
}
