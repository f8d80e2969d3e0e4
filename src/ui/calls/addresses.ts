import { addresses } from 'virtual:call-addresses';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';

export type CallAddress = Pick<Endpoint, 'method' | 'path' | 'kind'>;
export type CallAddresses = Partial<Record<EndpointName, CallAddress>>;

const known: CallAddresses = { ...addresses };

/** Adds calls that a part of the pages brings with it, so that sign-in need not load them. */
export const addCalls = (more: CallAddresses) => Object.assign(known, more);

/** Method, path and kind of a call; throws of one that no part on the page has brought. */
export function addressOf(name: EndpointName): CallAddress {
  const address = known[name];
  if (!address) throw new Error(`The page does not know the call ${name}`);
  return address;
}
