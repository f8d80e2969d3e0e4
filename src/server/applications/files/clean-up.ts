import { UNNAMED_FILE_DAYS } from '#contract/limits.ts';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { releaseHeldReports } from '#server/applications/recipients/report-copies.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Area, FileStorage } from '#server/platform/storage/file-storage.ts';
import { rejectMassRemoval } from '#server/platform/storage/local-files.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { contentKinds } from './stored-contents.ts';

export const LONGEST_GENERATION = 12 * HOUR;
const BATCH = 1000;

/**
 * Empties the trash. Removes interrupted uploads, files that no form refers to after
 * `UNNAMED_FILE_DAYS`, and contents without a row. Returns the number of removed files.
 * @throws {TooManyRemovals} unless an operator has confirmed the removal
 */
export async function cleanUpFiles(services: Services, isConfirmed = false): Promise<number> {
  const storage = storageOf(services);
  const now = services.now();
  await storage.emptyTrash(now - services.config.TRASH_DAYS);
  await storage.removePartial(now - HOUR);
  const before = now - UNNAMED_FILE_DAYS * DAY;
  await storageOf(services, 'series').removePartial(now - HOUR);
  let removed = await removeUnattached(services, storage, before);
  // Files of an import in progress may lack a row, but no import takes `UNNAMED_FILE_DAYS`.
  for (const area of ['files', 'series'] as const)
    removed += await removeOrphans(services, area, { before, isConfirmed });
  return removed;
}

/**
 * Removes uploads that the end of the previous process interrupted. Does nothing with a shared
 * database, whose other processes may be receiving uploads.
 */
export async function removeBrokenUploads(services: Services): Promise<void> {
  if (services.store.kind === 'embedded')
    await storageOf(services).removePartial(Number.POSITIVE_INFINITY);
}

async function removeUnattached(
  services: Services,
  storage: FileStorage,
  before: number,
): Promise<number> {
  // A single statement, so that no form can refer to a file while it is deleted.
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

/**
 * Removes files that no report refers to: those of interrupted generations and of deleted reports.
 * Skips files that may belong to a generation in progress. Returns the number of removed files.
 * @throws {TooManyRemovals} unless an operator has confirmed the removal
 */
export async function cleanUpReports(services: Services, isConfirmed = false): Promise<number> {
  await services.store.transact((trx) => releaseHeldReports(trx, services.now()));
  const before = services.now() - LONGEST_GENERATION;
  const partial = await storageOf(services, 'reports').removePartial(before);
  return partial + (await removeOrphans(services, 'reports', { before, isConfirmed }));
}

async function removeOrphans(
  services: Services,
  area: Area,
  { before, isConfirmed }: { before: number; isConfirmed: boolean },
): Promise<number> {
  const storage = storageOf(services, area);
  const stored = await storage.storedBefore(before);
  const orphans: string[] = [];
  for (let start = 0; start < stored.length; start += BATCH) {
    const names = stored.slice(start, start + BATCH);
    const known = await namedIn(services, area, names);
    orphans.push(...names.filter((name) => !known.has(name)));
  }
  if (!isConfirmed) rejectMassRemoval(orphans.length, stored.length, storage.place);
  for (const name of orphans) await storage.remove(name, 'no row names it');
  return orphans.length;
}

async function namedIn({ store }: Services, area: Area, names: readonly string[]) {
  const known = new Set<string | null>();
  for (const { table, name } of Object.values(contentKinds).filter((kind) => kind.area === area)) {
    const rows = await store.db
      .selectFrom(table as 'report')
      .select(`${name} as name` as 'file_name as name')
      .where(store.inList(name, names))
      .execute();
    for (const row of rows) known.add(row.name);
  }
  return known;
}
