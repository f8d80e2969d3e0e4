import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Route } from '#server/platform/http/route.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  giveSecondFactor,
  secondFactorState,
} from './second-factor.ts';

/** The staff's second factor: set up once, given at every sign-in. */
export function secondFactorRoutes(route: Route, services: Services): void {
  route(endpoints.secondFactorState, (_, { account }) => secondFactorState(services, account));

  route(endpoints.secondFactorBegin, (_, { account }) => beginSecondFactor(services, account));

  route(endpoints.secondFactorConfirm, async ({ code }, { account, request }) => {
    const token = String(request.headers[LOGIN_HEADER]);
    return { recoveryCodes: await confirmSecondFactor(services, account, { code, token }) };
  });

  route(endpoints.secondFactorGive, async ({ code }, { account, request }) => {
    await giveSecondFactor(services, account, {
      code,
      token: String(request.headers[LOGIN_HEADER]),
    });
    return null;
  });
}
