import type { FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { RESEND_INTERVAL } from '#machines/limits.ts';
import { Allowances } from '#server/platform/http/allowances.ts';
import { networkOf } from '#server/platform/http/limit-requests.ts';
import type { Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/store/services.ts';
import { vehiclesInUse } from '#server/vehicles/linked-vehicles.ts';
import { requestCode, submitCode } from '#server/workflow/sign-in/challenges.ts';
import { accountOf } from './accounts.ts';
import { endSession, extendSession, openSession } from './sessions.ts';

/** Sign-in, sign-out, and who is signed in. */
export function accountRoutes(route: Route, services: Services): void {
  const allowances = new Allowances(services);
  const sender = (email: string, request: FastifyRequest) => ({
    email,
    network: networkOf(request),
    allowances,
  });

  route(endpoints.sendCaptcha, async ({ email }, { language, request }) => {
    await requestCode(services, sender(email, request), language);
    return { resendAfter: RESEND_INTERVAL / 1000 };
  });

  route(endpoints.login, async ({ email, code }, { language, request }) => ({
    token: await submitCode(services, sender(email, request), code, async (trx, at) => {
      const { id } = await accountOf(trx, { email, language, at });
      return openSession(trx, id, at);
    }),
  }));

  route(endpoints.logout, async (_, { request }) => {
    await endSession(services, String(request.headers[LOGIN_HEADER]));
    return null;
  });

  route(endpoints.extendSession, async (_, { request }) => ({
    sessionEndsIn: await extendSession(services, String(request.headers[LOGIN_HEADER])),
  }));

  route(endpoints.currentUser, async (_, { account }) => ({
    id: account.id,
    email: account.email,
    roles: ['requester' as const, ...account.roles],
    sessionEndsIn: account.sessionEndsAt - services.now(),
    secondFactor: account.secondFactor,
    vehicles: (await vehiclesInUse(services, account.email)).map(
      ({ times: _, ...vehicle }) => vehicle,
    ),
  }));
}
