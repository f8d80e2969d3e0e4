import type { Kysely } from 'kysely';

/** Passkeys of staff, and the challenge that a session waits for an answer to. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('passkey')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute();
  await schema.createIndex('passkey_of_account').on('passkey').column('account_id').execute();
  await schema.alterTable('session').addColumn('passkey_challenge', 'text').execute();
  await schema.alterTable('session').addColumn('passkey_challenge_at', 'bigint').execute();
}
