import { appendFile, mkdir, rename, rm, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { olderThan } from './folder.ts';

/** A line a removal: when, what, why. */
const LOG = 'removals.log';

/** The trash of an installation whose storage is a folder. */
interface Trash {
  folder: string;
  now: () => number;
}

/** Folder of what was removed. */
export const trashFolder = (dataDir: string) => join(dataDir, 'trash');

/**
 * Removes a stored file by its name: it lies in the trash for `TRASH_DAYS`, and its removal is
 * logged. One that is not there is removed already.
 */
export async function moveToTrash(
  { folder, now }: Trash,
  path: string,
  why: string,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const trashed = join(folder, basename(path));
  try {
    await rename(path, trashed);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  const at = new Date(now());
  await utimes(trashed, at, at);
  await appendFile(join(folder, LOG), `${at.toISOString()} ${path}: ${why}\n`, { mode: 0o600 });
}

/** Deletes a stored file for good: whose it was is erased. The log tells its name, which is random. */
export async function eraseFile({ folder, now }: Trash, path: string, why: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(path, { force: true });
  const at = new Date(now()).toISOString();
  await appendFile(join(folder, LOG), `${at} ${path}: ${why}\n`, { mode: 0o600 });
}

/** Deletes what was removed before an instant (ms since the epoch); answers how many files went. */
export async function emptyTrash({ folder }: Trash, before: number): Promise<number> {
  let deleted = 0;
  // Of several processes another may have deleted one since.
  for (const name of await olderThan(folder, before)) {
    if (name === LOG) continue;
    await rm(join(folder, name), { force: true });
    deleted++;
  }
  return deleted;
}

/** Files that may always be removed at once, however few there are in all. */
const FEW = 10;

/** More than one in a hundred files would be removed at once: an operator has to say so. */
export class TooManyRemovals extends Error {}

/** @throws {TooManyRemovals} */
export function refuseMass(removed: number, all: number, folder: string): void {
  if (removed <= Math.max(FEW, all / 100)) return;
  throw new TooManyRemovals(
    `${removed} of ${all} files in ${folder} are named by no row. None was removed: if the database is the right one, run npm run sweep -- --remove`,
  );
}
