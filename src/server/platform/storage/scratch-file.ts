import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export interface ScratchPlace {
  position: number;
  length: number;
}

const ALGORITHM = 'aes-256-gcm';
const TAG = 16;

/**
 * Stores temporary values that do not fit into memory. The file is unlinked, so that the system
 * deletes it when the process ends, and encrypted with a key in memory.
 */
export class ScratchFile {
  readonly #file: FileHandle;
  readonly #key = randomBytes(32);
  #length = 0;
  #written: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<ScratchFile> {
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return new ScratchFile(file);
  }

  async append(value: unknown): Promise<ScratchPlace> {
    const position = this.#length;
    const cipher = createCipheriv(ALGORITHM, this.#key, nonceOf(position));
    const sealed = [cipher.update(zstdCompressSync(serialize(value))), cipher.final()];
    const bytes = Buffer.concat([...sealed, cipher.getAuthTag()]);
    // Updated before the first await, so that positions, and therefore nonces, are unique.
    this.#length += bytes.length;
    this.#written = this.#written.then(() => this.#file.appendFile(bytes));
    await this.#written;
    return { position, length: bytes.length };
  }

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

/** Derives the nonce from the position, which is unique in the file; each file has its own key. */
function nonceOf(position: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(position), 4);
  return nonce;
}
