import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { auditKeys } from './audit-key.ts';

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410, 10.3). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PURPOSE = 'report manifest signature, Ed25519';

/**
 * The key that signs manifests, Ed25519. It is derived from the first key of the audit chain, which
 * stands in a setting or a file and never in the database, so that all processes have the same.
 */
export function manifestKey(location: Parameters<typeof auditKeys>[0]): KeyObject {
  const [{ secret }] = auditKeys(location);
  const seed = hkdfSync('sha256', secret, '', PURPOSE, 32);
  return createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed)]),
    format: 'der',
    type: 'pkcs8',
  });
}

/** Public part of the key, as PEM. */
export const publicPem = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();

/** The detached signature of a text in UTF-8: 64 bytes. */
export const signatureOf = (key: KeyObject, text: string): Buffer =>
  sign(null, Buffer.from(text), key);
