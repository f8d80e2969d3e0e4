import { endpoints } from '#contract/endpoints.ts';
import { cookieNames, LOGIN_HEADER } from '#contract/limits.ts';
import { RESEND_INTERVAL } from '#machines/limits.ts';
import { actorOf } from '#server/accounts/sign-in/access-log.ts';
import { liftLock, requestCode, submitCode } from '#server/accounts/sign-in/codes.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import { Allowances } from '#server/platform/http/allowances.ts';
import { networkOf } from '#server/platform/http/client-network.ts';
import type { Caller, Route } from '#server/platform/http/route.ts';
import type { WorkQueue } from '#server/platform/http/work-queue.ts';
import { unlessAway } from '#server/vehicles/backend-error.ts';
import { vehiclesInUse } from '#server/vehicles/linked-vehicles.ts';
import { accountOf } from './accounts.ts';
import { knownBrowserOf, rememberBrowser } from './sessions/known-browsers.ts';
import { endSession, extendSession, openSession } from './sessions/sessions.ts';

/** Sign-in, sign-out, and who is signed in. */
export function accountRoutes(route: Route, services: Services, queue: WorkQueue): void {
  const allowances = new Allowances(services);
  const { config } = services;
  const sending = (email: string, { request, language }: Caller) => ({
    sender: {
      email,
      network: networkOf(request),
      visit: request.cookies[cookieNames.session] ?? null,
      knownBrowser: knownBrowserOf(config, request, email),
    },
    language,
    allowances,
    queue,
  });

  const askForCode = async (email: string, caller: Caller) => {
    const request = sending(email, caller);
    await requestCode(services, request);
    // The browser stays known when the other secrets are dropped.
    if (config.SECRET.length > 1 && request.sender.knownBrowser !== null)
      rememberBrowser(config, caller.request, caller.reply, email);
    return { resendAfter: RESEND_INTERVAL / 1000 };
  };
  route(endpoints.sendCaptcha, ({ email }, caller) => askForCode(email, caller));

  const signIn = async (email: string, code: string, caller: Caller) => {
    const { language, request, reply } = caller;
    const token = await submitCode(services, sending(email, caller), code, async (trx, at) => {
      const account = await accountOf(trx, { email, language, at });
      const by = actorOf(account);
      await appendAuditEvent(services, trx, { by, action: 'signIn.succeed' });
      return openSession(trx, account.id, { at, browser: request });
    });
    rememberBrowser(config, request, reply, email);
    return { token };
  };
  route(endpoints.login, ({ email, code }, caller) => signIn(email, code, caller));

  route(endpoints.liftLock, async ({ token }, { request, reply }) => {
    const email = await liftLock(services, token);
    rememberBrowser(config, request, reply, email);
    return null;
  });

  route(endpoints.logout, async (_, { account, request }) => {
    await endSession(services, account, String(request.headers[LOGIN_HEADER]));
    return null;
  });

  route(endpoints.extendSession, async (_, { account, request }) => ({
    sessionEndsIn: await extendSession(services, account, String(request.headers[LOGIN_HEADER])),
  }));

  route(endpoints.currentUser, async (_, { account }) => ({
    id: account.id,
    email: account.email,
    roles: ['requester' as const, ...account.roles],
    sessionEndsIn: account.sessionEndsAt - services.now(),
    canExtendSession: account.canExtendSession,
    secondFactor: account.secondFactor,
    isOfCompany: account.isOfCompany ?? false,
    vehicles:
      (await unlessAway(vehiclesInUse(services, account.email)))?.map(
        ({ times: _, ...vehicle }) => vehicle,
      ) ?? null,
  }));
}
