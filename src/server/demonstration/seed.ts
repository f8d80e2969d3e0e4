import type { Services } from '../services.ts';
import { demoAccounts } from './demo-accounts.ts';
import { seedFleet } from './demo-fleet.ts';

/** Gives a new demonstration its accounts and its fleet; one that has them is left alone. */
export async function seedDemonstration({ store, now }: Services): Promise<void> {
  await store.transact(async (trx) => {
    const seeded = await trx.selectFrom('account').select('id').limit(1).executeTakeFirst();
    if (seeded) return;
    for (const { role, email } of demoAccounts) {
      await trx
        .insertInto('account')
        .values({
          id: `demo-${role}`,
          email,
          is_reviewer: role === 'reviewer' ? 1 : 0,
          language: 'en',
          created_at: now(),
        })
        .execute();
    }
    await seedFleet(trx, { owner: demoAccounts[0].email, now: now() });
  });
}
