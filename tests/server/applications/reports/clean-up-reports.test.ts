import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUpReports } from '#server/applications/files/clean-up.ts';
import { row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { inFolder, namesIn } from '#tests/server/stored.ts';

const MINUTE = 60_000;

const portal = portalOfTest(() => startSeededPortal(inFolder));

/** Writes a file into the folder of reports that was last changed `ago` ms ago. */
async function left(name: string, ago: number): Promise<void> {
  const path = join(portal.services.config.DATA_DIR, 'reports', name);
  await writeFile(path, '', { flag: 'a' });
  const at = new Date(portal.services.now() - ago);
  await utimes(path, at, at);
}

test('files without a report are deleted after twelve hours, those of reports are kept', async () => {
  const { number } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  const { file_name, package_name } = await row(portal.services, 'report', {
    application_number: number,
  });
  for (const name of [file_name, package_name]) await left(String(name), 1000 * 60 * MINUTE);
  await left('VD-20260101-KILLED.xlsx.part', 721 * MINUTE);
  await left('VD-20260101-ERASED.xlsx', 721 * MINUTE);
  await left('VD-20260101-ATWORK.xlsx.part', 719 * MINUTE);
  expect(await cleanUpReports(portal.services)).toBe(2);
  const stayed = await namesIn(portal.services, 'reports');
  expect(stayed.sort()).toEqual(['VD-20260101-ATWORK.xlsx.part', file_name, package_name].sort());
});
