/** The path, query and fragment of an address of this site; null of any that leads elsewhere. */
export function addressWithin(origin: string, wanted: string | null | undefined): string | null {
  if (!wanted?.startsWith('/')) return null;
  try {
    const address = new URL(wanted, origin);
    // A path that begins with two slashes, as of `/.//host`, would be read as another host.
    if (address.origin !== origin || address.pathname.startsWith('//')) return null;
    return address.pathname + address.search + address.hash;
  } catch {
    return null;
  }
}
