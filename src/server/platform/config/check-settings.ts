import { isIPv4 } from 'node:net';

/** Default of a demonstration; public, so it must not be used elsewhere. */
export const PUBLISHED_SECRET = 'demonstration only: set SECRET in production';

const MIN_LENGTH = 32;
/** A random secret has more, even one of digits only. */
const MIN_CHARACTERS = 8;

/** Tests that a secret is long and not obviously non-random. */
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

/** Tests that mail leaves this machine only by TLS with a verified certificate. */
export function isSafeMailServer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, searchParams } = new URL(address);
  if (isLoopback(hostname)) return true;
  if (searchParams.get('tls.rejectUnauthorized') === 'false') return false;
  return protocol === 'smtps:'
    ? searchParams.get('secure') !== 'false'
    : searchParams.get('requireTLS') === 'true';
}

/** Tests that no unescaped slash in a password ends the host, which leaves the `@` in the path. */
export function isEncoded(address: string): boolean {
  return URL.canParse(address) && !new URL(address).pathname.includes('@');
}

/** Tests that an address has no path: pages and calls are at its root. */
export function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { pathname, search, hash } = new URL(address);
  return pathname === '/' && search === '' && hash === '';
}

/** Tests that a sender is one address, with or without a name. */
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
