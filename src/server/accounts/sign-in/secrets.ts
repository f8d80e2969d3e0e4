import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '#server/platform/config/config.ts';

const NONCE = 12;
const TAG = 16;
const SECOND_FACTOR = 'second factor';
export const REPORT_PASSWORD = 'password of a report';

/** SHA-256 in hexadecimal, for random secrets such as session tokens and recovery codes. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Encrypts a secret with the first secret in `SECRET` (AES-256-GCM), so that the database alone
 * does not reveal it. `purpose` selects the key: a value can only be decrypted with the same
 * purpose.
 */
export function seal(
  { SECRET: [first] }: Pick<Config, 'SECRET'>,
  secret: Uint8Array,
  purpose = SECOND_FACTOR,
): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(first, purpose), nonce);
  const content = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64');
}

export function unseal(config: Config, sealed: string, purpose = SECOND_FACTOR): Buffer | null {
  for (const secret of config.SECRET) {
    const opened = open(secret, sealed, purpose);
    if (opened) return opened;
  }
  return null;
}

/**
 * Re-encrypts a value with the first secret in `SECRET`. Returns it unchanged if that secret was
 * used already, and null if no secret in `SECRET` decrypts it.
 */
export function resealed(config: Config, sealed: string, purpose = SECOND_FACTOR): string | null {
  if (open(config.SECRET[0], sealed, purpose)) return sealed;
  const secret = unseal(config, sealed, purpose);
  return secret && seal(config, secret, purpose);
}

function open(secret: string, sealed: string, purpose: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE + TAG) return null;
  const key = keyOf(secret, purpose);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
