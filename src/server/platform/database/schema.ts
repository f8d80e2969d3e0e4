import type { Generated } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';

/**
 * Maps each kind of job to the type of its `subject`. Feature folders add kinds with
 * `declare module`.
 */
export interface JobKinds {
  mail: string;
}
export type JobKind = keyof JobKinds;

/** `mailHeldSince`: in ms since the epoch. `database`: id, by which a copy is detected. */
export type OperationFact = 'mailHeldSince' | 'database';

/**
 * Tables of the platform. Feature folders add their tables with `declare module` in `*-tables.ts`.
 * Both databases use the same types: times are Unix times in ms, flags are 0 or 1, `…_json` columns
 * contain JSON, ids are texts.
 */
export interface Schema {
  job: {
    id: string;
    kind: JobKind;
    subject: string;
    priority: number;
    run_at: number;
    leased_until: number | null;
    attempts: number;
    last_error: string | null;
    failing_since?: number | null;
    dead_at?: number | null;
  };

  /** Outbox. `body` is cleared after sending: it may contain a code or a password. */
  mail: {
    id: string;
    message_id: string;
    recipient: string;
    language: string;
    subject: string;
    body: string;
    application_number: string | null;
    /** A new mail supersedes unsent mails of the same topic. */
    topic: string | null;
    valid_until: number | null;
    created_at: number;
    sent_at: number | null;
    /** Text of a letter without passwords, retained when `body` is cleared. */
    letter: string | null;
  };

  allowance: {
    key: string;
    whole_at: number;
  };

  shared_setting: { name: string; value: string };

  operation_fact: { name: OperationFact; value: string };

  installation_mode: { id: number; mode: 'production' | 'demonstration' };

  /** Single row with id 1: the secret of the process that started last. */
  secret_in_use: { id: number; key_id: string };

  audit_entry: {
    seq: number;
    at: number;
    actor_id: string;
    actor: string;
    action: AuditAction;
    application_number: string | null;
    detail: string | null;
    hash: string;
  };

  pending_read: Omit<Schema['audit_entry'], 'seq' | 'hash'> & { id: string };

  /** Single row: heads of the chain and of the audit log. */
  audit_head: {
    id: number;
    seal_seq: Generated<number>;
    seal_hash: Generated<string>;
    entry_seq: Generated<number>;
    entry_hash: Generated<string>;
    key_id: Generated<string>;
    /** Keyed digest of both heads, which makes changes detectable. */
    mac: Generated<string>;
  };

  seal: {
    seq: number;
    at: number;
    /** Table of the row, or `break`. */
    kind: string;
    subject: string;
    digest: string;
    key_id: string;
    hash: string;
  };

  head_copy: {
    target: string;
    seq: number;
    next_at: number;
    attempts: number;
    last_error: string | null;
  };

  operator_mail: {
    id: string;
    body: string;
    mailed_at: number;
    verified_at: number;
    broken: number;
    verify_seen_at: number;
    verify_tries: number;
  };
}
