import { type Kysely, sql } from 'kysely';

/**
 * Finds what is over by its time, the staff among all accounts, and whose a file is: asked every
 * minute or hour.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('application_by_answer_due')
    .on('application')
    .columns(['answer_due_at', 'number'])
    .where('answer_due_at', 'is not', null)
    .execute();
  await schema.createIndex('report_by_end').on('report').columns(['state', 'kept_until']).execute();
  for (const name of ['file_name', 'package_name'])
    await schema.createIndex(`report_of_${name}`).on('report').column(name).execute();
  await schema.createIndex('session_by_end').on('session').column('expires_at').execute();
  await schema
    .createIndex('challenge_by_time')
    .on('challenge')
    .expression(sql`coalesce(locked_until, sent_at, 0)`)
    .execute();
  await schema
    .createIndex('account_of_staff')
    .on('account')
    .column('email')
    .where(sql<boolean>`is_reviewer = 1 or is_lead = 1 or is_auditor = 1 or is_analyst = 1`)
    .execute();
}
