import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  centralHeader,
  dataDescriptor,
  directoryEnd,
  localHeader,
} from '#lib/encrypted-xlsx/zip-records.ts';

const READ = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())';

test('another program finds a part beyond 4 GiB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zip-'));
  const path = join(folder, 'far.zip');
  const file = await open(path, 'w');
  const text = Buffer.from('far away');
  const data = deflateRawSync(text);
  const offset = 2 ** 32 + 12_345;
  const sizes = { crc: crc32(text), deflated: data.length, size: text.length };
  const entry = { name: Buffer.from('zażółć.xml'), offset, ...sizes };
  // Nothing is stored of the 4 GiB before it.
  const part = Buffer.concat([localHeader(entry.name), data, dataDescriptor(entry)]);
  const header = centralHeader(entry);
  const start = offset + part.length;
  const end = directoryEnd(1, start, start + header.length);
  await file.write(Buffer.concat([part, header, end]), 0, null, offset);
  await file.close();
  expect(execFileSync('python3', ['-c', READ, path, 'zażółć.xml'], { encoding: 'utf8' })).toBe(
    'far away\n',
  );
  await rm(folder, { recursive: true });
});
