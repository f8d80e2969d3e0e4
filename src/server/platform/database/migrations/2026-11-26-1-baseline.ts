import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * The tables of release 1.0.0. The SQL is the same for SQLite and PostgreSQL; what differs between
 * them (the search index) follows below. Times are Unix times in ms.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const randomId = isPostgres ? 'gen_random_uuid()' : '(lower(hex(randomblob(16))))';
  const tables = TABLES.replaceAll('<random id>', randomId);
  for (const statement of tables.split(/;$/m))
    if (statement.trim() !== '') await sql.raw(statement).execute(db);
  await sql`insert into audit_head (id) values (1)`.execute(db);
  await (isPostgres ? createSearchOnPostgres(db) : createSearchOnSqlite(db));
}

const TABLES = `
  -- Accounts, sign-in and sessions

  create table account (
    id text primary key, email text not null unique, is_reviewer integer not null,
    language text not null, created_at bigint not null, is_lead integer not null default 0,
    is_auditor integer not null default 0, is_analyst integer not null default 0,
    mails_hourly bigint not null default 0
  );
  create index account_of_staff on account (email)
    where is_reviewer = 1 or is_lead = 1 or is_auditor = 1 or is_analyst = 1;

  create table session (
    token_digest text primary key, account_id text not null references account (id),
    created_at bigint not null, expires_at bigint not null, second_factor_at bigint, browser text,
    last_used_at bigint, ended_because text, second_factor_step bigint, passkey_challenge text,
    passkey_challenge_at bigint
  );
  create index session_by_end on session (expires_at);
  create index session_of_account on session (account_id);

  create table challenge (
    email text not null, sender text not null, state text not null, digest text, sent_at bigint,
    visit text, wrong_tries integer not null, locked_until bigint, lift_digest text,
    constraint challenge_of_sender primary key (email, sender)
  );
  create index challenge_by_link on challenge (lift_digest);
  create index challenge_by_time on challenge (coalesce(locked_until, sent_at, 0));

  create table address_limit (
    email text primary key, reset_at bigint, link_digest text, link_mailed_at bigint,
    changed_at bigint not null
  );
  create index address_limit_by_link on address_limit (link_digest);
  create index address_limit_by_time on address_limit (changed_at);

  create table wrong_code (
    email text not null, network text, entered_at bigint not null
  );
  create index wrong_code_by_time on wrong_code (entered_at);
  create index wrong_code_of_address on wrong_code (email, entered_at);

  create table second_factor (
    account_id text primary key references account (id), secret text, pending_secret text,
    last_step bigint not null, wrong_tries integer not null, locked_until bigint
  );

  create table recovery_code (
    account_id text not null references account (id), digest text not null,
    constraint recovery_code_key primary key (account_id, digest)
  );

  create table passkey (
    id text primary key, account_id text not null, name text not null, public_key text not null,
    counter bigint not null, transports text not null, created_at bigint not null,
    last_used_at bigint
  );
  create index passkey_of_account on passkey (account_id);

  create table company_identity (
    issuer text not null, subject text not null,
    account_id text not null references account (id) on delete cascade,
    created_at bigint not null, constraint company_identity_key primary key (issuer, subject),
    constraint company_identity_of_account unique (account_id, issuer)
  );

  create table company_session (
    token_digest text primary key references session (token_digest) on delete cascade,
    issuer text not null, subject text not null, tokens text not null,
    confirmed_at bigint not null, asking_until bigint
  );

  create table lead_nomination (
    email text primary key, roles text not null, nominated_by text not null,
    nominated_at bigint not null
  );

  create table draft (
    account_id text not null references account (id) on delete cascade, name text not null,
    version bigint not null, saved_at bigint not null, content text not null,
    constraint draft_key primary key (account_id, name)
  );
  create index draft_by_age on draft (saved_at);

  -- Vehicles

  create table vehicle (
    id text primary key, vin text not null unique, name text not null,
    attributes_json text not null
  );

  create table vehicle_link (
    id text not null unique default <random id>,
    vehicle_id text not null references vehicle (id), email text not null,
    linked_from bigint not null default 0, linked_until bigint, on_behalf_of text,
    constraint vehicle_link_time_key primary key (email, vehicle_id, linked_from)
  );
  create index vehicle_link_of_vehicle_id on vehicle_link (vehicle_id);

  create table import_batch (
    vehicle_id text not null references vehicle (id), sha256 text not null, rows bigint not null,
    imported_at bigint not null, source text, sampling_ms bigint,
    constraint import_batch_key primary key (vehicle_id, sha256)
  );

  create table series_object (
    id text primary key, vehicle_id text not null references vehicle (id), number bigint not null,
    first_at bigint not null, last_at bigint not null, rows bigint not null,
    counts_json text not null, size bigint not null, sha256 text not null,
    import_sha256 text not null, checked_at bigint not null default 0, damaged_at bigint,
    constraint series_object_number unique (vehicle_id, number)
  );
  create index series_object_by_check on series_object (checked_at);
  create index series_object_in_time on series_object (vehicle_id, last_at);

  create table signal_note (
    vehicle_id text not null, name text not null, kind text not null, count bigint,
    first_at bigint, last_at bigint, import_sha256 text
  );
  create index signal_note_vehicle on signal_note (vehicle_id, name);

  -- Applications

  create table application (
    number text primary key, kind text not null,
    requester_id text not null references account (id), state text not null,
    code integer not null, revision integer not null, answer_due_at bigint,
    submission_id text not null, purpose text not null, vehicle_id text, form_json text not null,
    data_request_json text, information_request text, created_at bigint not null,
    updated_at bigint not null, due_at bigint, assignee_id text references account (id),
    reminded_revision integer not null default -1, information_items text, refusal_ground text,
    link_ended_at bigint, requester_name text not null default '', contact_confirmed_at bigint,
    constraint application_submission unique (requester_id, submission_id)
  );
  create index application_by_answer_due on application
    (answer_due_at, number) where answer_due_at is not null;
  create index application_by_due_date on application (answer_due_at);
  create index application_of_assignee on application (assignee_id, state, due_at, number, kind);
  create index application_of_requester on application (requester_id, created_at);
  create index application_open on application (state, created_at, kind, due_at, updated_at);
  create index application_queue on application
    (due_at, number, state, kind, assignee_id, created_at, requester_name);
  create index application_queue_by_requester on application
    (requester_name, due_at, number, state, kind, assignee_id);

  create table history_entry (
    application_number text not null references application (number), revision integer not null,
    at bigint not null, actor_id text not null, role text not null, event text not null,
    from_state text, to_state text not null, text text, facts_json text,
    constraint history_entry_key primary key (application_number, revision)
  );

  create table supplement (
    application_number text not null references application (number), revision integer not null,
    at bigint not null, text text not null, files_json text not null,
    constraint supplement_key primary key (application_number, revision)
  );

  create table stored_file (
    id text primary key, owner_id text not null references account (id),
    application_number text references application (number), usage text not null,
    name text not null, media_type text not null, size bigint not null, sha256 text not null,
    created_at bigint not null, marks_json text not null default '[]',
    scan text not null default 'none', checked_at bigint not null default 0, damaged_at bigint
  );
  create index stored_file_by_damaged_at on stored_file (damaged_at) where damaged_at is not null;
  create index stored_file_of_application on stored_file (application_number);
  create index stored_file_of_owner on stored_file (owner_id, application_number);

  create table authority_notice (
    application_number text primary key references application (number), since bigint not null,
    notified_on text, how text, recorded_by text references account (id), recorded_at bigint
  );
  create index authority_notice_of_recorded_by on authority_notice (recorded_by);

  create table past_authority_notice (
    id text primary key, application_number text not null references application (number),
    since bigint not null, notified_on text not null, how text not null,
    recorded_by text not null references account (id), recorded_at bigint not null
  );
  create index past_authority_notice_application_number on past_authority_notice
    (application_number);
  create index past_authority_notice_of_recorded_by on past_authority_notice (recorded_by);

  create table body_notice (
    id text primary key, application_number text not null references application (number),
    about text not null, at bigint not null, recorded_by text not null references account (id),
    facts_json text
  );
  create index body_notice_application_number on body_notice (application_number);
  create index body_notice_of_recorded_by on body_notice (recorded_by);

  create table erasure_notice (
    application_number text primary key references application (number), at bigint not null,
    recorded_by text not null references account (id), erased_on text not null, text text not null
  );
  create index erasure_notice_of_recorded_by on erasure_notice (recorded_by);

  create table dispute (
    id text primary key, application_number text not null references application (number),
    state text not null, body text not null, body_name text not null, started_on text not null,
    reference text, recorded_by text not null references account (id),
    recorded_at bigint not null, ended_on text, outcome text, end_remark text,
    ended_by text references account (id), ended_at bigint
  );
  create index dispute_application_number on dispute (application_number);
  create index dispute_of_ended_by on dispute (ended_by);
  create index dispute_of_recorded_by on dispute (recorded_by);

  create table quote (
    id text primary key, application_number text not null references application (number),
    state text not null, currency text not null, amounts_json text not null, text text not null,
    valid_on text not null, valid_until bigint not null,
    sent_by text not null references account (id), sent_at bigint not null, objected_at bigint,
    objection text, settled_by text references account (id), settled_at bigint
  );
  create index quote_application_number on quote (application_number);
  create index quote_of_sent_by on quote (sent_by);
  create index quote_of_settled_by on quote (settled_by);

  -- Reports

  create table report (
    application_number text primary key references application (number), state text not null,
    attempts integer not null, kept_until bigint, reason text, file_name text, rows bigint,
    size bigint, sha256 text, updated_at bigint not null,
    regenerations integer not null default 0, checked_at bigint not null default 0,
    damaged_at bigint, package_name text, package_size bigint, package_sha256 text,
    package_checked_at bigint not null default 0, package_damaged_at bigint
  );
  create index report_by_damaged_at on report (damaged_at) where damaged_at is not null;
  create index report_by_end on report (state, kept_until);
  create index report_by_package_damaged_at on report
    (package_damaged_at) where package_damaged_at is not null;
  create index report_of_file_name on report (file_name);
  create index report_of_package_name on report (package_name);

  create table held_report (
    name text primary key, application_number text not null references application (number),
    size bigint not null, sha256 text not null, held_at bigint not null,
    checked_at bigint not null default 0, damaged_at bigint
  );
  create index held_report_application_number on held_report (application_number);

  create table recipient (
    application_number text primary key references application (number), email text not null,
    language text not null, token_digest text, link_sent_at bigint not null, proved_at bigint,
    fetched_at bigint, withdrawn_at bigint
  );
  create unique index recipient_token_digest on recipient (token_digest);

  create table recipient_file (
    name text primary key, application_number text not null references application (number),
    format text not null, size bigint not null, sha256 text not null,
    checked_at bigint not null default 0, damaged_at bigint
  );
  create index recipient_file_application_number on recipient_file (application_number);

  -- Desk

  create table note (
    id text primary key, application_number text not null references application (number),
    author_id text not null references account (id), at bigint not null, text text not null
  );
  create index note_of_application on note (application_number, at);
  create index note_of_author on note (author_id);

  create table mention (
    note_id text not null references note (id), account_id text not null references account (id),
    application_number text not null references application (number),
    constraint mention_key primary key (note_id, account_id)
  );
  create index mention_of_account_id on mention (account_id);
  create index mention_of_application on mention (application_number);

  create table opinion (
    question_id text primary key references note (id),
    application_number text not null references application (number),
    asked_of text not null references account (id), answer_id text references note (id),
    agrees integer, revision integer
  );
  create index opinion_application_number on opinion (application_number);
  create index opinion_asked_of on opinion (asked_of);
  create index opinion_of_answer_id on opinion (answer_id);

  create table watch (
    account_id text not null references account (id),
    application_number text not null references application (number),
    constraint watch_key primary key (account_id, application_number)
  );
  create index watch_of_application on watch (application_number);

  create table presence (
    application_number text not null references application (number),
    account_id text not null references account (id), seen_at bigint not null,
    constraint presence_key primary key (application_number, account_id)
  );
  create index presence_of_account_id on presence (account_id);

  create table saved_view (
    account_id text not null references account (id), name text not null,
    filter_json text not null, constraint saved_view_key primary key (account_id, name)
  );

  create table letter_template (
    id text primary key, name text not null unique, decision text not null,
    texts_json text not null
  );

  create table desk_setting (
    name text primary key, value_json text not null
  );

  create table held_mail (
    id text primary key, account_id text not null references account (id),
    application_number text not null references application (number), subject text not null,
    body text not null, created_at bigint not null
  );
  create index held_mail_of_account on held_mail (account_id);
  create index held_mail_of_application on held_mail (application_number);

  -- Figures

  create table course (
    application_number text primary key references application (number), codes text not null,
    kind text not null, filed_at bigint not null, outcome integer not null,
    assumed integer not null default 0, replayed_by text
  );
  create index course_by_chance on course
    ((filed_at % 999983), application_number, filed_at, kind, outcome);
  create index course_filed on course (filed_at, application_number, kind, outcome);
  create index course_variant on course (codes, kind, filed_at, outcome);

  create table step (
    application_number text not null references application (number), revision integer not null,
    from_code integer not null, event text not null, to_code integer not null, waited bigint,
    visit integer not null, kind text not null, filed_at bigint not null,
    outcome integer not null, constraint step_key primary key (application_number, revision)
  );
  create index step_again on step (application_number, kind, filed_at, outcome) where visit > 1;
  create index step_filed on step
    (filed_at, kind, outcome, from_code, event, to_code, waited, visit);
  create index step_of_state on step (from_code, waited, kind, filed_at, outcome);
  create index step_of_transition on step
    (from_code, event, to_code, waited, kind, filed_at, outcome, visit);

  create table deviation (
    application_number text not null references application (number), revision integer not null,
    kind text not null, role text not null, event text not null, from_state text,
    to_state text not null, reason text not null, guard text,
    constraint deviation_key primary key (application_number, revision)
  );
  create index deviation_case on deviation
    (event, from_state, to_state, kind, role, reason, guard, application_number);

  -- Evidence

  create table audit_entry (
    seq bigint primary key, at bigint not null, actor_id text not null, actor text not null,
    action text not null, application_number text, detail text, hash text not null
  );
  create index audit_by_action on audit_entry (action, seq);
  create index audit_by_actor on audit_entry (actor, seq);
  create index audit_by_at on audit_entry (at, seq);
  create index audit_of_application on audit_entry (application_number, seq);

  -- Reads that are not in the chain yet; moved to audit_entry within a minute.
  create table pending_read (
    id text primary key, at bigint not null, actor_id text not null, actor text not null,
    action text not null, application_number text, detail text
  );
  create index pending_read_by_at on pending_read (at);

  create table audit_head (
    id integer primary key, seal_seq bigint not null default 0, seal_hash text not null default '',
    entry_seq bigint not null default 0, entry_hash text not null default '',
    key_id text not null default '', mac text not null default ''
  );

  create table seal (
    seq bigint primary key, at bigint not null, kind text not null, subject text not null,
    digest text not null, key_id text not null, hash text not null
  );
  create index seal_of_subject on seal (kind, subject, seq);

  create table head_copy (
    target text primary key, seq bigint not null, next_at bigint not null,
    attempts integer not null, last_error text
  );

  -- Jobs and operation

  create table job (
    id text primary key, kind text not null, subject text not null, run_at bigint not null,
    leased_until bigint, attempts integer not null, last_error text,
    priority integer not null default 2, failing_since bigint, dead_at bigint
  );
  create index job_by_time on job (kind, run_at);
  create index job_in_hand on job (kind, leased_until) where leased_until is not null;
  create index job_in_order on job (kind, priority, run_at, id);

  create table mail (
    id text primary key, message_id text not null unique, recipient text not null,
    language text not null, subject text not null, body text not null, application_number text,
    created_at bigint not null, sent_at bigint, topic text, valid_until bigint
  );
  create index mail_by_time on mail (created_at, id);
  create index mail_of_application on mail (application_number, created_at);
  create index mail_of_topic on mail (topic);

  create table allowance (
    key text primary key, whole_at bigint not null
  );
  create index allowance_by_time on allowance (whole_at);

  create table cookie_choice (
    id text primary key, functional integer not null, recorded_at bigint not null
  );
  create index cookie_choice_by_time on cookie_choice (recorded_at);

  create table operator_mail (
    id text primary key, body text not null, mailed_at bigint not null,
    verified_at bigint not null, broken bigint not null, verify_seen_at bigint not null default 0,
    verify_tries bigint not null default 0
  );

  create table installation (
    id integer primary key, name text not null
  );

  create table installation_mode (
    id integer primary key, mode text not null
  );

  create table secret_in_use (
    id integer primary key, key_id text not null
  );
`;

