import type { Kysely } from 'kysely';

/** Finds the jobs in hand without reading those that wait. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('job_in_hand')
    .on('job')
    .columns(['kind', 'leased_until'])
    .where('leased_until', 'is not', null)
    .execute();
}
