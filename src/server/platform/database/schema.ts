import type { Generated } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';

/**
 * Kinds of jobs, each with the type of its subject. A subject folder adds its kinds by `declare
 * module`.
 */
export interface JobKinds {
  /** Id of the mail. */
  mail: string;
}
export type JobKind = keyof JobKinds;

/**
 * Tables of the platform; each subject adds its tables by `declare module` in `*.tables.ts`. Both
 * databases use the same types: times are Unix times in ms, flags are 0 or 1, `…_json` columns are
 * JSON texts, ids are texts.
 */
export interface Schema {
  /** Pending jobs. A row is leased while a worker runs it, and deleted when it is done. */
  job: {
    id: string;
    kind: JobKind;
    /** Format: see {@link JobKinds}. */
    subject: string;
    /** Lower numbers run first. */
    priority: number;
    run_at: number;
    leased_until: number | null;
    attempts: number;
    last_error: string | null;
    /** First failure since the last success; null without a failure. */
    failing_since?: number | null;
    /** Time of the last failure of a job that is no longer retried. */
    dead_at?: number | null;
  };

  /** Outbox. `body` is cleared once a mail is sent by SMTP: it may contain a code or a password. */
  mail: {
    id: string;
    /** Message-ID header, the same for all attempts. */
    message_id: string;
    recipient: string;
    language: string;
    subject: string;
    body: string;
    application_number: string | null;
    /** A new mail supersedes unsent mails of its topic. */
    topic: string | null;
    /** Not sent after this time. */
    valid_until: number | null;
    created_at: number;
    sent_at: number | null;
  };

  /** State of a rate limit by keyed digest: when all of it is available again. */
  allowance: {
    key: string;
    whole_at: number;
  };

  /** Single row with id 1. */
  installation_mode: { id: number; mode: 'production' | 'demonstration' };

  /** Single row with id 1: the secret of the process that started last. */
  secret_in_use: { id: number; key_id: string };

  audit_entry: {
    seq: number;
    at: number;
    actor_id: string;
    /** E-mail address at that time. */
    actor: string;
    action: AuditAction;
    application_number: string | null;
    detail: string | null;
    /** SHA-256 over the previous hash and this entry. */
    hash: string;
  };

  /** Reads by staff that will be moved to the audit log. */
  pending_read: {
    id: string;
    at: number;
    actor_id: string;
    actor: string;
    action: AuditAction;
    application_number: string | null;
    detail: string | null;
  };

  /** Single row: heads of the chain and of the audit log. */
  audit_head: {
    id: number;
    seal_seq: Generated<number>;
    seal_hash: Generated<string>;
    entry_seq: Generated<number>;
    entry_hash: Generated<string>;
    /** Key of `mac`; empty before the first seal. */
    key_id: Generated<string>;
    /** Keyed digest of both heads, which prevents unnoticed changes. */
    mac: Generated<string>;
  };

  /** Immutable entries of the chain: the digest of a covered row after a change. */
  seal: {
    seq: number;
    at: number;
    /** Table of the row, or `break`. */
    kind: string;
    /** Key of the row, a JSON array. */
    subject: string;
    /** Keyed; empty for a deleted row. */
    digest: string;
    key_id: string;
    hash: string;
  };

  /** Last seal that was copied to each destination. */
  head_copy: {
    target: string;
    seq: number;
    /** Next attempt, by any process. */
    next_at: number;
    attempts: number;
    last_error: string | null;
  };

  /** Single row: the last mail of alerts and the last verification of the chains. */
  operator_mail: {
    id: string;
    body: string;
    mailed_at: number;
    verified_at: number;
    /** Number of places at which the chains were broken. */
    broken: number;
    /** Time of the last started verification. */
    verify_seen_at: number;
    /** Started verifications since the last completed one. */
    verify_tries: number;
  };
}
