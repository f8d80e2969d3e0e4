import { UNNAMED_FILE_DAYS } from '#contract/limits.ts';
import { type FileStorage, storageOf } from '#server/platform/storage/storage.ts';
import type { Services } from '#server/platform/store/services.ts';

const HOUR = 60 * 60 * 1000;
const BATCH = 1000;

/**
 * Removes what uploads left behind: content that broke off (all of it at `start` of the only
 * process, else what is older than an hour), files that no form named for `UNNAMED_FILE_DAYS`, and content
 * whose row was never written. Answers how many files went.
 */
export async function cleanUpFiles(services: Services, at?: 'start'): Promise<number> {
  const storage = storageOf(services);
  const now = services.now();
  const isAlone = at === 'start' && services.store.kind === 'embedded';
  await storage.removePartial(isAlone ? Number.POSITIVE_INFINITY : now - HOUR);
  const before = now - UNNAMED_FILE_DAYS * 24 * HOUR;
  const unnamed = await removeUnattached(services, storage, before);
  return unnamed + (await removeOrphans(services, storage, before));
}

async function removeUnattached(
  { store }: Services,
  storage: FileStorage,
  before: number,
): Promise<number> {
  // One statement: a form that names a file at this moment either comes first or finds it gone.
  const removed = await store.db
    .deleteFrom('stored_file')
    .where('application_number', 'is', null)
    .where('created_at', '<', before)
    .returning('id')
    .execute();
  for (const { id } of removed) await storage.remove(id);
  return removed.length;
}

async function removeOrphans(
  { store }: Services,
  storage: FileStorage,
  before: number,
): Promise<number> {
  const kept = await storage.keptBefore(before);
  let removed = 0;
  for (let start = 0; start < kept.length; start += BATCH) {
    const ids = kept.slice(start, start + BATCH);
    const rows = await store.db
      .selectFrom('stored_file')
      .select('id')
      .where(store.inList('id', ids))
      .execute();
    const known = new Set(rows.map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id));
    for (const id of unknown) await storage.remove(id);
    removed += unknown.length;
  }
  return removed;
}
