import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Recent samples of vehicles, the latest value per signal, and the state of each vehicle's feed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of TABLES.split(/;$/m))
    if (statement.trim() !== '')
      await sql
        .raw(statement.replace('<clustered>', isPostgres ? '' : 'without rowid'))
        .execute(db);
}

const TABLES = `
  create table live_feed (
    vehicle_id text primary key references vehicle (id), last_seq bigint not null,
    contact_at bigint, compacted_seq bigint not null default 0, compacted_at bigint
  );
  create table sample (
    vehicle_id text not null, seq bigint not null, signal text not null,
    captured_at bigint not null, received_at bigint not null, value_json text not null,
    constraint sample_key primary key (vehicle_id, seq)
  ) <clustered>;
  create unique index if not exists sample_in_time on sample (vehicle_id, captured_at, signal);
  create table latest_sample (
    vehicle_id text not null, signal text not null, captured_at bigint not null,
    received_at bigint not null, value_json text not null,
    constraint latest_sample_key primary key (vehicle_id, signal)
  ) <clustered>;`;
