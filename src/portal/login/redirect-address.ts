/** Address to open after signing in: an address of this site, else the main list. */
export function redirectAddress(wanted: string | null, origin = location.origin): string {
  const fallback = '/home/data-acquisition';
  if (!wanted?.startsWith('/')) return fallback;
  try {
    const address = new URL(wanted, origin);
    if (address.origin !== origin || address.pathname === '/login') return fallback;
    return address.pathname + address.search + address.hash;
  } catch {
    return fallback;
  }
}
