import type { Kysely } from 'kysely';

/** Jobs in the order of their priority; mails that are worth nothing after a while. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('job')
    .addColumn('priority', 'integer', (c) => c.notNull().defaultTo(2))
    .execute();
  await schema
    .createIndex('job_in_order')
    .on('job')
    .columns(['kind', 'priority', 'run_at', 'id'])
    .execute();
  await schema.alterTable('mail').addColumn('topic', 'text').execute();
  await schema.alterTable('mail').addColumn('valid_until', 'bigint').execute();
  await schema.createIndex('mail_of_topic').on('mail').column('topic').execute();
}
