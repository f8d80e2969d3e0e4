import { UNNAMED_FILE_DAYS } from '#contract/limits.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { FileStorage } from '#server/platform/storage/file-storage.ts';
import { rejectMassRemoval } from '#server/platform/storage/local-files.ts';
import { storageOf } from '#server/platform/storage/storage.ts';

const HOUR = 60 * 60 * 1000;
const BATCH = 1000;

/**
 * Empties the trash, and removes what uploads and imports left behind: content that broke off, files
 * that no form named for `UNNAMED_FILE_DAYS`, and content whose row was never written. Answers how
 * many files went.
 * @throws {TooManyRemovals} unless an operator wants it so
 */
export async function cleanUpFiles(services: Services, isConfirmed = false): Promise<number> {
  const storage = storageOf(services);
  const now = services.now();
  await storage.emptyTrash(now - services.config.TRASH_DAYS);
  await storage.removePartial(now - HOUR);
  const before = now - UNNAMED_FILE_DAYS * 24 * HOUR;
  const series = storageOf(services, 'series');
  await series.removePartial(now - HOUR);
  const orphans = (stored: FileStorage, table: 'stored_file' | 'series_object') =>
    removeOrphans(services, { storage: stored, table, before, isConfirmed });
  const unnamed = await removeUnattached(services, storage, before);
  // The days are longer than the longest import.
  return (
    unnamed + (await orphans(storage, 'stored_file')) + (await orphans(series, 'series_object'))
  );
}

/** Removes uploads that the end of the last process broke off, when there is no other process. */
export async function removeBrokenUploads(services: Services): Promise<void> {
  if (services.store.kind === 'embedded')
    await storageOf(services).removePartial(Number.POSITIVE_INFINITY);
}

async function removeUnattached(
  services: Services,
  storage: FileStorage,
  before: number,
): Promise<number> {
  // One statement: a form that names a file at this moment either comes first or finds it gone.
  const removed = await services.store.transact(async (trx) => {
    const rows = await trx
      .deleteFrom('stored_file')
      .where('application_number', 'is', null)
      .where('created_at', '<', before)
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  });
  for (const id of removed) await storage.remove(id, 'no form named it');
  return removed.length;
}

async function removeOrphans(
  { store }: Services,
  {
    storage,
    table,
    before,
    isConfirmed,
  }: {
    storage: FileStorage;
    table: 'stored_file' | 'series_object';
    before: number;
    isConfirmed: boolean;
  },
): Promise<number> {
  const kept = await storage.storedBefore(before);
  const orphans: string[] = [];
  for (let start = 0; start < kept.length; start += BATCH) {
    const ids = kept.slice(start, start + BATCH);
    const rows = await store.db
      .selectFrom(table)
      .select('id')
      .where(store.inList('id', ids))
      .execute();
    const known = new Set(rows.map(({ id }) => id));
    orphans.push(...ids.filter((id) => !known.has(id)));
  }
  if (!isConfirmed) rejectMassRemoval(orphans.length, kept.length, storage.place);
  for (const id of orphans) await storage.remove(id, 'no row names it');
  return orphans.length;
}
