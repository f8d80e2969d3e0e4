import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageAway } from '#server/platform/store/store-error.ts';

/** Folders that this process has made or seen. */
const seen = new Set<string>();

/**
 * Makes a folder where it is not there yet. One that was there and is gone lies on a disk that is not
 * mounted: what was written in its place would be lost once the disk is back.
 * @throws {StorageAway}
 */
export async function requireFolder(folder: string): Promise<void> {
  if (!seen.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
  else if (!(await stat(folder).catch(() => null)))
    throw new StorageAway(`${folder} is gone: is its disk mounted?`);
  seen.add(folder);
}

/** Writes a folder's own entries to the disk: a rename is there only then. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows does not open folders, and writes their entries through by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Names in a folder whose content last changed before an instant (ms since the epoch); none where there is no folder. */
export async function olderThan(folder: string, before: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const facts = await stat(join(folder, name)).catch(() => null);
    if (facts && facts.mtimeMs < before) old.push(name);
  }
  return old;
}
