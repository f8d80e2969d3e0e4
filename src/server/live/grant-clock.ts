import { CLOCK } from '#server/applications/application-row.ts';
import { lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { confirmGrant, type GrantRow, ignoreIfAlreadySent, sendGrantEvent } from './grants.ts';
import { findLink } from './own-link.ts';

const BATCH = 100;

export async function expireGrants(
  services: Services,
  onError: OnError = console.error,
): Promise<void> {
  const at = services.now();
  const expired = await services.store.db
    .selectFrom('live_grant')
    .select('id')
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', at)
    .execute();
  const event = { type: 'grant.expired', by: CLOCK, at } as const;
  for (const { id } of expired)
    await ignoreIfAlreadySent(sendGrantEvent(services, id, event)).catch(onError);
}

/**
 * Ends access whose vehicle link has ended, and confirms access that waits for the vehicle source.
 * Errors of single grants go to `onError`.
 */
export async function syncGrantLinks(
  services: Services,
  onError: OnError = console.error,
): Promise<void> {
  if (services.clock?.isOff) return;
  for (let last = ''; ; ) {
    const open = await services.store.db
      .selectFrom('live_grant')
      .innerJoin('account', 'account.id', 'live_grant.account_id')
      .selectAll('live_grant')
      .select('account.email')
      .where('live_grant.ended_at', 'is', null)
      .where('live_grant.id', '>', last)
      .orderBy('live_grant.id')
      .limit(BATCH)
      .execute();
    for (const grant of open) await syncLink(services, grant).catch(onError);
    if (open.length < BATCH) return;
    last = open.at(-1)?.id ?? '';
  }
}

async function syncLink(services: Services, grant: GrantRow & { email: string }): Promise<void> {
  const ended = { type: 'link.ended', by: CLOCK, at: services.now() } as const;
  const link = await findLink(services, grant.email, grant.vehicle_id);
  if (link === null) await ignoreIfAlreadySent(sendGrantEvent(services, grant.id, ended));
  else if (grant.state === 'requested')
    await ignoreIfAlreadySent(
      services.store.transact((trx) => confirmGrant({ services, trx }, grant, link)),
    );
  else if (grant.linked_from !== link.time.from || grant.linked_until !== link.time.until)
    await services.store.transact(async (trx) => {
      const { id } = grant;
      await lockRow(services.store, trx, 'live_grant', { id });
      const { from: linked_from, until: linked_until } = link.time;
      await updateRows(trx, 'live_grant', { id }, { linked_from, linked_until });
    });
}

export async function purgeGrants({ store, config, now }: Services): Promise<void> {
  await store.transact(async (trx) => {
    const ended = trx
      .selectFrom('live_grant')
      .select('id')
      .where('ended_at', '<=', now() - config.RECORD_DAYS);
    const tokens = trx.selectFrom('live_token').select('id').where('grant_id', 'in', ended);
    await trx.deleteFrom('live_token_use').where('token_id', 'in', tokens).execute();
    await trx.deleteFrom('live_token').where('grant_id', 'in', ended).execute();
    await trx.deleteFrom('live_grant').where('id', 'in', ended).execute();
  });
}
