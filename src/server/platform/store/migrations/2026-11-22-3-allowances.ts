import type { Kysely } from 'kysely';

/** What was used of each limit, for all processes on one database. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('allowance')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('whole_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('allowance_by_time').on('allowance').column('whole_at').execute();
}
