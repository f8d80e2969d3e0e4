import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieLifetimes, cookieNames } from '#contract/limits.ts';
import type { Config } from '#server/platform/config/config.ts';

const MAX_ADDRESSES = 8;

/**
 * Cookie of a browser that has signed in: its id, and a signature for each address. It grants no
 * access, but gives the browser its own rate limits, which others cannot use up.
 */
interface KnownBrowser {
  id: string;
  signatures: string[];
}

function read(request: FastifyRequest): KnownBrowser | null {
  const [id, ...signatures] = request.cookies[cookieNames.browser]?.split('.') ?? [];
  return id ? { id, signatures: signatures.slice(0, MAX_ADDRESSES) } : null;
}

function signaturesOf(config: Config, id: string, email: string): string[] {
  return config.SECRET.map((secret) =>
    createHmac('sha256', secret).update(`known browser\n${id}\n${email}`).digest('base64url'),
  );
}

function areSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const signInCookie = ({ PUBLIC_URL }: Config) => ({
  path: '/server/uc-client/auth',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: PUBLIC_URL?.startsWith('https:') ?? false,
});

export function knownBrowserOf(
  config: Config,
  request: FastifyRequest,
  email: string,
): string | null {
  const browser = read(request);
  // Computed even without a cookie: the response time must not reveal whether there was one.
  const expected = signaturesOf(config, browser?.id ?? '', email);
  const isOwn = (signature: string) => expected.some((each) => areSame(signature, each));
  return browser?.signatures.some(isOwn) ? browser.id : null;
}

export function rememberBrowser(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): void {
  const browser = read(request);
  const id = browser?.id ?? randomBytes(16).toString('base64url');
  const own = signaturesOf(config, id, email);
  const others = (browser?.signatures ?? []).filter((signature) => !own.includes(signature));
  const value = [id, own[0], ...others].slice(0, 1 + MAX_ADDRESSES).join('.');
  reply.setCookie(cookieNames.browser, value, {
    ...signInCookie(config),
    maxAge: cookieLifetimes.browser,
  });
}
