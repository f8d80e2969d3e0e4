import { accessActions } from '#contract/audit.ts';
import type { Services } from '#server/platform/database/services.ts';

const DAY = 24 * 60 * 60 * 1000;
const BATCH = 1000;

/**
 * Deletes entries of the audit log whose retention period is over: those about who comes in after
 * `ACCESS_LOG_DAYS`, all others after `AUDIT_LOG_DAYS`. Returns their number.
 */
export async function purgeLog(services: Services): Promise<number> {
  const { ACCESS_LOG_DAYS, AUDIT_LOG_DAYS } = services.config;
  return (
    (await purge(services, 'in', ACCESS_LOG_DAYS)) +
    (await purge(services, 'not in', AUDIT_LOG_DAYS))
  );
}

async function purge(
  { store, now }: Services,
  amongAccess: 'in' | 'not in',
  keptFor: number,
): Promise<number> {
  const before = Math.floor((now() - keptFor) / DAY) * DAY;
  for (let removed = 0; ; ) {
    const expired = await store.db
      .selectFrom('audit_entry')
      .select('seq')
      .where('action', amongAccess, accessActions)
      .where('at', '<', before)
      .limit(BATCH)
      .execute();
    const seqs = expired.map(({ seq }) => seq);
    if (seqs.length > 0)
      await store.transact((trx) =>
        trx.deleteFrom('audit_entry').where('seq', 'in', seqs).execute(),
      );
    removed += seqs.length;
    if (seqs.length < BATCH) return removed;
  }
}
