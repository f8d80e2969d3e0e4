import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { secretId } from '#server/platform/audit/keys-in-use.ts';
import type { Config } from '#server/platform/config/config.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { markRestored } from '#server/platform/mail/mail-hold.ts';
import { storageMark, storageOf } from '#server/platform/storage/storage.ts';
import { giveAll, portalUser } from '../portal-user.ts';
import {
  BackupError,
  type BackupFile,
  type BackupFolder,
  fingerprintsOf,
  type Manifest,
  readManifest,
} from './backup-folder.ts';

export async function damagedIn(folder: BackupFolder, manifest: Manifest): Promise<string[]> {
  const damaged: string[] = [];
  for (const { path, ...stored } of [manifest.database, ...manifest.files]) {
    const [area, name] = partsOf(path);
    await folder
      .area(area)
      .check(name, stored)
      .catch((error) => {
        if (error instanceof StoreUnavailable) throw error;
        damaged.push(path);
      });
  }
  return damaged;
}

/** Backups made on Windows may use backslashes. */
const partsOf = (path: string) => path.split(/[/\\]/) as [area: string, name: string];

/**
 * Restores a backup into the empty folder `DATA_DIR`. The database is restored last, so that a
 * portal does not start after an interrupted restore. When run as root, the restored files belong
 * to the owner of `DATA_DIR`. Returns true if `SECRET` contains the secret of the backup.
 * @throws {BackupError} {StoreUnavailable}
 */
export async function restoreBackup(config: Config, folder: BackupFolder): Promise<boolean> {
  const { DATA_DIR } = config;
  const manifest = readManifest(await folder.manifest(), folder.path);
  const { database, files, installation } = manifest;
  const user = await portalUser(config);
  const present = (await readdir(DATA_DIR).catch(() => [])).filter((name) => name !== 'audit.key');
  if (present.length > 0)
    throw new BackupError(
      `DATA_DIR=${DATA_DIR} is not empty: name an empty folder, or one with only audit.key`,
    );
  const keys = fingerprintsOf(config);
  const missing = manifest.keys.audit.filter((id) => !keys.audit.includes(id));
  if (missing.length > 0)
    throw new BackupError(
      `AUDIT_KEY, or the file audit.key in DATA_DIR=${DATA_DIR}, does not contain the key of the backup's chain, ${missing.join(', ')}`,
    );
  const [damaged] = await damagedIn(folder, manifest);
  if (damaged !== undefined)
    throw new BackupError(
      `${damaged} in ${folder.path} is damaged or missing: name another backup`,
    );
  await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
  for (const file of files) await restoreFile(config, folder, file);
  if (installation !== null) await storageMark(config).write(installation);
  const partial = join(DATA_DIR, 'portal.db.part');
  await copyTo(folder, database, partial);
  await markRestored(config);
  await rename(partial, join(DATA_DIR, 'portal.db'));
  if (user) await giveAll(DATA_DIR, user);
  return config.SECRET.map(secretId).includes(manifest.keys.secret);
}

async function restoreFile(config: Config, folder: BackupFolder, file: BackupFile): Promise<void> {
  const [area, name] = partsOf(file.path);
  const storage = storageOf({ config }, area);
  const draft = await storage.draft(name);
  await copyTo(folder, file, draft.path);
  await draft.persist();
  await storage.check(name, file);
}

async function copyTo(
  folder: BackupFolder,
  { path, ...stored }: BackupFile,
  to: string,
): Promise<void> {
  const [area, name] = partsOf(path);
  const content = await folder.area(area).read(name, stored);
  await pipeline(content, createWriteStream(to, { mode: 0o600, flush: true }));
}
