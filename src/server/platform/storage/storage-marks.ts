import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from '#server/platform/database/store-error.ts';
import type { Bucket } from './bucket.ts';
import { areas, type StorageMark } from './file-storage.ts';

export class FolderMark implements StorageMark {
  readonly setting: string;
  readonly #folder: string;
  readonly #file: string;

  constructor(dataDir: string) {
    this.setting = `DATA_DIR=${dataDir}`;
    this.#folder = dataDir;
    this.#file = join(dataDir, 'installation');
  }

  async read(): Promise<string | null> {
    try {
      return (await readFile(this.#file, 'utf8')).trim();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Links a complete file, because another process may be reading it. */
  async write(name: string): Promise<void> {
    const own = `${this.#file}.${randomUUID()}`;
    await writeFile(own, `${name}\n`, { mode: 0o600, flush: true });
    try {
      await link(own, this.#file);
    } catch (error) {
      if ((await this.read()) !== name) throw error;
    } finally {
      await rm(own);
    }
  }

  howToWrite = (name: string) => `write ${name} into ${this.#file}`;
  howToRemove = () => `remove ${this.#file}`;

  async holdsContent(): Promise<boolean> {
    for (const area of areas)
      if ((await readdir(join(this.#folder, area)).catch(() => [])).length > 0) return true;
    return false;
  }

  async probe(): Promise<void> {
    // An unmounted disk leaves an empty mount point, which is writable.
    if ((await this.read()) === null) throw new Error(`${this.#file} is missing`);
    const path = join(this.#folder, `.ready-${process.pid}`);
    try {
      await writeFile(path, 'ready', { mode: 0o600 });
    } finally {
      await rm(path, { force: true });
    }
  }
}

const MARKS = 'installation/';

/**
 * Mark in the object `installation/NAME`. S3 stores may not support conditional writes: processes
 * that write concurrently write two objects, and both detect it.
 */
export class BucketMark implements StorageMark {
  readonly setting: string;
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.setting = `STORAGE_URL=${bucket.urlOf('')}`;
    this.#bucket = bucket;
  }

  async read(): Promise<string | null> {
    const [first, second] = await this.#bucket.list(MARKS).catch((cause) => {
      throw new SettingError(`${this.setting} cannot be used: ${(cause as Error).message}`, {
        cause,
      });
    });
    if (second !== undefined)
      throw new SettingError(
        `${this.setting} has the marks of two installations, ${first} and ${second}: delete the object of the wrong one`,
      );
    return first ?? null;
  }

  async write(name: string): Promise<void> {
    await this.#bucket.put(MARKS + name, `${name}\n`).catch((cause) => {
      throw new SettingError(`${this.setting} cannot be written to: ${(cause as Error).message}`, {
        cause,
      });
    });
    await this.read();
  }

  howToWrite = (name: string) => `put an object at ${this.#bucket.urlOf(MARKS + name)}`;
  howToRemove = (name: string) => `delete ${this.#bucket.urlOf(MARKS + name)}`;

  async holdsContent(): Promise<boolean> {
    for (const area of areas) if ((await this.#bucket.list(`${area}/`)).length > 0) return true;
    return false;
  }

  async probe(): Promise<void> {
    await this.#bucket.probe();
  }
}
