import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { folderStorage } from '#server/platform/storage/folder-storage.ts';
import { writeThrough } from '#server/platform/storage/write-through.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-through-'));
  path = join(folder, 'file');
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(folder, { recursive: true });
});

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
    expect(stored).toMatchObject({ size: content.length, sha256 });
    await stored.synced;
    expect((await readFile(path)).equals(content)).toBe(true);
  },
);

test('nothing of an empty stream is an empty file, and of a broken one no file', async () => {
  const empty = await writeThrough(Readable.from([]), path);
  await empty.synced;
  expect(empty.size).toBe(0);
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

test('the memory of what a stream of bytes brought is given back, that of anything else is not', async () => {
  const chunks = [1, 2, 3].map(() => Buffer.alloc(1_000_000));
  const coming = [...chunks];
  const bytes = new Readable({ read: () => void bytes.push(coming.shift() ?? null) });
  const { size, synced } = await writeThrough(bytes, path);
  await synced;
  expect(size).toBe(3_000_000);
  expect(chunks.map(({ length }) => length)).toEqual([0, 0, 0]);
  const others = Buffer.alloc(1_000_000);
  await (await writeThrough(Readable.from([others]), join(folder, 'other'))).synced;
  expect(others.length).toBe(1_000_000);
});

/** From here on the disk loses what it is to keep, and says so once. */
async function failDisk(when: 'sync' | 'datasync'): Promise<void> {
  const file = await open(path, 'w');
  await file.close();
  await rm(path);
  const lost = Object.assign(new Error('The disk lost it'), { code: 'EIO', errno: -5 });
  vi.spyOn(Object.getPrototypeOf(file) as FileHandle, when).mockRejectedValueOnce(lost);
}

// The second piece is on its way to the disk long before the last.
const large = Buffer.alloc(20_000_000);

test.each(['sync', 'datasync'] as const)(
  'what a disk loses while it arrives (%s) is not kept, and nothing of it stays',
  async (when) => {
    await failDisk(when);
    const storage = folderStorage(folder, 'area', Date.now);
    const received = await storage.receive(Readable.from(chunksOf(large, 65_536)));
    await expect(received.persist()).rejects.toThrow('The disk lost it');
    expect(await readdir(join(folder, 'area'))).toEqual([]);
  },
);
