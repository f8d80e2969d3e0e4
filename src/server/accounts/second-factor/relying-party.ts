import { isIP } from 'node:net';
import type { Config } from '#server/platform/config/config.ts';

/** The party that passkeys are made for (WebAuthn §4): its id is a domain, its origin that of pages. */
export interface RelyingParty {
  id: string;
  name: string;
  origin: string;
}

/** Read from the portal's public address; null where that is unset or no domain name. */
export function relyingParty({ PUBLIC_URL, HOLDER_NAME }: Config): RelyingParty | null {
  if (PUBLIC_URL === undefined) return null;
  const { hostname, origin } = new URL(PUBLIC_URL);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return { id: hostname, name: HOLDER_NAME, origin };
}
