import { createCipheriv, hash, randomBytes } from 'node:crypto';

/** Rounds of hashing a password guess costs; as Excel itself. */
const SPINS = 100_000;
const KEY_BYTES = 32;
const BLOCK = 16;

/** Block keys by the purpose of each derived key ([MS-OFFCRYPTO] 2.3.4.11 to 2.3.4.14). */
const purposes = {
  verifierInput: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  packageKey: Buffer.from('146e0be7abacd0d6', 'hex'),
  hmacKey: Buffer.from('5fb2ad010cb9e1f6', 'hex'),
  hmacValue: Buffer.from('a0677f02b22c8433', 'hex'),
};

/** The secrets of one encrypted file: AES-256 key of the package and salt of its blocks' vectors. */
export interface PackageKeys {
  key: Buffer;
  salt: Buffer;
  hmacKey: Buffer;
}

export const newPackageKeys = (): PackageKeys => ({
  key: randomBytes(KEY_BYTES),
  salt: randomBytes(BLOCK),
  hmacKey: randomBytes(64),
});

/** AES-256-CBC without padding; the data must be whole blocks of 16 bytes. */
export function encryptBlocks(key: Buffer, vector: Buffer, data: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  return cipher.update(data);
}

/** The vector of one segment, or of one purpose: a hash of the salt with its number or name. */
export function vectorOf(salt: Buffer, block: Buffer): Buffer {
  return sha512(salt, block).subarray(0, BLOCK);
}

/**
 * The EncryptionInfo stream ([MS-OFFCRYPTO] 2.3.4.10): the package key under the password, what
 * proves the password right, and the HMAC that proves the package whole.
 */
export function encryptionInfo(password: string, keys: PackageKeys, hmac: Buffer): Buffer {
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
  // As text of its bytes: a buffer for each digest costs more than twice as much as the digest itself.
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
