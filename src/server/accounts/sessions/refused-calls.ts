import { actorOf } from '#server/accounts/sign-in/access-log.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { RecordRefusal } from '#server/platform/http/route.ts';

const MINUTE = 60_000;
/** Callers and calls that are remembered; beyond, all are forgotten. */
const MOST = 10_000;

/**
 * Records calls that somebody's role does not open, by their addresses; the same one once a minute,
 * so that who tries again and again fills no log.
 */
export function refusalRecorder(services: Services): RecordRefusal {
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
