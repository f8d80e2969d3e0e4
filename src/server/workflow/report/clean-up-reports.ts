import { storageOf } from '#server/platform/storage/storage.ts';
import { refuseMass } from '#server/platform/storage/trash.ts';
import type { Services } from '#server/platform/store/services.ts';
import { releaseHeldReports } from './held-reports.ts';

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
  const kept = await storage.keptBefore(before);
  const unnamed = await namedByNoReport(services, kept);
  if (!isConfirmed) refuseMass(unnamed.length, kept.length, storage.place);
  for (const name of unnamed) await storage.remove(name, 'no report names it');
  return partial + unnamed.length;
}

async function namedByNoReport({ store }: Services, names: readonly string[]): Promise<string[]> {
  const unnamed: string[] = [];
  for (let start = 0; start < names.length; start += BATCH) {
    const batch = names.slice(start, start + BATCH);
    const rows = await store.db
      .selectFrom('report')
      .select(['file_name', 'package_name'])
      .where((is) => is.or([store.inList('file_name', batch), store.inList('package_name', batch)]))
      .execute();
    const named = new Set<string | null>();
    for (const table of ['held_report', 'recipient_file'] as const) {
      const others = await store.db
        .selectFrom(table)
        .select('name')
        .where(store.inList('name', batch))
        .execute();
      for (const { name } of others) named.add(name);
    }
    for (const row of rows) named.add(row.file_name).add(row.package_name);
    unnamed.push(...batch.filter((name) => !named.has(name)));
  }
  return unnamed;
}
