import { lockAtDesk } from '#server/applications/lock-at-desk.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Account } from '#server/platform/http/route.ts';

/**
 * Has an account mailed each change of an application by others, or no longer.
 * @throws {ApiError} `notFound`, or `notAllowedNow` when it is the account's own
 */
export async function watch(
  services: Services,
  account: Account,
  number: string,
  isWatched: boolean,
): Promise<void> {
  const row = { account_id: account.id, application_number: number };
  await services.store.transact(async (trx) => {
    await lockAtDesk(services, trx, account, number);
    if (isWatched)
      await trx
        .insertInto('watch')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else
      await trx
        .deleteFrom('watch')
        .where('account_id', '=', account.id)
        .where('application_number', '=', number)
        .execute();
  });
}

/** Tests that an account watches an application. */
export async function isWatching(
  { store }: Services,
  account: { id: string },
  number: string,
): Promise<boolean> {
  const row = await store.db
    .selectFrom('watch')
    .select('account_id')
    .where('account_id', '=', account.id)
    .where('application_number', '=', number)
    .executeTakeFirst();
  return row !== undefined;
}
