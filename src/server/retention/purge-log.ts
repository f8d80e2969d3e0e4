import { accessActions } from '#contract/audit.ts';
import { amongAccess, type SealedKindOfEntry } from '#server/platform/store/audit-log.ts';
import { appendSeals } from '#server/platform/store/seals.ts';
import type { Services } from '#server/platform/store/services.ts';

const DAY = 24 * 60 * 60 * 1000;
const BATCH = 1000;

/**
 * Removes the entries of the log whose time is over. A seal says up to when, so that the chain
 * still holds without them. Answers how many went.
 */
export async function purgeLog(services: Services): Promise<number> {
  const { ACCESS_LOG_DAYS, AUDIT_LOG_DAYS } = services.config;
  return (
    (await purge(services, 'access', ACCESS_LOG_DAYS)) +
    (await purge(services, 'entry', AUDIT_LOG_DAYS))
  );
}

async function purge(
  services: Services,
  kind: SealedKindOfEntry,
  keptFor: number,
): Promise<number> {
  const { store, now } = services;
  // Whole days, so that one seal a day says so.
  const before = Math.floor((now() - keptFor) / DAY) * DAY;
  const expired = store.db
    .selectFrom('audit_entry')
    .select('seq')
    .where('action', amongAccess[kind], accessActions)
    .where('at', '<', before)
    .limit(BATCH);
  if (!(await expired.executeTakeFirst())) return 0;
  await store.transact((trx) =>
    appendSeals(services, trx, [{ kind: 'purge', subject: `${kind} ${before}`, content: [] }]),
  );
  for (let removed = 0; ; ) {
    const seqs = (await expired.execute()).map(({ seq }) => seq);
    if (seqs.length > 0)
      await store.db.deleteFrom('audit_entry').where('seq', 'in', seqs).execute();
    removed += seqs.length;
    if (seqs.length < BATCH) return removed;
  }
}
