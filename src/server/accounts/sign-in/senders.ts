import { createHmac } from 'node:crypto';
import type { Config } from '#server/platform/config/config.ts';

/** Sender of a request for a code, or of a code. */
export interface Sender {
  email: string;
  /** Network that the request comes from. */
  network: string;
  /** Visit that the browser says it is of; null when it keeps no cookies. */
  visit: string | null;
  /** The browser, when it signed in with this address before. */
  knownBrowser: string | null;
  /** Account whose contact address this is to become; only then is it no sign-in. */
  contactOf?: string;
}

/** Digests of one value, under each of `SECRET` in its order. */
export type Digests = readonly [string, ...string[]];

/** Keyed digests of something about sign-in: who reads the database learns nothing by them. */
export function signInDigests(config: Config, ...parts: readonly string[]): Digests {
  const [first, ...others] = config.SECRET.map((secret) =>
    createHmac('sha256', secret).update(parts.join('\n')).digest('hex'),
  );
  return [first as string, ...others];
}

/**
 * Identifies whose tries count together at the address: the known browser, else the visit, so that
 * nobody else uses them up; of a browser without cookies the network; for a contact address the
 * account that names it.
 */
export function senderKeys(config: Config, sender: Sender): Digests {
  const { email, knownBrowser, contactOf } = sender;
  if (contactOf !== undefined) return signInDigests(config, 'contact', email, contactOf);
  if (knownBrowser !== null) return signInDigests(config, 'browser', email, knownBrowser);
  return visitDigests(config, sender) ?? networkDigests(config, sender);
}

/** Digests of the network at the address. */
export function networkDigests(config: Config, { email, network }: Sender): Digests {
  return signInDigests(config, 'network', email, network);
}

/** A browser that never signed in with the address asks for a code, or enters one, to sign in. */
export function isStranger({ knownBrowser, contactOf }: Sender): boolean {
  return knownBrowser === null && contactOf === undefined;
}

/** Digests of the visit, by which a code is bound to the browser that asked for it. */
export function visitDigests(config: Config, { email, visit }: Sender): Digests | null {
  return visit === null ? null : signInDigests(config, 'visit', email, visit);
}

/** Digests of the token in a link that was mailed to the owner of an address. */
export function linkDigests(config: Config, token: string): Digests {
  return signInDigests(config, 'link', token);
}

/** The digest that is stored, else the current one. */
export function digestAs(stored: string | null, digests: Digests): string {
  return digests.find((each) => each === stored) ?? digests[0];
}
