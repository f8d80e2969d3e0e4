import { createCipheriv, createHmac } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { encryptionInfo, newPackageKeys, type PackageKeys, vectorOf } from './agile-keys.ts';
import { CompoundFileWriter } from './compound-file.ts';
import { dataSpaces } from './data-spaces.ts';

const SEGMENT = 4096;
const BLOCK = 16;
/** Encrypted segments are written to disk this many at a time. */
const BATCH = 64;
/** The package begins with its size before encryption, 8 bytes, known only at the end. */
const SIZE_FIELD = 8;

/**
 * Encrypts an Office document as Excel itself does (ECMA-376 agile encryption, [MS-OFFCRYPTO]
 * 2.3.4: AES-256-CBC, SHA-512, 100,000 spins), in one pass and with constant memory. Only
 * ciphertext ever reaches the disk.
 * @param file opened for reading and writing, empty; the caller closes it
 * @returns a stream for the document; the file is complete when its `close` resolves
 */
export function encryptingStream(file: FileHandle, password: string): WritableStream<Uint8Array> {
  const target = new CompoundFileWriter(file);
  const keys = newPackageKeys();
  const segments = new SegmentCipher(keys);
  return new WritableStream<Uint8Array>({
    start: () => target.write(Buffer.alloc(SIZE_FIELD)),
    async write(chunk) {
      for (const encrypted of segments.push(chunk)) await target.write(encrypted);
    },
    async close() {
      await target.write(segments.end());
      await target.patch(sizeField(segments.size), 0);
      const hmac = createHmac('sha512', keys.hmacKey);
      for await (const piece of target.read()) hmac.update(piece);
      const info = encryptionInfo(password, keys, hmac.digest());
      await target.finish('EncryptedPackage', [
        dataSpaces,
        { name: 'EncryptionInfo', bytes: info },
      ]);
    },
  });
}

function sizeField(size: number): Buffer {
  const bytes = Buffer.alloc(SIZE_FIELD);
  bytes.writeBigUInt64LE(BigInt(size));
  return bytes;
}

/**
 * Encrypts in segments of 4096 bytes, each with a vector of its own. One cipher serves all, which costs
 * less than one each: it chains a segment to the one before, so the first block takes that back.
 */
class SegmentCipher {
  readonly #salt: Buffer;
  readonly #cipher: ReturnType<typeof createCipheriv>;
  readonly #plain = Buffer.alloc(SEGMENT * BATCH);
  readonly #encrypted = Buffer.alloc(SEGMENT * BATCH);
  readonly #chained = Buffer.alloc(BLOCK);
  readonly #number = Buffer.alloc(4);
  #filled = 0;
  #segments = 0;
  /** Bytes taken, before encryption. */
  size = 0;

  constructor({ key, salt }: PackageKeys) {
    this.#salt = salt;
    this.#cipher = createCipheriv('aes-256-cbc', key, this.#chained).setAutoPadding(false);
  }

  /** Encrypted segments, each piece until the next is asked for. */
  *push(chunk: Uint8Array): Generator<Buffer> {
    this.size += chunk.length;
    for (let taken = 0; taken < chunk.length; ) {
      const part = chunk.subarray(taken, taken + this.#plain.length - this.#filled);
      this.#plain.set(part, this.#filled);
      this.#filled += part.length;
      taken += part.length;
      if (this.#filled === this.#plain.length) yield this.#encrypt(this.#filled);
    }
  }

  /** The rest, filled up with zeros to a whole block. */
  end(): Buffer {
    const whole = Math.ceil(this.#filled / BLOCK) * BLOCK;
    this.#plain.fill(0, this.#filled, whole);
    return this.#encrypt(whole);
  }

  #encrypt(length: number): Buffer {
    for (let start = 0; start < length; start += SEGMENT) {
      this.#number.writeUInt32LE(this.#segments++);
      const vector = vectorOf(this.#salt, this.#number);
      const segment = this.#plain.subarray(start, Math.min(start + SEGMENT, length));
      for (const [index, byte] of vector.entries())
        segment[index] = (segment[index] ?? 0) ^ byte ^ (this.#chained[index] ?? 0);
      const encrypted = this.#cipher.update(segment);
      this.#encrypted.set(encrypted, start);
      this.#chained.set(encrypted.subarray(-BLOCK));
    }
    this.#filled = 0;
    return this.#encrypted.subarray(0, length);
  }
}
