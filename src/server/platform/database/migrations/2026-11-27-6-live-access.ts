import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table live_grant (
    id text primary key, public_id text not null,
    account_id text not null references account (id),
    recipient_id text not null references account (id), vehicle_id text not null, vin text,
    vehicle_name text, state text not null, requested_at bigint not null, ends_at bigint not null,
    linked_from bigint, linked_until bigint, confirmed_at bigint, paused_at bigint,
    suspended_at bigint, suspended_by text references account (id), ground text,
    substantiation text, ended_at bigint, ended_because text
  )`,
  `create unique index if not exists live_grant_open on live_grant (account_id, vehicle_id)
    where ended_at is null`,
  'create index if not exists live_grant_of_account on live_grant (account_id)',
  'create index if not exists live_grant_of_recipient on live_grant (recipient_id)',
  'create index if not exists live_grant_of_suspended_by on live_grant (suspended_by)',
  'create index if not exists live_grant_of_vin on live_grant (vin)',
  'create index if not exists live_grant_by_end on live_grant (ends_at) where ended_at is null',
  'create index if not exists live_grant_by_time on live_grant (requested_at)',
  `create table live_token (
    id text primary key, grant_id text not null references live_grant (id) on delete cascade,
    name text not null, prefix text not null, digest text not null unique,
    mac text not null, data_types_json text not null, created_at bigint not null, ends_at bigint not null,
    revoked_at bigint, last_used_at bigint, last_network text
  )`,
  'create index if not exists live_token_of_grant on live_token (grant_id)',
  `create table live_token_use (
    token_id text not null references live_token (id) on delete cascade, day text not null,
    calls bigint not null, constraint live_token_use_key primary key (token_id, day)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
