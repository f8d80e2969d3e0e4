import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { secretId } from '#server/platform/audit/keys-in-use.ts';
import type { Config } from '#server/platform/config/config.ts';
import { openStore } from '#server/platform/database/open-store.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { storageMark, storageOf } from '#server/platform/storage/storage.ts';
import { giveAll, portalUser } from '../portal-user.ts';
import { eachOf } from './each-of.ts';
import { BackupError, fingerprintsOf, type Kept, type Manifest, readManifest } from './manifest.ts';
import type { BackupPlace } from './place.ts';
import { restorePostgres } from './postgres-dump.ts';

/** Files that are brought back at a time. */
const AT_ONCE = 8;

/**
 * Compares everything in a backup with its digests; answers the paths that do not hold.
 * @throws {StoreUnavailable}
 */
export async function damagedIn(place: BackupPlace, manifest: Manifest): Promise<string[]> {
  const damaged: string[] = [];
  await eachOf([manifest.database, ...manifest.files], AT_ONCE, async ({ path, ...stored }) => {
    const [area, name] = partsOf(path);
    await place
      .area(area)
      .check(name, stored)
      .catch((error) => {
        if (error instanceof StoreUnavailable) throw error;
        damaged.push(path);
      });
  });
  return damaged;
}

/** Folder and name; a backup of Windows may part them by the other stroke. */
const partsOf = (path: string) => path.split(/[/\\]/) as [area: string, name: string];

/**
 * Restores a backup into the empty folder `DATA_DIR`, and into the database and the bucket that the
 * settings name, which have to be empty too. The database comes last, so that a restore that was
 * interrupted does not start. What root restores is its who owns `DATA_DIR`. Answers whether `SECRET` has the one of the backup.
 * @throws {BackupError} {StoreUnavailable}
 */
export async function restoreBackup(
  config: Config,
  place: BackupPlace,
): Promise<{ isSecret: boolean }> {
  const manifest = readManifest(await place.manifest(), place.name);
  const { database, files, installation } = manifest;
  const user = await portalUser(config);
  await requireEmpty(config, manifest);
  const keys = fingerprintsOf(config);
  const missing = manifest.keys.audit.filter((id) => !keys.audit.includes(id));
  if (missing.length > 0)
    throw new BackupError(
      `AUDIT_KEY, or the file audit.key in DATA_DIR=${config.DATA_DIR}, is not the key that the backup is sealed with, ${missing.join(', ')}`,
    );
  const [damaged] = await damagedIn(place, manifest);
  if (damaged !== undefined)
    throw new BackupError(`${damaged} in ${place.name} is damaged or missing: name another backup`);
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  await eachOf(files, AT_ONCE, (file) => bringBack(config, place, file));
  if (installation !== null) await storageMark(config).write(installation);
  if (config.DATABASE_URL) {
    await restorePostgres(config.DATABASE_URL, await place.local(database.path, database));
  } else {
    const partial = join(config.DATA_DIR, 'portal.db.part');
    await copyTo(place, database, partial);
    await rename(partial, join(config.DATA_DIR, 'portal.db'));
  }
  if (user) await giveAll(config.DATA_DIR, user);
  return { isSecret: config.SECRET.map(secretId).includes(manifest.keys.secret) };
}

/** Stores a file of the backup under the name that it had. */
async function bringBack(config: Config, place: BackupPlace, kept: Kept): Promise<void> {
  const [area, name] = partsOf(kept.path);
  const storage = storageOf({ config }, area);
  const draft = await storage.draft(name);
  await copyTo(place, kept, draft.path);
  await draft.keep();
  await storage.check(name, kept);
}

/** Copies a file of the backup to a path of this machine. */
async function copyTo(place: BackupPlace, { path, ...stored }: Kept, to: string): Promise<void> {
  const [area, name] = partsOf(path);
  const content = await place.area(area).read(name, stored);
  await pipeline(content, createWriteStream(to, { mode: 0o600, flush: true }));
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
