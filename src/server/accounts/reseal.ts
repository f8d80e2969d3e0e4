import type { Services } from '#server/platform/store/services.ts';
import { resealed } from '#server/workflow/sign-in/sealed.ts';

/**
 * Seals the keys of authenticator apps anew that the secret before sealed, so that it can be
 * dropped. Answers how many there were.
 */
export async function resealSecondFactors({ store, config }: Services): Promise<number> {
  if (config.SECRET_BEFORE === undefined) return 0;
  let count = 0;
  for (const column of ['secret', 'pending_secret'] as const) {
    const rows = await store.db
      .selectFrom('second_factor')
      .select(['account_id', column])
      .where(column, 'is not', null)
      .execute();
    for (const { account_id, [column]: sealed } of rows) {
      const anew = sealed && resealed(config, sealed);
      if (!anew) continue;
      await store.db
        .updateTable('second_factor')
        .set({ [column]: anew })
        .where('account_id', '=', account_id)
        // Somebody may have set up another meanwhile.
        .where(column, '=', sealed)
        .execute();
      count++;
    }
  }
  return count;
}
