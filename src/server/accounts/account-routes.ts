import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { cookieNames } from '#contract/limits.ts';
import { RESEND_INTERVAL } from '#machines/limits.ts';
import { knownBrowserOf, rememberBrowser } from '#server/accounts/sessions/known-browsers.ts';
import {
  endSession,
  endSessions,
  extendSession,
  openSession,
  sessionEnd,
} from '#server/accounts/sessions/sessions.ts';
import { actorOf } from '#server/accounts/sign-in/access-log.ts';
import { requestCode, submitCode } from '#server/accounts/sign-in/codes.ts';
import { digestOf } from '#server/accounts/sign-in/secrets.ts';
import { liftLock } from '#server/accounts/sign-in/unlock-address.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { findRows } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { networkOf } from '#server/platform/http/client-network.ts';
import { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account, Caller, Route } from '#server/platform/http/route.ts';
import type { WorkQueue } from '#server/platform/http/work-queue.ts';
import { fallbackIfUnavailable } from '#server/vehicles/backend-error.ts';
import { vehiclesInUse } from '#server/vehicles/linked-vehicles.ts';
import { accountOf } from './accounts.ts';

export function accountRoutes(route: Route, services: Services, queue: WorkQueue): void {
  const rateLimiter = new RateLimiter(services);
  const { config } = services;
  const contextOf = (email: string, { request, language }: Caller) => ({
    sender: {
      email,
      network: networkOf(request),
      visit: request.cookies[cookieNames.session] ?? null,
      knownBrowser: knownBrowserOf(config, request, email),
    },
    language,
    rateLimiter,
    queue,
  });

  route(endpoints.sendCaptcha, async ({ email }, caller) => {
    const context = contextOf(email, caller);
    await requestCode(services, context);
    // Signs the cookie again with the first secret in `SECRET`, so that the others can be removed.
    if (config.SECRET.length > 1 && context.sender.knownBrowser !== null)
      rememberBrowser(config, caller.request, caller.reply, email);
    return { resendAfter: RESEND_INTERVAL / 1000 };
  });

  route(endpoints.login, async ({ email, code }, caller) => {
    const { language, request, reply } = caller;
    const token = await submitCode(services, contextOf(email, caller), code, async (trx, at) => {
      const account = await accountOf(trx, { email, language, at });
      const by = actorOf(account);
      await appendAuditEvent(services, trx, { by, action: 'signIn.succeed' });
      return openSession(trx, account.id, { config, at, browser: request });
    });
    rememberBrowser(config, request, reply, email);
    return { token };
  });

  route(endpoints.liftLock, async ({ token }, { request, reply }) => {
    const email = await liftLock(services, token);
    rememberBrowser(config, request, reply, email);
  });

  route(endpoints.logout, (_, { account, token }) => endSession(services, account, token));

  route(endpoints.extendSession, async (_, { account, token }) => ({
    sessionEndsIn: await extendSession(services, account, token),
  }));

  route(endpoints.currentUser, async (_, { account }) => ({
    id: account.id,
    email: account.email,
    roles: ['requester' as const, ...account.roles],
    sessionEndsIn: account.sessionEndsAt - services.now(),
    canExtendSession: account.canExtendSession,
    secondFactor: account.secondFactor,
    isOfCompany: account.isOfCompany ?? false,
    vehicles: await fallbackIfUnavailable(vehiclesInUse(services, account.email)),
  }));

  sessionRoutes(route, services);
}

function sessionRoutes(route: Route, services: Services): void {
  const { store, config, now } = services;

  route(endpoints.sessionList, async (_, caller) => {
    const { account, own } = callerOf(caller);
    const at = now();
    const isStaff = account.roles.length > 0;
    const open = await findRows(store.db, 'session', { account_id: account.id });
    return open
      .filter((session) => sessionEnd(config, { isStaff, ...session }).at > at)
      .map((session) => ({
        id: session.token_digest,
        begunAt: session.created_at,
        lastUsedAt: session.last_used_at ?? session.created_at,
        browser: session.browser,
        isThis: session.token_digest === own,
      }))
      .sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastUsedAt - a.lastUsedAt);
  });

  const end = ({ account }: { account: Account }, which: { only: string } | { except: string }) =>
    store.transact((trx) =>
      endSessions(
        { services, trx },
        {
          account,
          because: 'elsewhere',
          ...which,
          by: account.roles.length > 0 ? account : null,
        },
      ),
    );

  route(endpoints.sessionEnd, async ({ id }, caller) => {
    if ((await end(callerOf(caller), { only: id })) === 0) throw new ApiError(codes.notFound);
  });

  route(endpoints.sessionEndOthers, async (_, caller) => {
    const { account, own } = callerOf(caller);
    return { ended: await end({ account }, { except: own }) };
  });
}

function callerOf({ account, token }: Caller<Account>): { account: Account; own: string } {
  if (account.secondFactor === 'code' || account.secondFactor === 'setUp')
    throw new ApiError(codes.secondFactorNeeded);
  return { account, own: digestOf(token) };
}
