import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { Reader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import {
  centralHeader,
  dataDescriptor,
  directoryEnd,
  localHeader,
} from '#lib/encrypted-xlsx/zip-stream.ts';

class FileReader extends Reader<FileHandle> {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    super(file);
    this.#file = file;
  }

  override async init(): Promise<void> {
    this.size = (await this.#file.stat()).size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, index);
    return buffer.subarray(0, bytesRead);
  }
}

test('another library finds a part beyond 4 GiB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zip-'));
  const path = join(folder, 'far.zip');
  const file = await open(path, 'w+');
  const text = Buffer.from('far away');
  const data = deflateRawSync(text);
  const offset = 2 ** 32 + 12_345;
  const sizes = { crc: crc32(text), deflated: data.length, size: text.length };
  const entry = { name: Buffer.from('zażółć.xml'), offset, ...sizes };
  // The 4 GiB before it are a hole in the file.
  const part = Buffer.concat([localHeader(entry.name), data, dataDescriptor(entry)]);
  const header = centralHeader(entry);
  const start = offset + part.length;
  const end = directoryEnd(1, start, start + header.length);
  await file.write(Buffer.concat([part, header, end]), 0, null, offset);
  const zip = new ZipReader(new FileReader(file), { checkSignature: true });
  const [found] = await zip.getEntries();
  if (!found || found.directory) throw new Error('The part was not found');
  expect([found.filename, await found.getData(new TextWriter())]).toEqual([
    'zażółć.xml',
    'far away',
  ]);
  await file.close();
  await rm(folder, { recursive: true });
});
