import { createWriteStream } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#server/platform/config/config.ts';
import { storageSettings } from '#server/platform/config/storage-settings.ts';
import { lockFolder } from '#server/platform/database/folder-lock.ts';
import { DamagedFile } from '#server/platform/database/store-error.ts';
import { Bucket } from '#server/platform/storage/bucket.ts';
import type { FileStorage, Fingerprint } from '#server/platform/storage/file-storage.ts';
import {
  type StorageSettings,
  storageOf,
  storageSettingsOf,
} from '#server/platform/storage/storage.ts';
import { BackupError } from './manifest.ts';

/** A place in which a backup lies; a path in it has a folder and a name, but for the manifest’s. */
export interface BackupPlace {
  /** As an operator names it. */
  name: string;
  /**
   * Holds it for one backup, until it is closed. A bucket has no locks.
   * @throws {BackupError} when another is under way
   */
  hold(): Promise<void>;
  /** Makes a folder of this machine for what is under way; gone when the place is closed. */
  work(): Promise<string>;
  /** What lies in one of its folders, stored and read as an installation does it. */
  area(folder: string): FileStorage;
  /** Bytes of all that lies there, by path. */
  sizes(): Promise<Map<string, number>>;
  /** Path of this machine at which one of its files can be read. */
  local(path: string, stored: Fingerprint): Promise<string>;
  remove(path: string): Promise<void>;
  /** The manifest; null where there is none. */
  manifest(): Promise<string | null>;
  /** Puts a manifest in the place of the one before, which holds until then. */
  setManifest(text: string): Promise<void>;
  close(): Promise<void>;
}

const MANIFEST = 'manifest.json';
const LOCK = 'backup.lock';
/** What the names of folders for what is under way begin with. */
export const UNDER_WAY = 'part-';

/**
 * Opens a folder, or a bucket that is reached by the settings `S3_…` of the installation.
 * @throws {BackupError} for another address, and for the installation’s own place
 */
export async function openPlace(named: string, config: Config): Promise<BackupPlace> {
  const isFolder = !/^[a-z0-9]+:\/\//.test(named);
  if (isFolder) requireOutside(resolve(named), config);
  else requireApart(named, config);
  const folders: string[] = [];
  const made = async (prefix: string) => {
    const folder = await mkdtemp(prefix);
    folders.push(folder);
    return folder;
  };
  let lock: ReturnType<typeof lockFolder> = null;
  const close = async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
    lock?.release();
  };
  if (isFolder) {
    // Files are moved from it into the backup, and so are on the same disk.
    const work = () => made(join(resolve(named), UNDER_WAY));
    const hold = async () => {
      await mkdir(named, { recursive: true, mode: 0o700 });
      lock = lockFolder(named, LOCK);
      if (!lock) throw new BackupError(`Another backup to ${resolve(named)} is under way`);
    };
    return { ...folderPlace(resolve(named)), hold, work, close };
  }
  const temp = await made(join(tmpdir(), UNDER_WAY));
  const settings = { ...storageSettingsOf(config), DATA_DIR: temp };
  const work = () => made(join(temp, UNDER_WAY));
  return { ...bucketPlace(settings, named), hold: async () => {}, work, close };
}

/** @throws {BackupError} for a folder that is lost with the installation, and cleaned up by it */
function requireOutside(folder: string, { DATA_DIR }: Config): void {
  if (folder.startsWith(join(resolve(DATA_DIR), sep)))
    throw new BackupError(`${folder} lies in DATA_DIR=${DATA_DIR}: name a folder on another disk`);
}

/** @throws {BackupError} where one would hold what is the other's, and clean it up */
function requireApart(url: string, { STORAGE_URL = '' }: Config): void {
  if (!storageSettings.STORAGE_URL.safeParse(url).success)
    throw new BackupError(`${url} is neither a folder of this machine nor s3://bucket/prefix`);
  const [own, other] = [url, STORAGE_URL].map((one) => `${one.replace(/\/$/, '')}/`) as [
    string,
    string,
  ];
  if (own.startsWith(other) || other.startsWith(own))
    throw new BackupError(
      `${url} and STORAGE_URL=${STORAGE_URL} lie in one another: name another bucket or prefix`,
    );
}

function folderPlace(folder: string): Omit<BackupPlace, 'hold' | 'work' | 'close'> {
  const manifest = join(folder, MANIFEST);
  return {
    name: folder,
    area: (area) => storageOf({ config: { DATA_DIR: folder } }, area),
    async sizes() {
      const sizes = new Map<string, number>();
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const name = path.slice(folder.length + 1).replaceAll('\\', '/');
        sizes.set(name, (await stat(path)).size);
      }
      return sizes;
    },
    local: async (path) => join(folder, path),
    async remove(path) {
      await rm(join(folder, path), { force: true });
      // Others are in it, or not.
      await rmdir(join(folder, dirname(path))).catch(() => {});
    },
    manifest: () => readFile(manifest, 'utf8').catch(() => null),
    async setManifest(text) {
      await writeFile(`${manifest}.part`, text, { mode: 0o600, flush: true });
      await rename(`${manifest}.part`, manifest);
    },
  };
}

function bucketPlace(
  settings: StorageSettings,
  url: string,
): Omit<BackupPlace, 'hold' | 'work' | 'close'> {
  const bucket = new Bucket(url, settings);
  const config = { ...settings, STORAGE_URL: url };
  return {
    name: url,
    area: (area) => storageOf({ config }, area),
    async sizes() {
      const sizes = new Map<string, number>();
      for await (const { name, size } of bucket.objects('')) sizes.set(name, size);
      return sizes;
    },
    async local(path, stored) {
      const [area, name] = path.split('/') as [string, string];
      const to = join(settings.DATA_DIR, name);
      const content = await storageOf({ config }, area).read(name, stored);
      await pipeline(content, createWriteStream(to, { mode: 0o600 }));
      return to;
    },
    remove: (path) => bucket.delete(path),
    async manifest() {
      try {
        return await bucket.text(MANIFEST);
      } catch (error) {
        if (error instanceof DamagedFile) return null;
        throw error;
      }
    },
    setManifest: (text) => bucket.put(MANIFEST, text),
  };
}
