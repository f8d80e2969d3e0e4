import { createDecipheriv, createHash, createHmac } from 'node:crypto';
import { readCompoundFile } from './read-compound-file.ts';

/** Whether the HMAC of an encrypted file fits its package ([MS-OFFCRYPTO] 2.3.4.14), as Excel checks it. */
export function isIntact(file: Buffer, password: string): boolean {
  const { streams } = readCompoundFile(file);
  const xml = streams.get('EncryptionInfo')?.toString('utf8', 8) ?? '';
  const encryptedPackage = streams.get('EncryptedPackage') ?? Buffer.alloc(0);
  const attribute = (element: string, name: string) => {
    const found = new RegExp(`<${element} [^>]*\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
    return Buffer.from(found, 'base64');
  };
  const passwordSalt = attribute('p:encryptedKey', 'saltValue');
  let spun = sha512(passwordSalt, Buffer.from(password, 'utf16le'));
  for (let round = 0; round < 100_000; round++) {
    const number = Buffer.alloc(4);
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
  const vector = (block: string) => sha512(salt, Buffer.from(block, 'hex')).subarray(0, 16);
  const integrity = (name: string) => attribute('dataIntegrity', name);
  const hmacKey = decrypt(key, vector('5fb2ad010cb9e1f6'), integrity('encryptedHmacKey'));
  const told = decrypt(key, vector('a0677f02b22c8433'), integrity('encryptedHmacValue'));
  return createHmac('sha512', hmacKey).update(encryptedPackage).digest().equals(told);
}

const sha512 = (...parts: Buffer[]) => createHash('sha512').update(Buffer.concat(parts)).digest();

function decrypt(key: Buffer, vector: Buffer, data: Buffer): Buffer {
  return createDecipheriv('aes-256-cbc', key, vector).setAutoPadding(false).update(data);
}
