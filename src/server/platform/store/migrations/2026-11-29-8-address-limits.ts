import type { Kysely } from 'kysely';

/** Wrong codes at an address within a day, when its limits were reset, and the link mailed to it. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('address_limit')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('reset_at', 'bigint')
    .addColumn('link_digest', 'text')
    .addColumn('link_mailed_at', 'bigint')
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('address_limit_by_link')
    .on('address_limit')
    .column('link_digest')
    .execute();
  await schema
    .createIndex('address_limit_by_time')
    .on('address_limit')
    .column('changed_at')
    .execute();
  await schema
    .createTable('wrong_code')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('network', 'text')
    .addColumn('entered_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('wrong_code_of_address')
    .on('wrong_code')
    .columns(['email', 'entered_at'])
    .execute();
  await schema.createIndex('wrong_code_by_time').on('wrong_code').column('entered_at').execute();
}
