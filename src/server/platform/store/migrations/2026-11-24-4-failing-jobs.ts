import type { Kysely } from 'kysely';

/** Since when a job has failed, and when it was given no further try. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('job').addColumn('failing_since', 'bigint').execute();
  await schema.alterTable('job').addColumn('dead_at', 'bigint').execute();
}
