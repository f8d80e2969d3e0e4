export function addressWithin(origin: string, wanted: string | null | undefined): string | null {
  if (!wanted?.startsWith('/')) return null;
  try {
    const address = new URL(wanted, origin);
    // A path that begins with two slashes, such as `/.//host`, would be parsed as another host.
    if (address.origin !== origin || address.pathname.startsWith('//')) return null;
    return address.pathname + address.search + address.hash;
  } catch {
    return null;
  }
}
