import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeThrough } from '#server/platform/storage/write-through.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-through-'));
  path = join(folder, 'file');
});
afterEach(() => rm(folder, { recursive: true }));

function chunksOf(content: Buffer, size: number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < content.length; at += size) chunks.push(content.subarray(at, at + size));
  return chunks;
}

test.each([1, 1000, 65_536, 262_144, 1_000_001])(
  'what comes in chunks of %i bytes is stored whole, with its hash',
  async (size) => {
    const content = randomBytes(size === 1 ? 1000 : 1_000_000);
    const stored = await writeThrough(Readable.from(chunksOf(content, size)), path);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(stored).toEqual({ size: content.length, sha256 });
    expect((await readFile(path)).equals(content)).toBe(true);
  },
);

test('nothing of an empty stream is an empty file, and of a broken one no file', async () => {
  expect(await writeThrough(Readable.from([]), path)).toMatchObject({ size: 0 });
  const other = join(folder, 'other');
  const broken = Readable.from(
    (function* () {
      yield randomBytes(300_000);
      throw new Error('The line broke');
    })(),
  );
  await expect(writeThrough(broken, other)).rejects.toThrow('The line broke');
  expect(existsSync(other)).toBe(false);
});
