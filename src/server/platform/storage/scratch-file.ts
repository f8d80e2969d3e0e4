import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The place of a value in a scratch file, in bytes. */
export interface ScratchPlace {
  position: number;
  length: number;
}

const ALGORITHM = 'aes-256-gcm';
const TAG = 16;

/**
 * Values that do not fit into memory, kept for as long as their file is open. Nobody else reads them:
 * the file has no name, so that nothing is left behind however its process ends, and its key is known
 * to this object alone.
 */
export class ScratchFile {
  readonly #file: FileHandle;
  readonly #key = randomBytes(32);
  #length = 0;
  #written: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** @param path under which the file is made, and gone again before this answers */
  static async open(path: string): Promise<ScratchFile> {
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return new ScratchFile(file);
  }

  /** Adds what can be cloned to a thread. */
  async append(value: unknown): Promise<ScratchPlace> {
    const position = this.#length;
    const cipher = createCipheriv(ALGORITHM, this.#key, nonceOf(position));
    const sealed = [cipher.update(zstdCompressSync(serialize(value))), cipher.final()];
    const bytes = Buffer.concat([...sealed, cipher.getAuthTag()]);
    // The place is taken before anything waits: no two values share one, nor a nonce.
    this.#length += bytes.length;
    this.#written = this.#written.then(() => this.#file.appendFile(bytes));
    await this.#written;
    return { position, length: bytes.length };
  }

  /** @throws when the bytes are not those that were written */
  async read({ position, length }: ScratchPlace): Promise<unknown> {
    const bytes = Buffer.alloc(length);
    await this.#file.read(bytes, 0, length, position);
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonceOf(position));
    decipher.setAuthTag(bytes.subarray(-TAG));
    const opened = [decipher.update(bytes.subarray(0, -TAG)), decipher.final()];
    return deserialize(zstdDecompressSync(Buffer.concat(opened)));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** No two values of a file begin at one place, and each file has its key. */
function nonceOf(position: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(position), 4);
  return nonce;
}
