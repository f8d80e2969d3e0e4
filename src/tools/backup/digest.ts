import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Fingerprint } from '#server/platform/storage/whole-file.ts';

/** Size and hash of a file as it is. */
export async function digestOf(path: string): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}
