import type { Generated } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';

/**
 * Kinds of jobs, each with the type of its subject. A room declares its own beside its worker
 * (`declare module`), as it declares its tables.
 */
export interface JobKinds {
  /** Id of the mail. */
  mail: string;
}
export type JobKind = keyof JobKinds;

/**
 * The tables of the platform. Each subject adds its own to this interface in a `…-tables.ts` beside
 * its code (`declare module`), as plugins of Fastify do, so that the platform names none of them.
 * Both databases hold the same types: instants are whole milliseconds since the epoch, flags are 0
 * or 1, `…_json` columns are JSON as text, ids are text.
 */
export interface Schema {
  /** Jobs to do. A row is leased while somebody does it and deleted when it is done. */
  job: {
    id: string;
    kind: JobKind;
    /** Format: see {@link JobKinds}. */
    subject: string;
    /** Jobs of a lower number are done first. */
    priority: number;
    run_at: number;
    leased_until: number | null;
    attempts: number;
    last_error: string | null;
    /** First failure of those without a success between, ms since the epoch; null while none. */
    failing_since?: number | null;
    /** When it failed for the last time and got no further try; null while it has tries. */
    dead_at?: number | null;
  };

  /** The outbox. `body` is emptied once a mail has left by SMTP: it may hold a code or a password. */
  mail: {
    id: string;
    /** The Message-ID header, the same at every try. */
    message_id: string;
    recipient: string;
    language: string;
    subject: string;
    body: string;
    application_number: string | null;
    /** A later mail on the same topic takes the place of one that has not left yet. */
    topic: string | null;
    /** From then on it is not sent any more. */
    valid_until: number | null;
    created_at: number;
    sent_at: number | null;
  };

  /** Use of a limit, by a digest of what is limited: when all of it can be used again. */
  allowance: {
    key: string;
    whole_at: number;
  };

  /** One row, under id 1. */
  installation_mode: { id: number; mode: 'production' | 'demonstration' };

  /** One row, under id 1: the secret that the process which started last writes with. */
  secret_in_use: { id: number; key_id: string };

  /** The audit log. */
  audit_entry: {
    seq: number;
    at: number;
    actor_id: string;
    /** Address of the actor at that time. */
    actor: string;
    action: AuditAction;
    application_number: string | null;
    detail: string | null;
    /** SHA-256 over the previous entry's hash and this entry (`entryHash`). */
    hash: string;
  };

  /** Reads by staff that are to be entries of the audit log. */
  pending_read: {
    id: string;
    at: number;
    actor_id: string;
    actor: string;
    action: AuditAction;
    application_number: string | null;
    detail: string | null;
  };

  /** One row: the ends of the chain and of the audit log, locked while something is appended. */
  audit_head: {
    id: number;
    seal_seq: Generated<number>;
    seal_hash: Generated<string>;
    entry_seq: Generated<number>;
    entry_hash: Generated<string>;
    /** Key that `mac` was made with; empty before the first seal. */
    key_id: Generated<string>;
    /** Keyed digest of both ends: without the key they cannot be moved unnoticed. */
    mac: Generated<string>;
  };

  /** Entries of the chain: the digest of a covered row after a change. Never changed. */
  seal: {
    seq: number;
    at: number;
    /** Table of the row, or `break`. */
    kind: string;
    /** Key of the row, a JSON array. */
    subject: string;
    /** Keyed; empty once the row is deleted. */
    digest: string;
    key_id: string;
    hash: string;
  };

  /** Up to which seal the end of the chain was copied to each place outside. */
  head_copy: {
    target: string;
    seq: number;
    /** Until then nobody need try: it was just copied, is being copied, or failed. */
    next_at: number;
    attempts: number;
    last_error: string | null;
  };

  /** One row: what the operator was mailed last, and when the chains were verified last. */
  operator_mail: {
    id: string;
    body: string;
    mailed_at: number;
    verified_at: number;
    /** Places at which the chains were found broken. */
    broken: number;
    /** When a process last said that it verifies them. */
    verify_seen_at: number;
    /** Verifications in a row that were begun and did not end, with the one in hand. */
    verify_tries: number;
  };
}
