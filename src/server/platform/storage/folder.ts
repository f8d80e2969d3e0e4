import { mkdir, open, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageFull, StorageUnavailable } from '#server/platform/database/store-error.ts';

const seen = new Set<string>();

/**
 * Creates a folder unless it exists. A folder that existed and is missing is on an unmounted disk:
 * files written in its place would be hidden once the disk is mounted.
 * @throws {StorageUnavailable}
 */
export async function requireFolder(folder: string): Promise<void> {
  if (!seen.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
  else if (!(await stat(folder).catch(() => null)))
    throw new StorageUnavailable(`${folder} is gone: is its disk mounted?`);
  seen.add(folder);
}

/** Syncs the entries of a folder, which makes renames durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and writes their entries through.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Names in a folder that were last modified before an instant (ms); empty without the folder. */
export async function olderThan(folder: string, before: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const facts = await stat(join(folder, name)).catch(() => null);
    if (facts && facts.mtimeMs < before) old.push(name);
  }
  return old;
}

/** Bytes that are kept free, so that calls can still be answered. */
const RESERVE = 64 * 1024 * 1024;

/** @throws {StorageFull} when a folder's disk has too little space left for large work */
export async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < RESERVE)
    throw new StorageFull(`less than ${RESERVE} bytes of space are left in ${folder}`);
}
