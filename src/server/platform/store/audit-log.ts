import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type AuditAction, accessActions } from '#contract/audit.ts';
import type { Value } from './audit-key.ts';
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

/** Entries of access are kept for a time of their own, and sealed as a kind of their own. */
export type SealedKindOfEntry = 'entry' | 'access';

/** How the actions of a kind stand to those of access. */
export const amongAccess = { access: 'in', entry: 'not in' } as const;

function sealedEntry(entry: Omit<AuditRow, 'hash'>): Sealed {
  const isAccess = accessActions.some((action) => action === entry.action);
  const kind: SealedKindOfEntry = isAccess ? 'access' : 'entry';
  return { kind, subject: String(entry.seq), content: entryContent(entry) };
}

/** Fields of an entry that its seal covers, in a fixed order. */
export function entryContent(entry: Omit<AuditRow, 'hash'>): readonly Value[] {
  const { at, actor_id, actor, action, application_number, detail } = entry;
  return [at, actor_id, actor, action, application_number, detail];
}

/** SHA-256 over the hash before and every field of the entry, in a fixed order. */
export function auditHash(previousHash: string, entry: Omit<AuditRow, 'hash'>): string {
  const { seq, at, actor_id, actor, action, application_number, detail } = entry;
  const fields = [previousHash, seq, at, actor_id, actor, action, application_number, detail];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
