import { randomInt } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { chmod, copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Content } from '#server/applications/files/contents.ts';
import type { Config } from '#server/platform/config/config.ts';
import {
  DamagedFile,
  isStorageFull,
  StoreUnavailable,
} from '#server/platform/database/store-error.ts';
import { areas } from '#server/platform/storage/file-storage.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { checkWhole, fingerprintOf } from '#server/platform/storage/whole-file.ts';
import { eachOf } from './each-of.ts';
import { BackupError, fingerprintsOf, type Kept, type Manifest, readManifest } from './manifest.ts';
import { type BackupPlace, UNDER_WAY } from './place.ts';
import { takeSnapshot } from './snapshot.ts';

/** What came of a backup. */
export interface Written {
  files: number;
  /** Of those, what was not in the backup before. */
  copied: number;
  /** Paths of content that is damaged or missing at the installation itself. */
  damaged: string[];
}

/** Files that are copied at a time: a bucket answers each after a while. */
const AT_ONCE = 8;

/** What a backup puts into its place, beside the manifest. */
const OWN = new RegExp(`^(${areas.join('|')}|database-\\d+|${UNDER_WAY}[^/]+)/`);
/** Of that, what comes first, and what others may have folders of the same name for. */
const BEGUN = /^database-\d+\//;
const CONTENT = new RegExp(`^(${areas.join('|')})/`);

/**
 * Writes a backup of an installation, which may run meanwhile: the database as it is at one moment,
 * and what its rows vouch for. What the place holds of an earlier backup is not copied again:
 * contents never change, and one of the name and size is the one. What no row names any more leaves
 * it, since erased content must not live on there.
 * @throws {BackupError} {StoreUnavailable}
 */
export async function writeBackup(config: Config, place: BackupPlace): Promise<Written> {
  await place.hold();
  const sizes = await place.sizes();
  const paths = [...sizes.keys()];
  if (paths.some((path) => /^installation(\/|$)/.test(path)))
    throw new BackupError(`${place.name} is the storage of an installation: name another place`);
  const text = await place.manifest();
  const foreign = paths.find((path) => CONTENT.test(path));
  if (foreign !== undefined && text === null && !paths.some((path) => BEGUN.test(path)))
    throw new BackupError(
      `${place.name} holds ${foreign} and no backup, which would remove it: name an empty place`,
    );
  const before = text === null ? null : readManifest(text, place.name);
  const { contents, database, installation } = await storeDatabase(config, place, before);
  const written: Written = { files: 0, copied: 0, damaged: [] };
  const files: Kept[] = [];
  await eachOf(contents, AT_ONCE, async (content) => {
    const { size, sha256 } = content;
    const path = pathOf(content);
    if (sizes.get(path) !== size) {
      if (!(await copy(config, content, place))) {
        written.damaged.push(content.place);
        return;
      }
      written.copied++;
    }
    files.push({ path, size, sha256 });
  });
  written.files = files.length;
  const at = new Date().toISOString();
  const keys = fingerprintsOf(config);
  const manifest: Manifest = { format: 1, at, installation, keys, database, files };
  const named = new Map([database, ...files].map((kept) => [kept.path, kept]));
  const present = await place.sizes();
  for (const kept of named.values())
    if (present.get(kept.path) !== kept.size) await requirePresent(place, kept);
  const ours = `${JSON.stringify(manifest, null, 1)}\n`;
  await place.setManifest(ours);
  if ((await place.manifest()) !== ours) throw new BackupError(overtakenIn(place));
  for (const path of present.keys())
    if (OWN.test(path) && !named.has(path)) await place.remove(path);
  return written;
}

/**
 * A list of a bucket may be behind what is in it. What is not there at all was removed by another
 * backup, which began before this one and ended meanwhile, or the other way about.
 * @throws {BackupError}
 */
async function requirePresent(place: BackupPlace, { path, ...stored }: Kept): Promise<void> {
  const [area, name] = path.split('/') as [string, string];
  try {
    await place.area(area).check(name, stored);
  } catch (cause) {
    if (!(cause instanceof DamagedFile)) throw cause;
    throw new BackupError(overtakenIn(place), { cause });
  }
}

const overtakenIn = ({ name }: BackupPlace) =>
  `Another backup to ${name} ran meanwhile, and holds; this one was given up`;

/** Path of a content within a backup. */
const pathOf = ({ area, name }: Content) => `${area}/${name}`;

/**
 * Puts the database of one moment into a folder of its own; that of the manifest stays meanwhile.
 * @throws {BackupError} where that one is another installation's
 */
async function storeDatabase(config: Config, place: BackupPlace, before: Manifest | null) {
  const work = await place.work();
  const { kind, name, contents, installation } = await takeSnapshot(config, work);
  if (before !== null && before.installation !== null && before.installation !== installation)
    throw new BackupError(
      `${place.name} holds the backup of another installation, of ${before.at}: name another place`,
    );
  // Another backup to a bucket may begin in the same moment.
  const folder = `database-${Date.now()}${randomInt(1e6, 1e7)}`;
  const draft = await place.area(folder).draft(name);
  await rename(join(work, name), draft.path);
  await chmod(draft.path, 0o600);
  const stored = await fingerprintOf(draft.path);
  await draft.keep();
  return { contents, installation, database: { kind, path: `${folder}/${name}`, ...stored } };
}

/** Puts a content into the backup whole; answers false when it is damaged or missing. */
async function copy(config: Config, content: Content, place: BackupPlace): Promise<boolean> {
  const draft = await place.area(content.area).draft(content.name);
  for (const copyTo of sourcesOf(config, content)) {
    try {
      await copyTo(draft.path);
      await checkWhole(draft.path, content);
      await draft.keep();
      return true;
    } catch (error) {
      await rm(draft.path, { force: true });
      // Else it is not there, or not what was stored.
      if (error instanceof StoreUnavailable || isStorageFull(error)) throw error;
    }
  }
  return false;
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
