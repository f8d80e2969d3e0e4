import { type Kysely, sql } from 'kysely';

/** Earlier versions of disputes, their outcomes and notices that the desk corrected or withdrew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table earlier_record (
      id text primary key, application_number text not null references application (number),
      about text not null, subject text not null, facts_json text not null,
      recorded_by text not null references account (id), recorded_at bigint not null,
      changed_by text not null references account (id), changed_at bigint not null,
      withdrawn integer not null
    )`,
    'create index if not exists earlier_record_application_number on earlier_record (application_number)',
    'create index if not exists earlier_record_of_recorded_by on earlier_record (recorded_by)',
    'create index if not exists earlier_record_of_changed_by on earlier_record (changed_by)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
