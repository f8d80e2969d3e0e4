import { staffRoles } from '#contract/staff-roles.ts';
import { flagsOf } from '#server/accounts/staff/roles.ts';
import type { Services } from '#server/platform/database/services.ts';
import { demoAccounts } from './demo-accounts.ts';
import { seedFleet } from './demo-fleet.ts';

/** Gives a demonstration the accounts it lacks, and a new one its fleet. */
export async function seedDemonstration(services: Services): Promise<void> {
  const { store, now } = services;
  await store.transact(async (trx) => {
    const seeded = await trx.selectFrom('account').select('id').limit(1).executeTakeFirst();
    for (const { role, email } of demoAccounts) {
      await trx
        .insertInto('account')
        .values({
          id: `demo-${role}`,
          email,
          ...flagsOf(staffRoles.filter((one) => one === role)),
          language: 'en',
          created_at: now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    if (!seeded) await seedFleet({ services, trx }, { owner: demoAccounts[0].email, now: now() });
  });
}
