/** The value of a cookie of this site; undefined when it is not set. */
export function readCookie(name: string): string | undefined {
  // Pages are also rendered where there is no document, when they are built.
  if (typeof document === 'undefined') return undefined;
  const prefix = `${name}=`;
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(prefix));
  return pair && decodeURIComponent(pair.slice(prefix.length));
}

/** Sets a cookie for the whole site; `lifetime` in seconds. */
export function writeCookie(name: string, value: string, lifetime: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers later, and over HTTPS alone; the next call already needs what is set
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${lifetime}; SameSite=Strict${secure}`;
}

export function clearCookie(name: string): void {
  writeCookie(name, '', 0);
}
