import type { Store } from '#server/platform/database/database.ts';
import { announceJob } from '#server/platform/database/open-database.ts';
import type { JobKind } from '#server/platform/database/schema.ts';

/** Wakes the workers of a kind, after a test moved its clock. */
export const wakeWorkers = (store: Store, kind: JobKind): Promise<void> =>
  store.transact(async (trx) => announceJob(trx, kind));
