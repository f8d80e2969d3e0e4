import { type Kysely, sql } from 'kysely';

/** Traces in the order of their filing, and the steps back into a state, which are few. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('course_filed')
    .on('course')
    .columns(['filed_at', 'application_number', 'kind', 'outcome'])
    .execute();
  await schema
    .createIndex('step_again')
    .on('step')
    .columns(['application_number', 'kind', 'filed_at', 'outcome'])
    .where(sql<boolean>`visit > 1`)
    .execute();
}
