import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const POLICY = 'content-security-policy';

/** Adds a per-response nonce to the given CSP directives and returns it. */
export function allowNonce(
  reply: FastifyReply,
  directives: readonly ('style-src' | 'script-src')[],
): string {
  const nonce = randomBytes(16).toString('base64url');
  const policy = String(reply.getHeader(POLICY) ?? '');
  const allowed = directives.reduce(
    (left, directive) => left.replace(`${directive} `, `$&'nonce-${nonce}' `),
    policy,
  );
  reply.header(POLICY, allowed);
  return nonce;
}
