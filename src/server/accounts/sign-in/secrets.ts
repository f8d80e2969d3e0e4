import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '#server/platform/config/config.ts';

const NONCE = 12;
const TAG = 16;
const SECOND_FACTOR = 'second factor';

/**
 * Encrypts a secret under the installation's own (AES-256-GCM): the database alone does not reveal it.
 * @param purpose what is opened with another one is nothing
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

/** The inverse; null of what was never sealed, or under none of `SECRET`. */
export function unseal(config: Config, sealed: string, purpose = SECOND_FACTOR): Buffer | null {
  for (const secret of config.SECRET) {
    const opened = open(secret, sealed, purpose);
    if (opened) return opened;
  }
  return null;
}

/**
 * Seals under the first of `SECRET` what another one of it sealed. Returns the text unchanged when the
 * first one sealed it, and null when none did.
 */
export function resealed(config: Config, sealed: string, purpose = SECOND_FACTOR): string | null {
  if (open(config.SECRET[0], sealed, purpose)) return sealed;
  const secret = unseal(config, sealed, purpose);
  return secret && seal(config, secret, purpose);
}

function open(secret: string, sealed: string, purpose: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE + TAG) return null;
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyOf(secret, purpose),
    bytes.subarray(0, NONCE),
  );
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

/** SHA-256 in hexadecimal, of a recovery code or of a session's token. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
