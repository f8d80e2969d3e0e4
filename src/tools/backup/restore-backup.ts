import { copyFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { areas } from '#server/platform/storage/file-storage.ts';
import { checkWhole } from '#server/platform/storage/whole-file.ts';
import type { Config } from '#server/platform/store/config.ts';
import { BackupError, fingerprintsOf, type Manifest, readManifest } from './manifest.ts';

/** Compares everything in a backup with its digests; answers the paths that do not hold. */
export async function damagedIn(folder: string, manifest: Manifest): Promise<string[]> {
  const damaged: string[] = [];
  for (const { path, ...stored } of [manifest.database, ...manifest.files])
    await checkWhole(join(folder, path), stored).catch(() => damaged.push(path));
  return damaged;
}

/**
 * Restores a backup into the empty folder `DATA_DIR`. The database comes last, so that a restore
 * that was interrupted does not start. Answers whether `SECRET` is the one of the backup.
 * @throws {BackupError}
 */
export async function restoreBackup(
  config: Config,
  folder: string,
): Promise<{ isSecret: boolean }> {
  const { DATA_DIR } = config;
  const manifest = await readManifest(folder);
  const here = (await readdir(DATA_DIR).catch(() => [])).filter((name) => name !== 'audit.key');
  if (here.length > 0)
    throw new BackupError(
      `DATA_DIR=${DATA_DIR} is not empty: name an empty folder, or one with audit.key alone`,
    );
  const keys = fingerprintsOf(config);
  const missing = manifest.keys.audit.filter((id) => !keys.audit.includes(id));
  if (missing.length > 0)
    throw new BackupError(
      `AUDIT_KEY, or the file audit.key in DATA_DIR=${DATA_DIR}, is not the key that the backup is sealed with, ${missing.join(', ')}`,
    );
  const [damaged] = await damagedIn(folder, manifest);
  if (damaged !== undefined)
    throw new BackupError(`${join(folder, damaged)} is damaged or missing: name another backup`);
  for (const name of areas) await mkdir(join(DATA_DIR, name), { recursive: true, mode: 0o700 });
  for (const { path } of manifest.files) await copyFile(join(folder, path), join(DATA_DIR, path));
  if (manifest.installation !== null)
    await writeFile(join(DATA_DIR, 'installation'), `${manifest.installation}\n`, { mode: 0o600 });
  const partial = join(DATA_DIR, 'portal.db.part');
  await copyFile(join(folder, manifest.database.path), partial);
  await checkWhole(partial, manifest.database);
  await rename(partial, join(DATA_DIR, 'portal.db'));
  return { isSecret: keys.secret === manifest.keys.secret };
}
