import { chmodSync, constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { areas, type Fingerprint } from '#server/platform/storage/file-storage.ts';
import { checkWhole, fingerprintOf } from '#server/platform/storage/whole-file.ts';
import type { Config } from '#server/platform/store/config.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import type { Services } from '#server/platform/store/services.ts';
import { type Content, contentsOf } from '#server/workflow/report/contents.ts';
import {
  BackupError,
  fingerprintsOf,
  type Kept,
  type Manifest,
  writeManifest,
} from './manifest.ts';

/** What came of a backup. */
export interface Written {
  files: number;
  /** Of those, what was not in the folder before. */
  copied: number;
  /** Paths of content that is damaged or missing at the installation itself. */
  damaged: string[];
}

/**
 * Writes a backup of an embedded installation, which may run meanwhile: the database as it is at one
 * moment, and what its rows vouch for. What the folder holds of an earlier backup is not copied
 * again; what no row names any more leaves it.
 * @throws {BackupError}
 */
export async function writeBackup(config: Config, folder: string): Promise<Written> {
  for (const name of areas) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  const snapshot = `database-${Date.now()}`;
  await mkdir(join(folder, snapshot), { mode: 0o700 });
  const path = join(snapshot, 'portal.db');
  copyDatabase(join(config.DATA_DIR, 'portal.db'), join(folder, path));
  const { contents, installation } = await readSnapshot(config, join(folder, snapshot));
  const written: Written = { files: 0, copied: 0, damaged: [] };
  const files: Kept[] = [];
  for (const content of contents) {
    const outcome = await keep(config, content, folder);
    if (outcome === 'damaged') {
      written.damaged.push(content.place);
      continue;
    }
    if (outcome === 'copied') written.copied++;
    files.push({ path: placeOf(content), size: content.size, sha256: content.sha256 });
  }
  written.files = files.length;
  const database = { path, ...(await fingerprintOf(join(folder, path))) };
  const at = new Date().toISOString();
  const keys = fingerprintsOf(config);
  await writeManifest(folder, { format: 1, at, installation, keys, database, files });
  await removeOthers(folder, snapshot, files);
  return written;
}

/** Copies the database as it is at one moment; whoever writes meanwhile is not held up. */
function copyDatabase(from: string, to: string): void {
  let source: DatabaseSync;
  try {
    source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  } catch (cause) {
    throw new BackupError(`${from} cannot be opened: ${(cause as Error).message}`, { cause });
  }
  try {
    source.prepare('vacuum into ?').run(to);
    chmodSync(to, 0o600);
  } finally {
    source.close();
  }
}

/** What the rows of the copy vouch for, after its pages were checked. */
async function readSnapshot(config: Config, folder: string) {
  const store = openStore({ dataDir: folder });
  try {
    const [damage] = await store.damage({ whole: true });
    if (damage !== undefined) throw new BackupError(`The database is damaged: ${damage}`);
    const services: Services = { store, config, now: Date.now };
    const contents: Content[] = [];
    for await (const content of contentsOf(services)) contents.push(content);
    const row = await store.db.selectFrom('installation').select('name').executeTakeFirst();
    return { contents, installation: row?.name ?? null };
  } finally {
    await store.close();
  }
}

/** Path of a content within a backup. */
const placeOf = ({ area, name }: Content) => join(area, name);

/** Has a content in the backup whole. One that was removed since the moment lies in the trash. */
async function keep(
  { DATA_DIR }: Config,
  content: Content,
  folder: string,
): Promise<'kept' | 'copied' | 'damaged'> {
  const place = join(folder, placeOf(content));
  if (await hasSize(place, content)) return 'kept';
  const partial = `${place}.part`;
  for (const source of [join(DATA_DIR, placeOf(content)), join(DATA_DIR, 'trash', content.name)]) {
    try {
      await copyFile(source, partial, constants.COPYFILE_FICLONE);
      await checkWhole(partial, content);
      await rename(partial, place);
      return 'copied';
    } catch {
      // Not there, or not what was stored.
      await rm(partial, { force: true });
    }
  }
  return 'damaged';
}

/** Contents never change: one of the name and size is the one; `--verify` reads it all. */
async function hasSize(path: string, { size }: Fingerprint): Promise<boolean> {
  return (await stat(path).catch(() => null))?.size === size;
}

/** Removes what the manifest does not name: erased content must not live on here. */
async function removeOthers(
  folder: string,
  snapshot: string,
  files: Manifest['files'],
): Promise<void> {
  const named = new Set(files.map(({ path }) => path));
  for (const sub of areas)
    for (const name of await readdir(join(folder, sub)))
      if (!named.has(join(sub, name))) await rm(join(folder, sub, name), { force: true });
  for (const name of await readdir(folder))
    if (/^database-\d+$/.test(name) && name !== snapshot)
      await rm(join(folder, name), { recursive: true, force: true });
}
