import type { FastifyReply, FastifyRequest } from 'fastify';
import * as client from 'openid-client';
import * as z from 'zod/mini';
import { cookieLifetimes, cookieNames } from '#contract/limits.ts';
import { seal, unseal } from '#server/accounts/sign-in/sealed.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { SignInChecks } from './company-provider.ts';

/** Longest since the password where it has to be given anew, in s. */
const FRESH = 60;

const attemptSchema = z.object({
  of: z.literal('company sign-in'),
  startedAt: z.number(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  maxAge: z.nullable(z.number()),
  redirectUrl: z.nullable(z.string()),
});
/** A sign-in that began: kept by the browser alone, which cannot read it. */
export type CompanyAttempt = z.infer<typeof attemptSchema> & SignInChecks;

export function newAttempt(
  startedAt: number,
  { isFresh, redirectUrl }: { isFresh: boolean; redirectUrl: string | null },
): CompanyAttempt {
  return {
    of: 'company sign-in',
    startedAt,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    maxAge: isFresh ? FRESH : null,
    redirectUrl,
  };
}

/** Lets the browser keep the attempt; another one takes its place. */
export function keepAttempt(config: Config, reply: FastifyReply, attempt: CompanyAttempt): void {
  const sealed = seal(config, Buffer.from(JSON.stringify(attempt)));
  reply.setCookie(cookieNames.companySignIn, sealed, {
    ...cookieOptions(config),
    maxAge: cookieLifetimes.companySignIn,
  });
}

/** The attempt of the browser, which loses it; null when there is none, or it is too old. */
export function takeAttempt(
  config: Config,
  { request, reply, at }: { request: FastifyRequest; reply: FastifyReply; at: number },
): CompanyAttempt | null {
  const sealed = request.cookies[cookieNames.companySignIn];
  if (sealed === undefined) return null;
  reply.clearCookie(cookieNames.companySignIn, cookieOptions(config));
  const opened = unseal(config, sealed);
  if (opened === null) return null;
  const attempt = attemptSchema.safeParse(JSON.parse(opened.toString()));
  if (!attempt.success) return null;
  const isOver = attempt.data.startedAt + cookieLifetimes.companySignIn * 1000 <= at;
  return isOver ? null : attempt.data;
}

function cookieOptions({ PUBLIC_URL }: Config) {
  return {
    path: '/server/uc-client/auth',
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: PUBLIC_URL?.startsWith('https:') ?? false,
  };
}
