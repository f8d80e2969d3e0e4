import type { Transaction } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { MINUTE } from '#lib/words/durations.ts';
import { auditKeys, keyedDigest } from '#server/platform/audit/audit-key.ts';
import { type AuditEvent, appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { findRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { RecordForbidden } from '#server/platform/http/route.ts';

const STRANGER = { id: 'stranger', email: 'not signed in' };
const MAX_REMEMBERED = 10_000;

/** Actor in the audit log: staff by address, requesters by id, which is anonymous after erasure. */
export function actorOf(account: {
  id: string;
  email: string;
  roles: readonly StaffRole[];
}): AuditEvent['by'] {
  const { id, email, roles } = account;
  return roles.length > 0 ? { id, email } : { id, email: 'requester' };
}

/**
 * Records an action for an address before sign-in: by the account's id or, if there is no account,
 * by a keyed digest of the address.
 */
export async function recordAtAddress(
  services: Services,
  trx: Transaction<Schema>,
  action: AuditAction,
  email: string,
): Promise<void> {
  const account = await findRow(trx, 'account', { email });
  const [key] = auditKeys(services.config);
  const detail = account?.id ?? keyedDigest(key, ['address', email]).slice(0, 32);
  await appendAuditEvent(services, trx, { by: STRANGER, action, detail });
}

export function forbiddenRecorder(services: Services): RecordForbidden {
  const { store, now } = services;
  const recorded = new Map<string, number>();
  return async (account, path) => {
    const key = `${account.id} ${path}`;
    if (now() - (recorded.get(key) ?? -MINUTE) < MINUTE) return;
    if (recorded.size >= MAX_REMEMBERED) recorded.clear();
    recorded.set(key, now());
    const entry = { by: actorOf(account), action: 'access.refuse', detail: path } as const;
    await store.transact((trx) => appendAuditEvent(services, trx, entry));
  };
}
