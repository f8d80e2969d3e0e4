import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { ImportError } from './import-error.ts';

/**
 * The text of a file piece by piece, unpacked where it is gzip.
 * @throws {ImportError} when it is not in this encoding, or the gzip is broken
 */
export async function* fileText(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = decoderOf(encoding);
  const isPacked = await isGzip(path);
  const source = createReadStream(path);
  let bytes: AsyncIterable<Buffer> = source;
  if (isPacked) {
    const unpacked = createGunzip();
    source.on('error', (error) => unpacked.destroy(error));
    bytes = source.pipe(unpacked);
  }
  try {
    for await (const chunk of bytes) {
      const text = decoder.decode(chunk, { stream: true });
      if (text.includes('\0')) throw wrongEncoding(basename(path), encoding);
      yield text;
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw inWords(error, basename(path), encoding);
  } finally {
    source.destroy();
  }
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new ImportError(`--encoding ${encoding} is not known; windows-1252, say, is`);
  }
}

function inWords(error: unknown, name: string, encoding: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return wrongEncoding(name, encoding);
  if (code.startsWith('Z_')) return new ImportError(`${name} is gzip that is cut off or broken`);
  return error;
}

const wrongEncoding = (name: string, encoding: string) =>
  new ImportError(
    `${name} is not in ${encoding}: say --encoding, such as windows-1252 or utf-16le`,
  );

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.readUInt16BE() === 0x1f8b;
  } finally {
    await file.close();
  }
}
