import type { Kysely } from 'kysely';

/** Proposed leads, whom a second lead confirms. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('lead_nomination')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('nominated_by', 'text', (c) => c.notNull())
    .addColumn('nominated_at', 'bigint', (c) => c.notNull())
    .execute();
}
