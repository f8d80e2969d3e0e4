import { releaseHeldReports } from '#server/applications/recipients/held-reports.ts';
import type { Services } from '#server/platform/database/services.ts';
import { rejectMassRemoval } from '#server/platform/storage/local-files.ts';
import { storageOf } from '#server/platform/storage/storage.ts';

const HOUR = 60 * 60 * 1000;
const BATCH = 1000;

/**
 * Removes files that no report names: what a killed generation left, and what outlived its report
 * because the process ended before it was deleted. A file that changed within the last hour may
 * still be at work. Answers how many went.
 * @throws {TooManyRemovals} unless an operator wants it so
 */
export async function cleanUpReports(services: Services, isConfirmed = false): Promise<number> {
  await releaseHeldReports(services.store.db);
  const storage = storageOf(services, 'reports');
  const before = services.now() - HOUR;
  const partial = await storage.removePartial(before);
  const kept = await storage.storedBefore(before);
  const unnamed = await namedByNoReport(services, kept);
  if (!isConfirmed) rejectMassRemoval(unnamed.length, kept.length, storage.place);
  for (const name of unnamed) await storage.remove(name, 'no report names it');
  return partial + unnamed.length;
}

async function namedByNoReport({ store }: Services, kept: readonly string[]): Promise<string[]> {
  const { db } = store;
  const unnamed: string[] = [];
  for (let start = 0; start < kept.length; start += BATCH) {
    const batch = kept.slice(start, start + BATCH);
    const named = await db
      .selectFrom('report')
      .select('file_name as name')
      .where(store.inList('file_name', batch))
      .unionAll(
        db
          .selectFrom('report')
          .select('package_name as name')
          .where(store.inList('package_name', batch)),
      )
      .unionAll(db.selectFrom('held_report').select('name').where(store.inList('name', batch)))
      .unionAll(db.selectFrom('recipient_file').select('name').where(store.inList('name', batch)))
      .execute();
    const names = new Set(named.map(({ name }) => name));
    unnamed.push(...batch.filter((name) => !names.has(name)));
  }
  return unnamed;
}
