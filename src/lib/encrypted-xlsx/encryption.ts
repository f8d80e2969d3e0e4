import { createCipheriv, createHmac, hash, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { CompoundFileWriter } from './compound-file.ts';
import type { SmallNode } from './compound-tables.ts';

const SEGMENT = 4096;
const BLOCK = 16;
const BATCH = 64;
/** Bytes of the size field before the package, filled in at the end, when the size is known. */
const SIZE_FIELD = 8;

/**
 * Encrypts an Office document in Excel's format (ECMA-376 agile encryption, [MS-OFFCRYPTO] 2.3.4:
 * AES-256-CBC, SHA-512, 1,000 spins), in one pass and with constant memory. Only ciphertext is
 * written to disk.
 * @param file empty, opened for reading and writing; the caller closes it
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
 * Encrypts segments of 4096 bytes, each with its own initialization vector. Uses a single cipher,
 * which is faster than a cipher per segment. The cipher chains each segment to the previous one, so
 * the first block of a segment is XORed to cancel that out.
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
  size = 0;

  constructor({ key, salt }: PackageKeys) {
    this.#salt = salt;
    this.#cipher = createCipheriv('aes-256-cbc', key, this.#chained).setAutoPadding(false);
  }

  /** Yields encrypted segments. A segment is valid until the next one is requested. */
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

  end(): Buffer {
    const paddedLength = Math.ceil(this.#filled / BLOCK) * BLOCK;
    this.#plain.fill(0, this.#filled, paddedLength);
    return this.#encrypt(paddedLength);
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

/** The password has at least 128 random bits, so more rounds would add no security. */
const SPINS = 1000;
const KEY_BYTES = 32;

/** Block keys for deriving keys from the password ([MS-OFFCRYPTO] 2.3.4.11 to 2.3.4.14). */
const purposes = {
  verifierInput: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  packageKey: Buffer.from('146e0be7abacd0d6', 'hex'),
  hmacKey: Buffer.from('5fb2ad010cb9e1f6', 'hex'),
  hmacValue: Buffer.from('a0677f02b22c8433', 'hex'),
};

interface PackageKeys {
  key: Buffer;
  salt: Buffer;
  hmacKey: Buffer;
}

const newPackageKeys = (): PackageKeys => ({
  key: randomBytes(KEY_BYTES),
  salt: randomBytes(BLOCK),
  hmacKey: randomBytes(64),
});

/** Encrypts with AES-256-CBC without padding. The data must consist of whole blocks of 16 bytes. */
function encryptBlocks(key: Buffer, vector: Buffer, data: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  return cipher.update(data);
}

export function vectorOf(salt: Buffer, block: Buffer): Buffer {
  return sha512(salt, block).subarray(0, BLOCK);
}

/**
 * Returns the EncryptionInfo stream ([MS-OFFCRYPTO] 2.3.4.10): package key encrypted with the
 * password, password verifier, and HMAC of the package.
 */
function encryptionInfo(password: string, keys: PackageKeys, hmac: Buffer): Buffer {
  const salt = randomBytes(BLOCK);
  const spun = spin(password, salt);
  const underPassword = (purpose: Buffer, data: Buffer) =>
    encryptBlocks(sha512(spun, purpose).subarray(0, KEY_BYTES), salt, data).toString('base64');
  const underPackage = (purpose: Buffer, data: Buffer) =>
    encryptBlocks(keys.key, vectorOf(keys.salt, purpose), data).toString('base64');
  const verifier = randomBytes(BLOCK);
  const cipher = `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"`;
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${cipher} saltValue="${keys.salt.toString('base64')}"/><dataIntegrity encryptedHmacKey="${underPackage(purposes.hmacKey, keys.hmacKey)}" encryptedHmacValue="${underPackage(purposes.hmacValue, hmac)}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${SPINS}" ${cipher} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${underPassword(purposes.verifierInput, verifier)}" encryptedVerifierHashValue="${underPassword(purposes.verifierHash, sha512(verifier))}" encryptedKeyValue="${underPassword(purposes.packageKey, keys.key)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const head = Buffer.from('0400040040000000', 'hex');
  return Buffer.concat([head, Buffer.from(xml)]);
}

function spin(password: string, salt: Buffer): Buffer {
  // Uses binary strings, because creating a Buffer takes twice as long as computing the digest.
  let digest = sha512(salt, Buffer.from(password, 'utf16le')).toString('latin1');
  const input = Buffer.alloc(4 + digest.length);
  for (let round = 0; round < SPINS; round++) {
    input.writeUInt32LE(round);
    input.write(digest, 4, 'latin1');
    digest = hash('sha512', input, 'binary');
  }
  return Buffer.from(digest, 'latin1');
}

const sha512 = (...parts: Buffer[]) => hash('sha512', Buffer.concat(parts), 'buffer');

/** Version 1.0 of reader, updater and writer. */
const VERSIONS = Buffer.from('010000000100000001000000', 'hex');
const SPACE = 'StrongEncryptionDataSpace';
const TRANSFORM = 'StrongEncryptionTransform';

/** Storage that declares the EncryptedPackage stream as encrypted ([MS-OFFCRYPTO] 2.1, 2.3.4). */
const dataSpaces: SmallNode = {
  name: '\u0006DataSpaces',
  children: [
    {
      name: 'Version',
      bytes: Buffer.concat([text('Microsoft.Container.DataSpaces'), VERSIONS]),
    },
    { name: 'DataSpaceMap', bytes: dataSpaceMap() },
    {
      name: 'DataSpaceInfo',
      children: [{ name: SPACE, bytes: Buffer.concat([numbers(8, 1), text(TRANSFORM)]) }],
    },
    {
      name: 'TransformInfo',
      children: [{ name: TRANSFORM, children: [{ name: '\u0006Primary', bytes: transform() }] }],
    },
  ],
};

function dataSpaceMap(): Buffer {
  const entry = Buffer.concat([numbers(1, 0), text('EncryptedPackage'), text(SPACE)]);
  return Buffer.concat([numbers(8, 1, entry.length + 4), entry]);
}

function transform(): Buffer {
  const id = text('{FF9A3F03-56EF-4613-BDD5-5A41C1D07246}');
  const name = text('Microsoft.Container.EncryptionTransform');
  return Buffer.concat([numbers(id.length + 8, 1), id, name, VERSIONS, numbers(0, 0, 0, 4)]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

/** Encodes UTF-16 with a length prefix in bytes, padded to a multiple of 4 (UNICODE-LP-P4). */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf16le');
  return Buffer.concat([numbers(bytes.length), bytes, Buffer.alloc(-bytes.length & 3)]);
}
