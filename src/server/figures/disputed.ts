import { sql } from 'kysely';
import type { Services } from '#server/platform/database/services.ts';
import { type Filter, isCountedApplication } from './counted.ts';

/**
 * Applications that a filter names about which there was a complaint or dispute: a machine of its own,
 * whose steps are none of the application's.
 */
export async function countDisputes(
  { store }: Services,
  filter: Filter,
): Promise<{ disputed: number; openDisputes: number }> {
  const { disputed, open } = await store.db
    .selectFrom('dispute')
    .select(sql<number | string>`count(distinct dispute.application_number)`.as('disputed'))
    .select(
      sql<number | string>`count(distinct case when dispute.ended_at is null
        then dispute.application_number end)`.as('open'),
    )
    // Disputes are few: each asks for its application, not each application for disputes.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('application')
          .select('number')
          .whereRef('number', '=', 'dispute.application_number')
          .where(isCountedApplication(filter)),
      ),
    )
    .executeTakeFirstOrThrow();
  return { disputed: Number(disputed), openDisputes: Number(open) };
}
