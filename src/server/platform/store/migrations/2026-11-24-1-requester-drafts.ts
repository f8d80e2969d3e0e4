import type { Kysely } from 'kysely';

/** Forms that are begun and not sent, by account. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('draft')
    .addColumn('account_id', 'text', (c) =>
      c.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('saved_at', 'bigint', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('draft_key', ['account_id', 'name'])
    .execute();
  await schema.createIndex('draft_by_age').on('draft').column('saved_at').execute();
}
