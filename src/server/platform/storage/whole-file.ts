import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DamagedFile } from '#server/platform/store/store-error.ts';

/** What a file was when it was stored: bytes, and SHA-256 in hexadecimal. */
export interface Fingerprint {
  size: number;
  sha256: string;
}

/** Size and hash of a file as it is now. */
export async function fingerprintOf(path: string): Promise<Fingerprint> {
  const file = await open(path);
  try {
    return { size: (await file.stat()).size, sha256: await hashOf(file) };
  } finally {
    await file.close();
  }
}

/**
 * Opens a file to be read from its beginning, or a part of it, after every byte of it was found to
 * be as stored.
 * @param part `end` is its last byte
 * @throws {DamagedFile}
 */
export async function openWhole(
  path: string,
  stored: Fingerprint,
  part: { start: number; end?: number } = { start: 0 },
): Promise<Readable> {
  const file = await open(path).catch((error) => {
    if (error.code === 'ENOENT') throw new DamagedFile(`${path} is missing`, { cause: error });
    throw error;
  });
  try {
    const { size } = await file.stat();
    if (size !== stored.size || (await hashOf(file)) !== stored.sha256)
      throw new DamagedFile(`${path} is not what was stored`);
    return file.createReadStream(part);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** @throws {DamagedFile} */
export async function checkWhole(path: string, stored: Fingerprint): Promise<void> {
  (await openWhole(path, stored)).destroy();
}

async function hashOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const content = file.createReadStream({ start: 0, autoClose: false });
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
