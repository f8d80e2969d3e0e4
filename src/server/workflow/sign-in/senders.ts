import { createHmac } from 'node:crypto';
import type { Config } from '#server/platform/store/config.ts';

/** Sender of a request for a code, or of a code. */
export interface Sender {
  email: string;
  /** Network that the request comes from. */
  network: string;
  /** Visit that the browser says it is of; null when it keeps no cookies. */
  visit: string | null;
  /** The browser, when it signed in with this address before. */
  knownBrowser: string | null;
}

/** Keyed digest of something about sign-in: who reads the database learns nothing by it. */
export function signInDigest({ SECRET }: Config, ...parts: readonly string[]): string {
  return createHmac('sha256', SECRET).update(parts.join('\n')).digest('hex');
}

/** Identifies whose tries count together at the address: the known browser, else the network. */
export function senderKey(config: Config, { email, network, knownBrowser }: Sender): string {
  return knownBrowser === null
    ? signInDigest(config, 'network', email, network)
    : signInDigest(config, 'browser', email, knownBrowser);
}

/** Digest of the visit, by which a code is bound to the browser that asked for it. */
export function visitDigest(config: Config, { email, visit }: Sender): string | null {
  return visit === null ? null : signInDigest(config, 'visit', email, visit);
}
