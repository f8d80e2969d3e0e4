import { rm } from 'node:fs/promises';
import { olderThan } from '#server/platform/storage/folder.ts';
import { moveToTrash, refuseMass } from '#server/platform/storage/trash.ts';
import type { Services } from '#server/platform/store/services.ts';
import { reportFolder, reportPath } from '#server/workflow/report/report-life.ts';

const HOUR = 60 * 60 * 1000;
const BATCH = 1000;

/**
 * Removes files that no report names: what a killed generation left, and what outlived its report
 * because the process ended before it was deleted. A file that changed within the last hour may
 * still be at work. Answers how many went.
 * @throws {TooManyRemovals} unless an operator wants it so
 */
export async function cleanUpReports(services: Services, isConfirmed = false): Promise<number> {
  const folder = reportFolder(services);
  const old = await olderThan(folder, services.now() - HOUR);
  const parts = old.filter((name) => name.endsWith('.part'));
  for (const name of parts) await rm(reportPath(services, name), { force: true });
  const whole = old.filter((name) => !name.endsWith('.part'));
  const unnamed = await namedByNoReport(services, whole);
  if (!isConfirmed) refuseMass(unnamed.length, whole.length, folder);
  for (const name of unnamed)
    await moveToTrash(services, reportPath(services, name), 'no report names it');
  return parts.length + unnamed.length;
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
    const named = new Set(rows.flatMap((row) => [row.file_name, row.package_name]));
    unnamed.push(...batch.filter((name) => !named.has(name)));
  }
  return unnamed;
}
