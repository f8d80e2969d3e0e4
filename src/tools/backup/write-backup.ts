import { constants } from 'node:fs';
import { chmod, copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Content, contentsOf } from '#server/applications/files/stored-contents.ts';
import { BACKUP_MARK } from '#server/operations/metrics.ts';
import type { Config } from '#server/platform/config/config.ts';
import { openStore, requireInstallation } from '#server/platform/database/open-database.ts';
import { isStorageFull, StoreUnavailable } from '#server/platform/database/store-error.ts';
import { areas } from '#server/platform/storage/file-storage.ts';
import { checkWhole, fingerprintOf } from '#server/platform/storage/local-files.ts';
import {
  BackupError,
  type BackupFile,
  type BackupFolder,
  fingerprintsOf,
  type Manifest,
  readManifest,
  TEMPORARY,
} from './backup-folder.ts';

const DATABASE = 'portal.db';
const BACKUP_PATH = new RegExp(`^(${areas.join('|')}|database-\\d+|${TEMPORARY}[^/]+)/`);
const SNAPSHOT_PATH = /^database-\d+\//;
/** Common folder names. They show that a folder is a backup only together with a snapshot. */
const CONTENT_PATH = new RegExp(`^(${areas.join('|')})/`);

/**
 * Writes a backup of an installation, which may be running: a snapshot of the database, and the
 * files that its rows reference. Existing files are not copied again, because a file never changes
 * under its name. Files that are no longer referenced are removed, because erased content must not
 * remain in the backup.
 * @throws {BackupError} {SettingError} {StoreUnavailable}
 */
export async function writeBackup(config: Config, folder: BackupFolder) {
  await folder.lock();
  const sizes = await folder.sizes();
  const paths = [...sizes.keys()];
  if (paths.includes('installation'))
    throw new BackupError(`${folder.path} is the storage of an installation: name another folder`);
  const text = await folder.manifest();
  const foreign = paths.find((path) => CONTENT_PATH.test(path));
  if (foreign !== undefined && text === null && !paths.some((path) => SNAPSHOT_PATH.test(path)))
    throw new BackupError(
      `${folder.path} contains ${foreign} but no backup; a backup would remove it: name an empty folder`,
    );
  const before = text === null ? null : readManifest(text, folder.path);
  const { contents, database, installation } = await storeDatabase(config, folder, before);
  const damaged: string[] = [];
  let copied = 0;
  const files: BackupFile[] = [];
  for (const content of contents) {
    const { size, sha256 } = content;
    const path = pathOf(content);
    if (sizes.get(path) !== size) {
      if (!(await copy(config, content, folder))) {
        damaged.push(content.place);
        continue;
      }
      copied++;
    }
    files.push({ path, size, sha256 });
  }
  const at = new Date().toISOString();
  const keys = fingerprintsOf(config);
  const manifest: Manifest = { format: 1, at, installation, keys, database, files };
  await folder.setManifest(`${JSON.stringify(manifest, null, 1)}\n`);
  const named = new Set([database, ...files].map(({ path }) => path));
  for (const path of (await folder.sizes()).keys())
    if (BACKUP_PATH.test(path) && !named.has(path)) await folder.remove(path);
  // The user of the backup may have only read access to the folder; then the metric is not updated.
  await writeFile(join(config.DATA_DIR, BACKUP_MARK), `${at}\n`, { mode: 0o600 }).catch(() => {});
  return { files: files.length, copied, damaged };
}

const pathOf = ({ area, name }: Content) => `${area}/${name}`;

async function storeDatabase(config: Config, folder: BackupFolder, before: Manifest | null) {
  await requireInstallation(config);
  const temporary = await folder.temporary();
  copyDatabase(join(config.DATA_DIR, DATABASE), join(temporary, DATABASE));
  const { contents, installation } = await readSnapshot(config, temporary);
  if (before !== null && before.installation !== null && before.installation !== installation)
    throw new BackupError(
      `${folder.path} contains a backup of another installation, made at ${before.at}: name another folder`,
    );
  const area = `database-${Date.now()}`;
  const draft = await folder.area(area).draft(DATABASE);
  await rename(join(temporary, DATABASE), draft.path);
  await chmod(draft.path, 0o600);
  const stored = await fingerprintOf(draft.path);
  await draft.persist();
  return { contents, installation, database: { path: `${area}/${DATABASE}`, ...stored } };
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

async function readSnapshot(config: Config, dataDir: string) {
  const store = openStore({ dataDir });
  try {
    const [damage] = await store.damage({ whole: true });
    if (damage !== undefined) throw new BackupError(`The database is damaged: ${damage}`);
    const contents: Content[] = [];
    for await (const content of contentsOf({ store, config, now: Date.now }))
      contents.push(content);
    const row = await store.db.selectFrom('installation').select('name').executeTakeFirst();
    return { contents, installation: row?.name ?? null };
  } finally {
    await store.close();
  }
}

async function copy(config: Config, content: Content, folder: BackupFolder): Promise<boolean> {
  const draft = await folder.area(content.area).draft(content.name);
  // Files that were removed after the snapshot of the database are in the trash.
  for (const path of [pathOf(content), join('trash', content.name)]) {
    try {
      await copyFile(join(config.DATA_DIR, path), draft.path, constants.COPYFILE_FICLONE);
      await checkWhole(draft.path, content);
      await draft.persist();
      return true;
    } catch (error) {
      await rm(draft.path, { force: true });
      if (error instanceof StoreUnavailable || isStorageFull(error)) throw error;
    }
  }
  return false;
}
