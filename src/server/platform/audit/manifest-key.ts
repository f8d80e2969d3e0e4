import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { type AuditKey, auditKeys } from './audit-key.ts';

/** Prefix of an Ed25519 key in PKCS #8, which its 32 key bytes follow (RFC 8410 §10.3). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PURPOSE = 'report manifest signature, Ed25519';

type Location = Parameters<typeof auditKeys>[0];

/** Manifest keys, derived from the audit keys, which all processes have. The first one signs. */
export function manifestKeys(location: Location): [KeyObject, ...KeyObject[]] {
  const [first, ...others] = auditKeys(location);
  return [derivedFrom(first), ...others.map(derivedFrom)];
}

export const manifestKey = (location: Location): KeyObject => manifestKeys(location)[0];

function derivedFrom({ secret }: AuditKey): KeyObject {
  const seed = hkdfSync('sha256', secret, '', PURPOSE, 32);
  return createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed)]),
    format: 'der',
    type: 'pkcs8',
  });
}

export const publicPem = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();

export const signatureOf = (key: KeyObject, text: string): Buffer =>
  sign(null, Buffer.from(text), key);
