import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { ImportError } from './import-error.ts';

/** SHA-256 of a file, hexadecimal, by which an import is known again. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
  } catch (error) {
    throw new ImportError(`${path} cannot be read: ${(error as Error).message}`);
  }
  return hash.digest('hex');
}
