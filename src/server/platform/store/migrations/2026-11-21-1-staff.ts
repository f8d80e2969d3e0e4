import type { Kysely } from 'kysely';

/** Roles of the data holder's staff, their second factor, and who did what. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const role of ['is_lead', 'is_auditor', 'is_analyst'])
    await schema
      .alterTable('account')
      .addColumn(role, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await schema.alterTable('session').addColumn('second_factor_at', 'bigint').execute();
  await schema
    .createTable('second_factor')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('account.id'))
    .addColumn('secret', 'text')
    .addColumn('pending_secret', 'text')
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .addColumn('wrong_tries', 'integer', (c) => c.notNull())
    .addColumn('locked_until', 'bigint')
    .execute();
  await schema
    .createTable('recovery_code')
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('digest', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_code_key', ['account_id', 'digest'])
    .execute();
}
