import type { Kysely } from 'kysely';

/** What somebody has taken, and what nobody has, without a look at the wide rows. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('application_of_assignee')
    .on('application')
    .columns(['assignee_id', 'state', 'due_at', 'number', 'kind'])
    .execute();
}