/**
 * Search of the desk by trigrams, through `pg_trgm`. Without the extension, or without the right to
 * create it, searches read every row.
 */
async function createSearchOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create table application_search (
    application_number text primary key references application (number),
    text text not null)`.execute(db);
  await sql`do $$ begin
      create extension if not exists pg_trgm;
    exception when insufficient_privilege or undefined_file or feature_not_supported then null;
    end $$`.execute(db);
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`.execute(db);
  const [extension] = rows;
  if (!extension) return;
  // Without fastupdate: every search would read the list of pending entries.
  await sql`create index application_search_trigram on application_search
    using gin (text ${sql.id(extension.schema, 'gin_trgm_ops')}) with (fastupdate = off)`.execute(
    db,
  );
}

/**
 * Search of the desk by trigrams, through FTS5. The index stores no text and needs rows
 * with stable ids; it overwrites deleted entries, because a series of trigrams reveals a name.
 */
async function createSearchOnSqlite(db: Kysely<unknown>): Promise<void> {
  const insertNew = sql`insert into application_search_trigram (rowid, application_number, text)
    values (new.id, new.application_number, new.text);`;
  const deleteOld = sql`insert into application_search_trigram
    (application_search_trigram, rowid, application_number, text)
    values ('delete', old.id, old.application_number, old.text);`;
  for (const statement of [
    sql`create table application_search (
      id integer primary key,
      application_number text not null unique references application (number),
      text text not null)`,
    sql`create virtual table application_search_trigram using fts5 (
      application_number unindexed, text, content = 'application_search', content_rowid = 'id',
      tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0)`,
    sql`insert into application_search_trigram (application_search_trigram, rank)
      values ('secure-delete', 1)`,
    sql`create trigger application_search_insert after insert on application_search
      begin ${insertNew} end`,
    sql`create trigger application_search_delete after delete on application_search
      begin ${deleteOld} end`,
    sql`create trigger application_search_update after update on application_search
      begin ${deleteOld} ${insertNew} end`,
  ])
    await statement.execute(db);
}
