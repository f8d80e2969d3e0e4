import { draftPurpose } from '#server/accounts/drafts/drafts.ts';
import { resealed } from '#server/accounts/sign-in/secrets.ts';
import type { Services } from '#server/platform/database/services.ts';

/** Numbers of stored values by what became of them. */
export interface Resealing {
  /** Sealed by another one of `SECRET`, and now by the first. */
  resealed: number;
  /** Keys of authenticator apps that none of `SECRET` opens. */
  unreadable: number;
}

/**
 * Seals with the first of `SECRET` what others of it sealed, so that they can be dropped. A process
 * with another order may still seal with its own first: it is repeated while there are several.
 */
export async function reseal(services: Services): Promise<Resealing> {
  const factors = await resealSecondFactors(services);
  if (services.config.SECRET.length === 1) return factors;
  const others = (await resealDrafts(services)) + (await resealCompanySessions(services));
  return { ...factors, resealed: factors.resealed + others };
}

async function resealSecondFactors(services: Services): Promise<Resealing> {
  const { store, config } = services;
  const done = { resealed: 0, unreadable: 0 };
  for (const column of ['secret', 'pending_secret'] as const) {
    const rows = await store.db
      .selectFrom('second_factor')
      .select(['account_id', column])
      .execute();
    for (const { account_id, [column]: sealed } of rows) {
      if (sealed === null) continue;
      const anew = resealed(config, sealed);
      if (anew === null) done.unreadable++;
      if (anew === null || anew === sealed) continue;
      await store.transact(async (trx) => {
        await trx
          .updateTable('second_factor')
          .set({ [column]: anew })
          .where('account_id', '=', account_id)
          // Somebody may have set up another meanwhile.
          .where(column, '=', sealed)
          .execute();
      });
      done.resealed++;
    }
  }
  return done;
}

async function resealDrafts({ store, config }: Services): Promise<number> {
  let count = 0;
  const names = await store.db.selectFrom('draft').select(['account_id', 'name']).execute();
  for (const { account_id, name } of names) {
    const row = await store.db
      .selectFrom('draft')
      .select('content')
      .where('account_id', '=', account_id)
      .where('name', '=', name)
      .executeTakeFirst();
    const anew = row && resealed(config, row.content, draftPurpose(account_id, name));
    if (!anew || anew === row.content) continue;
    await store.db
      .updateTable('draft')
      .set({ content: anew })
      .where('draft.account_id', '=', account_id)
      .where('draft.name', '=', name)
      // It may have been saved meanwhile.
      .where('content', '=', row.content)
      .execute();
    count++;
  }
  return count;
}

async function resealCompanySessions({ store, config }: Services): Promise<number> {
  let count = 0;
  const rows = await store.db
    .selectFrom('company_session')
    .select(['token_digest', 'tokens'])
    .execute();
  for (const { token_digest, tokens } of rows) {
    const anew = resealed(config, tokens);
    if (anew === null || anew === tokens) continue;
    await store.db
      .updateTable('company_session')
      .set({ tokens: anew })
      .where('token_digest', '=', token_digest)
      // The provider may have given others meanwhile.
      .where('tokens', '=', tokens)
      .execute();
    count++;
  }
  return count;
}
