import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { UNNAMED_FILE_DAYS } from '#contract/limits.ts';
import {
  cleanUpFiles,
  cleanUpReports,
  removeBrokenUploads,
} from '#server/applications/files/clean-up.ts';
import type { Area } from '#server/platform/storage/file-storage.ts';
import { pdf } from '#tests/server/applications/samples.ts';
import { callersOf } from '#tests/server/callers.ts';
import { row } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { inFolder, namesIn } from '#tests/server/stored.ts';

const DAY = 24 * 60 * 60 * 1000;

const portal = portalOfTest(() => startSeededPortal(inFolder));
const { owner } = callersOf(portal);
beforeEach(() => portal.uploaded());

const stored = () => namesIn(portal.services);

/** A file in the folder that was last written `age` ms ago. */
async function leave(name: string, age: number, folder: Area = 'files'): Promise<void> {
  const path = join(portal.services.config.DATA_DIR, folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'half', { flag: 'a' });
  const at = (portal.services.now() - age) / 1000;
  await utimes(path, at, at);
}

test('an upload interrupted by a kill is removed at the next start of a single process', async () => {
  await leave('0123.part', 1000);
  await removeBrokenUploads(portal.services);
  const isShared = portal.services.store.kind === 'postgres';
  expect((await stored()).includes('0123.part')).toBe(isShared);
});

test('interrupted uploads and imports are removed after an hour', async () => {
  for (const area of ['files', 'series'] as const) {
    await leave('0123.part', 60 * 60 * 1000 + 1000, area);
    await leave('4567.part', 60 * 60 * 1000 - 1000, area);
    await cleanUpFiles(portal.services);
    const left = await namesIn(portal.services, area);
    expect(left.filter((name) => name.endsWith('.part'))).toEqual(['4567.part']);
  }
});

test('an upload fails while the disk is not mounted', async () => {
  const folder = join(portal.services.config.DATA_DIR, 'files');
  const disk = `${folder}-elsewhere`;
  const sent = { fields: { usage: 'vehicleProof' }, file: { name: 'a.pdf', content: pdf } };
  await rename(folder, disk);
  const away = await portal.upload('personUploadCert', sent, owner);
  expect(away).toMatchObject({ status: 503, code: codes.unavailable });
  await rename(disk, folder);
  expect(await portal.upload('personUploadCert', sent, owner)).toMatchObject({ status: 200 });
  expect(await stored()).toHaveLength(2);
});

test('a file without a row is removed after seven days, stays in the trash for days, and is logged', async () => {
  const id = 'f'.repeat(32);
  await leave(id, UNNAMED_FILE_DAYS * DAY + 1000);
  expect(await cleanUpFiles(portal.services)).toBe(1);
  expect(await stored()).not.toContain(id);
  const trash = join(portal.services.config.DATA_DIR, 'trash');
  expect((await readdir(trash)).toSorted()).toEqual([id, 'removals.log']);
  expect(await readFile(join(trash, 'removals.log'), 'utf8')).toMatch(
    new RegExp(`^2026\\S+Z \\S+/files/${id}: no row names it\n$`),
  );
  portal.clock.advance(portal.services.config.TRASH_DAYS);
  await cleanUpFiles(portal.services);
  expect(await readdir(trash)).toContain(id);
  portal.clock.advance(1000);
  await cleanUpFiles(portal.services);
  const left = await readdir(trash);
  expect(left).not.toContain(id);
  expect(left).toContain('removals.log');
});

test('a clean-up of more than one in a hundred files needs an operator', async () => {
  const orphans = Array.from({ length: 11 }, (_, index) => `${index}`.padStart(32, 'f'));
  for (const id of orphans) await leave(id, UNNAMED_FILE_DAYS * DAY + 1000);
  const before = await stored();
  await expect(cleanUpFiles(portal.services)).rejects.toThrow('portal sweep --remove');
  expect(await stored()).toEqual(before);
  expect(await cleanUpFiles(portal.services, true)).toBe(orphans.length);
});

test('files without a report are deleted after twelve hours, those of reports are kept', async () => {
  const { number } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  const report = await row(portal.services, 'report', { application_number: number });
  const names = [report.file_name, report.package_name].map(String);
  const MINUTE = 60_000;
  for (const name of names) await leave(name, 1000 * 60 * MINUTE, 'reports');
  await leave('VD-20260101-KILLED.xlsx.part', 721 * MINUTE, 'reports');
  await leave('VD-20260101-ERASED.xlsx', 721 * MINUTE, 'reports');
  await leave('VD-20260101-ATWORK.xlsx.part', 719 * MINUTE, 'reports');
  expect(await cleanUpReports(portal.services)).toBe(2);
  const stayed = await namesIn(portal.services, 'reports');
  expect(stayed.sort()).toEqual(['VD-20260101-ATWORK.xlsx.part', ...names].sort());
});
