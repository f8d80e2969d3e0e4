import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';
import type { Schema } from './schema.ts';
import { appendSeals, type ChainServices, lockHead, type Sealed } from './seals.ts';

type AuditRow = Schema['audit_entry'];

/** Action of an account, and what it concerns. */
export interface AuditEvent {
  by: { id: string; email: string };
  action: AuditAction;
  /** Number of what it concerns. */
  reference?: string;
  detail?: string;
}

/**
 * Appends an entry, chained to the one before by its hash and sealed, in the transaction of what it
 * records.
 */
export async function appendAuditEvent(
  services: ChainServices,
  trx: Transaction<Schema>,
  event: AuditEvent,
): Promise<void> {
  const head = await lockHead(services.store, trx);
  const entry = {
    seq: head.seq + 1,
    at: services.now(),
    actor_id: event.by.id,
    actor: event.by.email,
    action: event.action,
    application_number: event.reference ?? null,
    detail: event.detail ?? null,
  };
  const hash = auditHash(head.hash, entry);
  await trx
    .insertInto('audit_entry')
    .values({ ...entry, hash })
    .execute();
  await appendSeals(services, trx, [sealedEntry(entry)], head, { seq: entry.seq, hash });
}

/** An entry as it is sealed; those of access are kept for a time of their own. */
export function sealedEntry({ seq, ...entry }: Omit<AuditRow, 'hash'>): Sealed {
  const { at, actor_id, actor, action, application_number, detail } = entry;
  return {
    kind: 'entry',
    subject: String(seq),
    content: [at, actor_id, actor, action, application_number, detail],
  };
}

/** SHA-256 over the hash before and every field of the entry, in a fixed order. */
export function auditHash(previousHash: string, entry: Omit<AuditRow, 'hash'>): string {
  const { seq, at, actor_id, actor, action, application_number, detail } = entry;
  const fields = [previousHash, seq, at, actor_id, actor, action, application_number, detail];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
