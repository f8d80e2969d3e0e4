import type { Kysely } from 'kysely';

/** Adds the desk's settings, which leads change. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('desk_setting')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value_json', 'text', (c) => c.notNull())
    .execute();
}
