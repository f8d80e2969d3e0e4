import type { FastifyReply, FastifyRequest } from 'fastify';
import * as client from 'openid-client';
import * as z from 'zod/mini';
import { addressWithin } from '#contract/address-within.ts';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { cookieLifetimes, cookieNames } from '#contract/limits.ts';
import { signInCookie } from '#server/accounts/sessions/known-browsers.ts';
import { openSession } from '#server/accounts/sessions/sessions.ts';
import { digestOf, seal, unseal } from '#server/accounts/sign-in/secrets.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { requireSecretInUse } from '#server/platform/audit/keys-in-use.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { networkOf } from '#server/platform/http/client-network.ts';
import { type RateLimit, RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Caller, Route } from '#server/platform/http/route.ts';
import type { WorkQueue } from '#server/platform/http/work-queue.ts';
import { accountOfPerson, signInError } from './company-accounts.ts';
import { type ConfirmedPerson, redirectUriOf } from './company-provider.ts';
import type { CompanySessions } from './company-sessions.ts';

export function companySignInRoutes(
  route: Route,
  services: Services,
  sessions: CompanySessions,
  queue: WorkQueue,
): void {
  const { config, store, now } = services;
  const { provider } = sessions;
  const rateLimiter = new RateLimiter(services);
  /** Limits failed sign-ins: each one makes a call to the provider. */
  const limitOf = (network: string): RateLimit => ({
    kind: 'companySignInsOfNetwork',
    subject: network,
    count: config.WRONG_CODES_PER_NETWORK,
  });
  /**
   * Lets the `state` of a sign-in (OAuth 2.0) be used only once in all processes while its cookie is
   * valid.
   */
  const useOf = ({ state }: CompanyAttempt): RateLimit => ({
    kind: 'companySignInOfState',
    subject: state,
    count: 1,
    period: cookieLifetimes.companySignIn * 1000,
  });

  async function signIn({ language, request }: Caller, confirmed: ConfirmedPerson) {
    const at = now();
    return store.transact(async (trx) => {
      const scope = { services, trx };
      const { id, isStaff } = await accountOfPerson(scope, confirmed.person, language);
      if (!isStaff) return null;
      const by = { id, email: confirmed.person.email ?? 'company sign-in' };
      await appendAuditEvent(services, trx, { by, action: 'signIn.succeed', detail: 'OpenID' });
      // The provider checks the second factor. Without `auth_time`, the factor counts as old.
      const secondFactorAt = Math.min(confirmed.person.authenticatedAt ?? 0, at);
      const token = await openSession(trx, id, { config, at, browser: request, secondFactorAt });
      await sessions.save(trx, digestOf(token), confirmed);
      return token;
    });
  }

  route(endpoints.companySignIn, async ({ redirectUrl, isFresh }, { reply, language }) => {
    if (config.OIDC_ISSUER === undefined) throw new ApiError(codes.notFound);
    const { origin } = new URL(redirectUriOf(config));
    const attempt: CompanyAttempt = {
      startedAt: now(),
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      maxAge: isFresh ? FRESH_LOGIN_AGE_S : null,
      redirectUrl: addressWithin(origin, redirectUrl),
    };
    const sealed = seal(config, Buffer.from(JSON.stringify(attempt)), ATTEMPT_COOKIE_PURPOSE);
    try {
      const address = await provider.signInAddress(attempt, language);
      const options = { ...signInCookie(config), maxAge: cookieLifetimes.companySignIn };
      reply.setCookie(cookieNames.companySignIn, sealed, options);
      return { address };
    } catch (error) {
      throw sessions.errorOf(error);
    }
  });

  route(endpoints.companyLogin, async (answer, caller) => {
    await requireSecretInUse(store.db, config);
    const attempt = takeAttempt(config, { ...caller, at: now() });
    if (config.OIDC_ISSUER === undefined || attempt?.state !== answer.state)
      throw signInError('unfinished');
    const network = networkOf(caller.request);
    const limit = limitOf(network);
    rateLimiter.rejectIfLimited([limit]);
    const use = () =>
      store.transact(async (trx) => {
        await rateLimiter.consume(trx, [limit]);
        await rateLimiter.consume(trx, [useOf(attempt)]).catch((error: unknown) => {
          throw error instanceof ApiError ? signInError('unfinished') : error;
        });
      });
    await queue.run(use);
    const confirmed = await provider.redeem(answer, attempt).catch((error: unknown) => {
      throw sessions.errorOf(error);
    });
    const token = await signIn(caller, confirmed);
    if (token === null) throw signInError('noRole');
    await store.transact((trx) => rateLimiter.refund(trx, limit));
    return { token, redirectUrl: attempt.redirectUrl };
  });
}

const FRESH_LOGIN_AGE_S = 60;
const ATTEMPT_COOKIE_PURPOSE = 'company sign-in';

const attemptSchema = z.object({
  startedAt: z.number(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  maxAge: z.nullable(z.number()),
  redirectUrl: z.nullable(z.string()),
});
type CompanyAttempt = z.infer<typeof attemptSchema>;

function takeAttempt(
  config: Config,
  { request, reply, at }: { request: FastifyRequest; reply: FastifyReply; at: number },
): CompanyAttempt | null {
  const sealed = request.cookies[cookieNames.companySignIn];
  if (sealed === undefined) return null;
  reply.clearCookie(cookieNames.companySignIn, signInCookie(config));
  const opened = unseal(config, sealed, ATTEMPT_COOKIE_PURPOSE);
  if (opened === null) return null;
  const attempt = attemptSchema.safeParse(JSON.parse(opened.toString()));
  if (!attempt.success) return null;
  const isOver = attempt.data.startedAt + cookieLifetimes.companySignIn * 1000 <= at;
  return isOver ? null : attempt.data;
}
