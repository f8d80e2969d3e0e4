import { createHmac } from 'node:crypto';
import type { Config } from '#server/platform/config/config.ts';

export interface Sender {
  email: string;
  network: string;
  /** Visit that the browser names; null without cookies. */
  visit: string | null;
  /** The browser, when it signed in with this address before. */
  knownBrowser: string | null;
  /** Account that confirms this contact address; absent for a sign-in. */
  contactOf?: string;
}

/** Digests of one value, under each of `SECRET` in its order. */
export type Digests = readonly [string, ...string[]];

/** Keyed digests, so that the database reveals nothing about sign-ins. */
export function signInDigests(config: Config, ...parts: readonly string[]): Digests {
  const [first, ...others] = config.SECRET.map((secret) =>
    createHmac('sha256', secret).update(parts.join('\n')).digest('hex'),
  );
  return [first as string, ...others];
}

/**
 * Identifies whose tries count together at the address: the known browser or the visit, so that
 * others cannot use them up; the network of a browser without cookies; the account that confirms a
 * contact address.
 */
export function senderKeys(config: Config, sender: Sender): Digests {
  const { email, knownBrowser, contactOf } = sender;
  if (contactOf !== undefined) return signInDigests(config, 'contact', email, contactOf);
  if (knownBrowser !== null) return signInDigests(config, 'browser', email, knownBrowser);
  return visitDigests(config, sender) ?? networkDigests(config, sender);
}

export function networkDigests(config: Config, { email, network }: Sender): Digests {
  return signInDigests(config, 'network', email, network);
}

/** Tests that a browser which never signed in with the address tries to sign in. */
export function isStranger({ knownBrowser, contactOf }: Sender): boolean {
  return knownBrowser === null && contactOf === undefined;
}

/** Digests of the visit, which bind a code to the browser that asked for it. */
export function visitDigests(config: Config, { email, visit }: Sender): Digests | null {
  return visit === null ? null : signInDigests(config, 'visit', email, visit);
}

export function linkDigests(config: Config, token: string): Digests {
  return signInDigests(config, 'link', token);
}

/** Returns the digest that equals the stored one, by default the current digest. */
export function digestAs(stored: string | null, digests: Digests): string {
  return digests.find((each) => each === stored) ?? digests[0];
}
