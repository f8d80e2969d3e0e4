import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Allows latest values without a time of arrival. Those of imported files had the time of the
 * measurement.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
}

const POSTGRES = [
  'alter table latest_sample alter column received_at drop not null',
  'update latest_sample set received_at = null where received_at = captured_at',
];

const SQLITE = [
  `create table latest_sample_new (
    vehicle_id text not null, signal text not null, captured_at bigint not null,
    received_at bigint, value_json text not null,
    constraint latest_sample_key primary key (vehicle_id, signal)
  ) without rowid`,
  `insert into latest_sample_new
    select vehicle_id, signal, captured_at, nullif(received_at, captured_at), value_json
    from latest_sample`,
  'drop table latest_sample',
  'alter table latest_sample_new rename to latest_sample',
];
