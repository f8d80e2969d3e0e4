import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { DamagedFile } from '#server/platform/database/store-error.ts';
import type { Fingerprint, Ranges } from './file-storage.ts';

export async function fingerprintOf(path: string): Promise<Fingerprint> {
  const file = await open(path);
  try {
    return { size: (await file.stat()).size, sha256: await hashOf(file) };
  } finally {
    await file.close();
  }
}

/**
 * Opens a file after verifying its size and, if given, its hash.
 * @throws {DamagedFile}
 */
export async function openWhole(
  path: string,
  stored: Pick<Fingerprint, 'size'> & Partial<Fingerprint>,
): Promise<FileHandle> {
  const file = await open(path).catch((error) => {
    if (error.code === 'ENOENT') throw new DamagedFile(`${path} is missing`, { cause: error });
    throw error;
  });
  try {
    const { size } = await file.stat();
    const isWhole = stored.sha256 === undefined || (await hashOf(file)) === stored.sha256;
    if (size !== stored.size || !isWhole) throw new DamagedFile(`${path} is not what was stored`);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** @throws {DamagedFile} */
export async function checkWhole(path: string, stored: Fingerprint): Promise<void> {
  await (await openWhole(path, stored)).close();
}

export function openRanges(file: FileHandle): Ranges {
  return {
    async slice(start, end) {
      const bytes = new ArrayBuffer(end - start);
      await file.read(new Uint8Array(bytes), 0, end - start, start);
      return bytes;
    },
    close: () => file.close(),
  };
}

async function hashOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const content = file.createReadStream({ start: 0, autoClose: false });
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
