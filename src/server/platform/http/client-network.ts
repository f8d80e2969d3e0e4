import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** Providers assign at least a /64 to each IPv6 customer. */
const IPV6_PREFIX = 64;

/** Azure and AWS add the client's port: `192.0.2.1:5001`, `[2001:db8::1]:5001`. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

function addressIn(entry: string | undefined): string | null {
  if (entry === undefined) return null;
  const [, bracketed, plain] = withPort.exec(entry) ?? [];
  const address = bracketed ?? plain ?? entry;
  return isIP(address) ? address : null;
}

export function trustProxies(proxies: string[]): (entry: string) => boolean {
  const isTrusted = compile(proxies);
  return (entry) => {
    const address = addressIn(entry);
    return address !== null && isTrusted(address, 0);
  };
}

/**
 * Returns the network of a client: an IPv4 address or an IPv6 prefix. Clients without an address
 * («unknown») share the network of their proxy. Empty if the connection was closed before its
 * address was read.
 */
export function networkOf({ ips = [] }: Pick<FastifyRequest, 'ips'>): string {
  for (const entry of ips.toReversed()) {
    const address = addressIn(entry);
    if (address !== null) return normalizeIP(address, IPV6_PREFIX);
  }
  return '';
}
