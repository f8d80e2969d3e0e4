import { createHmac, randomBytes } from 'node:crypto';

/** Seconds a code is shown (RFC 6238, X). */
const STEP = 30;
const DIGITS = 6;
/** Steps a clock may be off, either way (RFC 6238 §5.2). */
const DRIFT = 1;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** The step of an instant (ms since the epoch). */
export const stepOf = (at: number) => Math.floor(at / 1000 / STEP);

/** The code of a step: HOTP of RFC 4226 §5.3 over HMAC-SHA-1, as authenticator apps have it. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The step a code belongs to, near the instant and after `lastStep`; null when it fits none. */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { at, lastStep }: { at: number; lastStep: number },
): number | null {
  for (let step = stepOf(at) - DRIFT; step <= stepOf(at) + DRIFT; step++)
    // A code is taken once (RFC 6238 §5.2).
    if (step > lastStep && totpCode(secret, step) === code) return step;
  return null;
}

/** 160 bits, as RFC 4226 §4 recommends. */
export const newSecret = () => randomBytes(20);

/** RFC 4648 §6, in lower case, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** What an authenticator app scans. */
export function otpauthUri(secret: Uint8Array, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${base32(secret).toUpperCase()}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${query}`;
}
