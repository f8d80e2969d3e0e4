import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Compares the bearer token of a request in constant time (RFC 6750). */
export function isBearer({ headers }: Pick<FastifyRequest, 'headers'>, token: string): boolean {
  const digest = (text = '') => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization), digest(`Bearer ${token}`));
}
