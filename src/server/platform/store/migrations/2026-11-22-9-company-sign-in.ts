import type { Kysely } from 'kysely';

/** Who somebody is at the company's OpenID Connect provider, and the sessions that began there. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('company_identity')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) =>
      c.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('company_identity_key', ['issuer', 'subject'])
    .addUniqueConstraint('company_identity_of_account', ['account_id', 'issuer'])
    .execute();
  await schema
    .createTable('company_session')
    .addColumn('token_digest', 'text', (c) =>
      c.primaryKey().references('session.token_digest').onDelete('cascade'),
    )
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('tokens', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint', (c) => c.notNull())
    .addColumn('asking_until', 'bigint')
    .execute();
}
