import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { areas, type StorageMark } from './file-storage.ts';

/** The file `installation` of a folder. */
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

  /** Another process may be reading it: it is there whole, or not at all. */
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
    // Of a disk that is not mounted the empty place is left, which takes everything.
    if ((await this.read()) === null) throw new Error(`${this.#file} is gone`);
    const path = join(this.#folder, `.ready-${process.pid}`);
    try {
      await writeFile(path, 'ready', { mode: 0o600 });
    } finally {
      await rm(path, { force: true });
    }
  }
}
