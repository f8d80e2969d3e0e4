import type { Services } from '#server/platform/store/services.ts';
import { resealed } from '#server/workflow/sign-in/sealed.ts';
import { sealFactor } from '#server/workflow/sign-in/sealed-factors.ts';

/**
 * Seals the keys of authenticator apps anew that the secret before sealed, so that it can be
 * dropped. Answers how many there were.
 */
export async function resealSecondFactors(services: Services): Promise<number> {
  const { store, config } = services;
  if (config.SECRET_BEFORE === undefined) return 0;
  let count = 0;
  for (const column of ['secret', 'pending_secret'] as const) {
    const rows = await store.db
      .selectFrom('second_factor')
      .select(['account_id', column])
      .execute();
    for (const { account_id, [column]: sealed } of rows) {
      const anew = sealed && resealed(config, sealed);
      if (!anew) continue;
      await store.transact(async (trx) => {
        await trx
          .updateTable('second_factor')
          .set({ [column]: anew })
          .where('account_id', '=', account_id)
          // Somebody may have set up another meanwhile.
          .where(column, '=', sealed)
          .execute();
        await sealFactor({ services, trx }, account_id);
      });
      count++;
    }
  }
  return count;
}
