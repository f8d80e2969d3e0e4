import type { Kysely } from 'kysely';

/** Finds what is an account's or an application's: to erase one, no table is read through. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('session_of_account').on('session').column('account_id').execute();
  await schema.createIndex('note_of_author').on('note').column('author_id').execute();
  await schema
    .createIndex('stored_file_of_owner')
    .on('stored_file')
    .columns(['owner_id', 'application_number'])
    .execute();
  await schema
    .createIndex('mail_of_application')
    .on('mail')
    .columns(['application_number', 'created_at'])
    .execute();
}
