import type { Kysely } from 'kysely';

/** The queue in the order of those who apply, which a late page need not sort whole. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('application_queue_by_requester')
    .on('application')
    .columns(['requester_name', 'due_at', 'number', 'state', 'kind', 'assignee_id'])
    .execute();
}
