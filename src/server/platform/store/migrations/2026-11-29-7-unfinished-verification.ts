import type { Kysely } from 'kysely';

/** When a process last said that it verifies the chains, and how often that was begun and not ended. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const column of ['verify_seen_at', 'verify_tries'])
    await schema
      .alterTable('operator_mail')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
}
