/** Address to open after signing in: an address of this site, else the main list. */
export function redirectAddress(wanted: string | null, origin = location.origin): string {
  const fallback = '/home/data-acquisition';
  if (!wanted?.startsWith('/')) return fallback;
  try {
    const address = new URL(wanted, origin);
    // A path that begins with two slashes, as of `/.//host`, would be read as another host.
    const leaves = address.origin !== origin || address.pathname.startsWith('//');
    if (leaves || address.pathname === '/login') return fallback;
    return address.pathname + address.search + address.hash;
  } catch {
    return fallback;
  }
}
