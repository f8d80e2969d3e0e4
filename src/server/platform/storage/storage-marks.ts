import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainError, SettingError } from '#server/platform/database/store-error.ts';
import type { Bucket } from './bucket.ts';
import { areas, type StorageMark } from './file-storage.ts';

export function folderMark(dataDir: string): StorageMark {
  const file = join(dataDir, 'installation');
  const read = async () => {
    try {
      return (await readFile(file, 'utf8')).trim();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  };
  return {
    setting: `DATA_DIR=${dataDir}`,
    read,
    async write(name) {
      const own = `${file}.${randomUUID()}`;
      await writeFile(own, `${name}\n`, { mode: 0o600, flush: true });
      try {
        await link(own, file);
      } catch (error) {
        if ((await read()) !== name) throw error;
      } finally {
        await rm(own);
      }
    },
    howToWrite: (name) => `write ${name} into ${file}`,
    howToRemove: () => `remove ${file}`,
    async holdsContent() {
      for (const area of areas)
        if ((await readdir(join(dataDir, area)).catch(() => [])).length > 0) return true;
      return false;
    },
    async probe() {
      // An unmounted disk leaves an empty mount point, which is writable.
      if ((await read()) === null) throw new PlainError(`${file} is missing`);
      const path = join(dataDir, `.ready-${process.pid}`);
      try {
        await writeFile(path, 'ready', { mode: 0o600 });
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

const MARKS = 'installation/';

/**
 * Mark in the object `installation/NAME`. S3 stores may not support conditional writes: processes
 * that write concurrently write two objects, and both detect it.
 */
export function bucketMark(bucket: Bucket): StorageMark {
  const setting = `STORAGE_URL=${bucket.urlOf('')}`;
  const failed = (what: string) => (cause: Error) => {
    throw new SettingError(`${setting} cannot be ${what}: ${cause.message}`, { cause });
  };
  const read = async () => {
    const [first, second] = await bucket.list(MARKS).catch(failed('used'));
    if (second !== undefined)
      throw new SettingError(
        `${setting} has the marks of two installations, ${first} and ${second}: delete the object of the wrong one`,
      );
    return first ?? null;
  };
  return {
    setting,
    read,
    async write(name) {
      await bucket.put(MARKS + name, `${name}\n`).catch(failed('written to'));
      await read();
    },
    howToWrite: (name) => `put an object at ${bucket.urlOf(MARKS + name)}`,
    howToRemove: (name) => `delete ${bucket.urlOf(MARKS + name)}`,
    async holdsContent() {
      for (const area of areas) if ((await bucket.list(`${area}/`)).length > 0) return true;
      return false;
    },
    probe: () => bucket.probe(),
  };
}
