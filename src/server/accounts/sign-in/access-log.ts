import type { Transaction } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { auditKeys, keyedDigest } from '#server/platform/audit/audit-key.ts';
import { type AuditEvent, appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { RecordForbidden } from '#server/platform/http/route.ts';

/** Stands in the log for whoever has not shown who they are. */
const STRANGER = { id: 'stranger', email: 'not signed in' };

/** Staff stand in the log by address, everybody else by their id, which tells nothing once erased. */
export function actorOf(account: {
  id: string;
  email: string;
  roles: readonly StaffRole[];
}): AuditEvent['by'] {
  const { id, email, roles } = account;
  return roles.length > 0 ? { id, email } : { id, email: 'requester' };
}

/**
 * Records what happened at an address while nobody was signed in: by the account's id, or by a keyed
 * digest where there is none.
 */
export async function recordAtAddress(
  services: Services,
  trx: Transaction<Schema>,
  action: AuditAction,
  email: string,
): Promise<void> {
  const account = await trx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  const [key] = auditKeys(services.config);
  const detail = account?.id ?? keyedDigest(key, ['address', email]).slice(0, 32);
  await appendAuditEvent(services, trx, { by: STRANGER, action, detail });
}

const MINUTE = 60_000;
/** Callers and calls that are remembered; beyond, all are forgotten. */
const MOST = 10_000;

/**
 * Records calls that somebody's role does not open, by their addresses; the same one once a minute,
 * so that who tries again and again fills no log.
 */
export function refusalRecorder(services: Services): RecordForbidden {
  const { store, now } = services;
  const recorded = new Map<string, number>();
  return async (account, path) => {
    const key = `${account.id} ${path}`;
    if (now() - (recorded.get(key) ?? -MINUTE) < MINUTE) return;
    if (recorded.size >= MOST) recorded.clear();
    recorded.set(key, now());
    await store.transact((trx) =>
      appendAuditEvent(services, trx, {
        by: actorOf(account),
        action: 'access.refuse',
        detail: path,
      }),
    );
  };
}
