import { isIPv4 } from 'node:net';

/** Default secret of demonstrations. It is published, so no other secret may equal it. */
export const PUBLISHED_SECRET = 'demonstration only: set SECRET in production';

const MIN_LENGTH = 32;
/** Minimum number of distinct characters. Random secrets have more, even if they are all digits. */
const MIN_CHARACTERS = 8;

export function isStrongSecret(secret: string): boolean {
  return (
    secret.length >= MIN_LENGTH &&
    new Set(secret).size >= MIN_CHARACTERS &&
    secret !== PUBLISHED_SECRET &&
    !isRepeated(secret)
  );
}

function isRepeated(text: string): boolean {
  const longest = Math.floor(text.length / 2);
  return Array.from({ length: longest }, (_, index) => index + 1).some((length) =>
    text.slice(length).startsWith(text.slice(0, text.length - length)),
  );
}

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host === '::1' ||
    host === '[::1]' ||
    (isIPv4(host) && /^127\./.test(host))
  );
}

/**
 * Returns true for the URL of a token endpoint (RFC 6749 §3.2) or an OpenID provider: TLS, except on
 * this machine, and no user or fragment.
 */
export function isSecureEndpoint(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, hash, username } = new URL(address);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isSafe && hash === '' && username === '';
}

/** Returns true if mail leaves this machine only over TLS with a verified certificate. */
export function isSafeMailServer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, searchParams } = new URL(address);
  if (isLoopback(hostname)) return true;
  if (searchParams.get('tls.rejectUnauthorized') === 'false') return false;
  return protocol === 'smtps:'
    ? searchParams.get('secure') !== 'false'
    : searchParams.get('requireTLS') === 'true';
}

/** Returns false if a password contains a plain `/`, `?` or `#`: URL parsers end the host there. */
export function isEncoded(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { pathname, search, hash } = new URL(address);
  return !(pathname + search + hash).includes('@');
}

export function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { pathname, search, hash } = new URL(address);
  return pathname === '/' && search === '' && hash === '';
}

export function isMailbox(sender: string): boolean {
  return /^([^<>@]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(sender);
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
