import { SettingError } from '#server/platform/store/setting-error.ts';
import type { Bucket } from './bucket.ts';
import { areas, type StorageMark } from './file-storage.ts';

const MARKS = 'installation/';

/**
 * The object `installation/NAME` of a bucket. Not every store refuses to write over an object: two
 * that write at once write two, and both see it.
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
        `${this.setting} carries the names of two installations, ${first} and ${second}: delete the object of the one it does not belong to`,
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
