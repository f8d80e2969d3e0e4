import { constants, createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { areas, type Fingerprint } from '#server/platform/storage/file-storage.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { checkWhole, fingerprintOf } from '#server/platform/storage/whole-file.ts';
import type { Config } from '#server/platform/store/config.ts';
import { isStorageFull, StoreUnavailable } from '#server/platform/store/store-error.ts';
import type { Content } from '#server/workflow/report/contents.ts';
import { eachOf } from './each-of.ts';
import { fingerprintsOf, type Kept, type Manifest, writeManifest } from './manifest.ts';
import { takeSnapshot } from './snapshot.ts';

/** What came of a backup. */
export interface Written {
  files: number;
  /** Of those, what was not in the folder before. */
  copied: number;
  /** Paths of content that is damaged or missing at the installation itself. */
  damaged: string[];
}

/** Files that are copied at a time: a bucket answers each after a while. */
const AT_ONCE = 8;

/**
 * Writes a backup of an installation, which may run meanwhile: the database as it is at one moment,
 * and what its rows vouch for. What the folder holds of an earlier backup is not copied again; what
 * no row names any more leaves it.
 * @throws {BackupError} {StoreUnavailable}
 */
export async function writeBackup(config: Config, folder: string): Promise<Written> {
  for (const name of areas) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  const snapshot = `database-${Date.now()}`;
  await mkdir(join(folder, snapshot), { mode: 0o700 });
  const { kind, name, contents, installation } = await takeSnapshot(config, join(folder, snapshot));
  const path = join(snapshot, name);
  await chmod(join(folder, path), 0o600);
  const written: Written = { files: 0, copied: 0, damaged: [] };
  const files: Kept[] = [];
  await eachOf(contents, AT_ONCE, async (content) => {
    const outcome = await keep(config, content, folder);
    if (outcome === 'damaged') {
      written.damaged.push(content.place);
      return;
    }
    if (outcome === 'copied') written.copied++;
    files.push({ path: pathOf(content), size: content.size, sha256: content.sha256 });
  });
  written.files = files.length;
  const database = { kind, path, ...(await fingerprintOf(join(folder, path))) };
  const at = new Date().toISOString();
  const keys = fingerprintsOf(config);
  await writeManifest(folder, { format: 1, at, installation, keys, database, files });
  await removeOthers(folder, snapshot, files);
  return written;
}

/** Path of a content within a backup. */
const pathOf = ({ area, name }: Content) => join(area, name);

/** Has a content in the backup whole. */
async function keep(
  config: Config,
  content: Content,
  folder: string,
): Promise<'kept' | 'copied' | 'damaged'> {
  const place = join(folder, pathOf(content));
  if (await hasSize(place, content)) return 'kept';
  const partial = `${place}.part`;
  for (const copy of sourcesOf(config, content)) {
    try {
      await copy(partial);
      await checkWhole(partial, content);
      await rename(partial, place);
      return 'copied';
    } catch (error) {
      await rm(partial, { force: true });
      // Else it is not there, or not what was stored.
      if (error instanceof StoreUnavailable || isStorageFull(error)) throw error;
    }
  }
  return 'damaged';
}

/** Ways to copy a content. In a folder, one that was removed since the moment lies in the trash. */
function sourcesOf(config: Config, content: Content): ((to: string) => Promise<void>)[] {
  if (config.STORAGE_URL)
    return [
      async (to) =>
        pipeline(
          await storageOf({ config }, content.area).read(content.name, content),
          createWriteStream(to, { mode: 0o600 }),
        ),
    ];
  return [pathOf(content), join('trash', content.name)].map(
    (path) => (to) => copyFile(join(config.DATA_DIR, path), to, constants.COPYFILE_FICLONE),
  );
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
