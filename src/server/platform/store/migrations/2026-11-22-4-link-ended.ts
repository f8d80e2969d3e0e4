import type { Kysely } from 'kysely';

/** The end of the link that an application hangs on, and how often its report was asked for again. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('application').addColumn('link_ended_at', 'bigint').execute();
  await schema
    .alterTable('report')
    .addColumn('regenerations', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
