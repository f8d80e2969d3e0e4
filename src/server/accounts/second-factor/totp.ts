import { Secret, TOTP } from 'otpauth';

/** Steps of 30 s a clock may be off, either way (RFC 6238 §5.2). */
const DRIFT = 1;

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** Step that a code belongs to, near the instant; null when it fits none. */
export function matchingStep(secret: Uint8Array, code: string, at: number): number | null {
  const totp = new TOTP({ secret: secretOf(secret) });
  const drift = totp.validate({ token: code, timestamp: at, window: DRIFT });
  return drift === null ? null : totp.counter({ timestamp: at }) + drift;
}

/** 160 bits, as RFC 4226 §4 recommends. */
export const newSecret = () => new Secret({ size: 20 }).bytes;

/** RFC 4648 §6, in lower case, without padding. */
export const base32 = (bytes: Uint8Array) => secretOf(bytes).base32.toLowerCase();

/** Address that an authenticator app scans. */
export const otpauthUri = (secret: Uint8Array, label: string, issuer: string) =>
  new TOTP({ secret: secretOf(secret), label, issuer }).toString();
