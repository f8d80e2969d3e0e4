import type { Kysely } from 'kysely';

/** Indexes the queue by assignee, nobody included, so that the wide rows are not read. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('application_of_assignee')
    .on('application')
    .columns(['assignee_id', 'state', 'due_at', 'number', 'kind'])
    .execute();
}
