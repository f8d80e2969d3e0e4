import { createHmac } from 'node:crypto';
import type { Config } from '#server/platform/config/config.ts';

export interface Sender {
  email: string;
  network: string;
  visit: string | null;
  knownBrowser: string | null;
  contactOf?: string;
}

/** Digests of one value with each secret in `SECRET`, in that order. */
export type Digests = readonly [string, ...string[]];

/** Keyed digests, so that the database reveals nothing about sign-ins. */
export function signInDigests(config: Config, ...parts: readonly string[]): Digests {
  const [first, ...others] = config.SECRET.map((secret) =>
    createHmac('sha256', secret).update(parts.join('\n')).digest('hex'),
  );
  return [first as string, ...others];
}

/**
 * Returns the identity under which attempts at an address are counted: the known browser or visit,
 * so that others cannot use up its attempts; the network for a browser without cookies; the account
 * for a contact address.
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

export function isStranger({ knownBrowser, contactOf }: Sender): boolean {
  return knownBrowser === null && contactOf === undefined;
}

export function visitDigests(config: Config, { email, visit }: Sender): Digests | null {
  return visit === null ? null : signInDigests(config, 'visit', email, visit);
}

export function linkDigests(config: Config, token: string): Digests {
  return signInDigests(config, 'link', token);
}

export function digestAs(stored: string | null, digests: Digests): string {
  return digests.find((each) => each === stored) ?? digests[0];
}
