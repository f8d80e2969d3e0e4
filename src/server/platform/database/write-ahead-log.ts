import { type FileHandle, open } from 'node:fs/promises';

/**
 * Syncs the write-ahead log of the embedded database in the thread pool, so that the event loop is
 * not blocked. One sync covers everything written before it starts.
 */
export class WriteAheadLog {
  readonly #path: string;
  /** Test suites turn it off. */
  readonly #isKept: () => boolean;
  #file: FileHandle | undefined;
  /** Number of transactions, and how many of them are on the disk. */
  #written = 0;
  #synced = 0;
  #syncing: Promise<void> | null = null;

  constructor(path: string, isKept: () => boolean) {
    this.#path = path;
    this.#isKept = isKept;
  }

  add(): void {
    this.#written++;
  }

  /**
   * Resolves once everything committed before the call is on the disk.
   * @throws the error of the disk, also in all later calls: a disk reports a lost write only once
   */
  async synced(): Promise<void> {
    const wanted = this.#written;
    while (this.#synced < wanted) {
      this.#syncing ??= this.#sync().then(() => {
        this.#syncing = null;
      });
      await this.#syncing;
    }
  }

  async close(): Promise<void> {
    await this.#syncing?.catch(() => {});
    await this.#file?.close();
  }

  async #sync(): Promise<void> {
    const upTo = this.#written;
    if (this.#isKept()) {
      this.#file ??= await this.#open();
      await this.#file?.datasync();
    }
    this.#synced = upTo;
  }

  /** Opens it for writing, because Windows syncs no other files; undefined before the first write. */
  #open(): Promise<FileHandle | undefined> {
    return open(this.#path, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
  }
}
