import { type FileHandle, open } from 'node:fs/promises';

/**
 * Brings the embedded database's log to the disk on a thread of its own, so that calls go on
 * meanwhile. All that was written until it begins is brought there at once.
 */
export class WriteAheadLog {
  readonly #path: string;
  /** Turned off, as suites do, for a database that nobody keeps. */
  readonly #isKept: () => boolean;
  #file: FileHandle | undefined;
  /** Transactions so far, and how many of them are on the disk. */
  #written = 0;
  #synced = 0;
  #syncing: Promise<void> | null = null;

  constructor(path: string, isKept: () => boolean) {
    this.#path = path;
    this.#isKept = isKept;
  }

  /** A transaction was committed. */
  add(): void {
    this.#written++;
  }

  /**
   * Resolves once all that was committed before the call is on the disk.
   * @throws what the disk said, and from then on always: what it has lost it does not tell twice
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

  /** Opens it to be written to, because Windows syncs no other; none is there before the first write. */
  #open(): Promise<FileHandle | undefined> {
    return open(this.#path, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
  }
}
