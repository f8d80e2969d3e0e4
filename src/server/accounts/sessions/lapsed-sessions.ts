import { endSessions } from '#server/accounts/sign-in/end-sessions.ts';
import { isStaff } from '#server/accounts/staff/role-flags.ts';
import type { Services } from '#server/platform/database/services.ts';
import { sessionEnd } from './session-times.ts';

/** Writes down that staff's sessions ended which rested too long or are too old; none opens before. */
export async function endLapsedSessions(services: Services): Promise<void> {
  const { store, config, now } = services;
  const at = now();
  const open = await store.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('session')
    .select(['account.id', 'account.email'])
    .where('expires_at', '>', at)
    // The staff first, who are few: not every session of every requester.
    .where('session.account_id', 'in', (query) =>
      query.selectFrom('account').select('account.id').where(isStaff),
    )
    .execute();
  for (const session of open) {
    const { at: end, because } = sessionEnd(config, { isStaff: true, ...session });
    if (end > at || because === null) continue;
    const account = { id: session.id, email: session.email };
    const lapse = { account, because, only: session.token_digest, by: account };
    await store.transact((trx) => endSessions({ services, trx }, lapse));
  }
}
