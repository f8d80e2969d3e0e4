import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { digestOf } from '#server/accounts/sign-in/digest.ts';
import { endSessions } from '#server/accounts/sign-in/end-sessions.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account, Caller, Route } from '#server/platform/http/route.ts';
import { sessionEnd } from './session-times.ts';

/** A person's own sessions: which are open, and their end. */
export function sessionRoutes(route: Route, services: Services): void {
  const { store, config, now } = services;

  route(endpoints.sessionList, async (_, caller) => {
    const { account, own } = asking(caller);
    const at = now();
    const isStaff = account.roles.length > 0;
    const open = await store.db
      .selectFrom('session')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute();
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
          // The log is the desk's.
          by: account.roles.length > 0 ? account : null,
        },
      ),
    );

  route(endpoints.sessionEnd, async ({ id }, caller) => {
    if ((await end(asking(caller), { only: id })) === 0) throw new ApiError(codes.notFound);
    return null;
  });

  route(endpoints.sessionEndOthers, async (_, caller) => {
    const asked = asking(caller);
    return { ended: await end(asked, { except: asked.own }) };
  });
}

/**
 * The account that asks, and the digest of its own token.
 * @throws {ApiError} `secondFactorNeeded` of staff who have not given it yet
 */
function asking({ account, request }: Caller<Account>): { account: Account; own: string } {
  if (account.secondFactor === 'code' || account.secondFactor === 'setUp')
    throw new ApiError(codes.secondFactorNeeded);
  return { account, own: digestOf(String(request.headers[LOGIN_HEADER])) };
}
