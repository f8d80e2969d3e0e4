import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Fingerprint } from './file-storage.ts';

/** Writes a stream to a new file and on to the disk, hashing it on its way. Nothing stays when it breaks. */
export async function writeThrough(content: Readable, path: string): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}
