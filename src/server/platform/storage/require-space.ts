import { statfs } from 'node:fs/promises';
import { StorageFull } from '#server/platform/store/store-error.ts';

/** Bytes that are left alone, so that calls can still be answered. */
const RESERVE = 64 * 1024 * 1024;

/** @throws {StorageFull} when a folder's disk has too little space left for large work */
export async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < RESERVE)
    throw new StorageFull(`less than ${RESERVE} bytes of space are left in ${folder}`);
}
