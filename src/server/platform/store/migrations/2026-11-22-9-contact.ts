import type { Kysely } from 'kysely';

/** When the requester confirmed the contact address by a code that was mailed there. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('application').addColumn('contact_confirmed_at', 'bigint').execute();
}
