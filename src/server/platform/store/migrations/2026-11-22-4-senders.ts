import { type Kysely, sql } from 'kysely';

/** Codes, tries and locks of each sender at an address; what there was is of whoever comes first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('challenge').renameTo('challenge_of_address').execute();
  await schema
    .createTable('challenge')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('sender', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('digest', 'text')
    .addColumn('sent_at', 'bigint')
    .addColumn('visit', 'text')
    .addColumn('wrong_tries', 'integer', (c) => c.notNull())
    .addColumn('locked_until', 'bigint')
    .addColumn('lift_digest', 'text')
    .addPrimaryKeyConstraint('challenge_of_sender', ['email', 'sender'])
    .execute();
  await sql`insert into challenge (email, sender, state, digest, sent_at, wrong_tries, locked_until)
    select email, '', state, digest, sent_at, wrong_tries, locked_until
    from challenge_of_address`.execute(db);
  await schema.dropTable('challenge_of_address').execute();
  await schema.createIndex('challenge_by_link').on('challenge').column('lift_digest').execute();
}
