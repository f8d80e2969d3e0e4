import { createDecipheriv, createHmac, hash } from 'node:crypto';
import { readCompoundFile } from './read-compound-file.ts';

const SEGMENT = 4096;

/**
 * Decrypts a file ([MS-OFFCRYPTO] 2.3.4.15) and checks its HMAC (2.3.4.14) as Excel does. Shares no
 * code with the product.
 */
export function openPackage(
  file: Buffer,
  password: string,
): { content: Buffer; isIntact: boolean } {
  const { streams } = readCompoundFile(file);
  const xml = streams.get('EncryptionInfo')?.toString('utf8', 8) ?? '';
  const encryptedPackage = streams.get('EncryptedPackage') ?? Buffer.alloc(0);
  const text = (element: string, name: string) =>
    new RegExp(`<${element} [^>]*\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
  const attribute = (element: string, name: string) => Buffer.from(text(element, name), 'base64');
  const passwordSalt = attribute('p:encryptedKey', 'saltValue');
  let spun = sha512(passwordSalt, Buffer.from(password, 'utf16le'));
  const number = Buffer.alloc(4);
  const rounds = Number(text('p:encryptedKey', 'spinCount'));
  for (let round = 0; round < rounds; round++) {
    number.writeUInt32LE(round);
    spun = sha512(number, spun);
  }
  const underPassword = sha512(spun, Buffer.from('146e0be7abacd0d6', 'hex')).subarray(0, 32);
  const key = decrypt(
    underPassword,
    passwordSalt,
    attribute('p:encryptedKey', 'encryptedKeyValue'),
  );
  const salt = attribute('keyData', 'saltValue');
  const vectorOf = (block: Buffer) => sha512(salt, block).subarray(0, 16);
  const vector = (block: string) => vectorOf(Buffer.from(block, 'hex'));
  const integrity = (name: string) => attribute('dataIntegrity', name);
  const hmacKey = decrypt(key, vector('5fb2ad010cb9e1f6'), integrity('encryptedHmacKey'));
  const shown = decrypt(key, vector('a0677f02b22c8433'), integrity('encryptedHmacValue'));
  const isIntact = createHmac('sha512', hmacKey).update(encryptedPackage).digest().equals(shown);

  const size = Number(encryptedPackage.readBigUInt64LE());
  const segments: Buffer[] = [];
  for (let start = 8; start < encryptedPackage.length; start += SEGMENT) {
    const index = Buffer.alloc(4);
    index.writeUInt32LE(segments.length);
    const segment = encryptedPackage.subarray(start, start + SEGMENT);
    segments.push(decrypt(key, vectorOf(index), segment));
  }
  return { content: Buffer.concat(segments).subarray(0, size), isIntact };
}

const sha512 = (...parts: Buffer[]) => hash('sha512', Buffer.concat(parts), 'buffer');

function decrypt(key: Buffer, vector: Buffer, data: Buffer): Buffer {
  return createDecipheriv('aes-256-cbc', key, vector).setAutoPadding(false).update(data);
}
