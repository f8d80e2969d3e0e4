import { rm } from 'node:fs/promises';
import { olderThan } from '#server/platform/storage/folder.ts';
import type { Services } from '#server/platform/store/services.ts';
import { reportFolder, reportPath } from '#server/workflow/report/report-life.ts';

const HOUR = 60 * 60 * 1000;
const BATCH = 1000;

/**
 * Removes files that no report names: what a killed generation left, and what outlived its report
 * because the process ended before it was deleted. A file that changed within the last hour may
 * still be at work. Answers how many went.
 */
export async function cleanUpReports(services: Services): Promise<number> {
  const { store, now } = services;
  const names = await olderThan(reportFolder(services), now() - HOUR);
  let removed = 0;
  for (let start = 0; start < names.length; start += BATCH) {
    const batch = names.slice(start, start + BATCH);
    const rows = await store.db
      .selectFrom('report')
      .select('file_name')
      .where(store.inList('file_name', batch))
      .execute();
    const named = new Set(rows.map((row) => row.file_name));
    const unnamed = batch.filter((name) => !named.has(name));
    for (const name of unnamed) await rm(reportPath(services, name), { force: true });
    removed += unnamed.length;
  }
  return removed;
}
