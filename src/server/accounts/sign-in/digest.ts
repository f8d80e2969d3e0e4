import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal, of a recovery code or of a session's token. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
