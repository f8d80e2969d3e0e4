import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '#server/platform/store/config.ts';

const NONCE = 12;
const TAG = 16;

/** Encrypts a secret under the installation's own (AES-256-GCM): the database alone does not reveal it. */
export function seal(config: Config, secret: Uint8Array): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), nonce);
  const content = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64');
}

/** The inverse; null when `SECRET` is another than it was. */
export function unseal(config: Config, sealed: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}

function keyOf({ SECRET }: Config): Buffer {
  return Buffer.from(hkdfSync('sha256', SECRET, '', 'second factor', 32));
}
