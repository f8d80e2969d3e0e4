import { createHash, randomBytes } from 'node:crypto';
import {
  type FileHandle,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StorageUnavailable } from '#server/platform/database/store-error.ts';
import type { FileStorage } from '#server/platform/storage/file-storage.ts';
import { folderStorage } from '#server/platform/storage/folder-storage.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-20T10:00:00Z');
const content = (words: string) => Readable.from([Buffer.from(words)]);

const folder = temporaryFolder('storage');
let dataDir: string;
let storage: FileStorage;
let now: number;
beforeEach(async () => {
  dataDir = await mkdtemp(join(folder, '/'));
  now = NOW;
  storage = folderStorage(dataDir, 'files', () => now);
});
afterEach(() => void vi.restoreAllMocks());

const names = (folder = 'files') => readdir(join(dataDir, folder)).catch(() => []);
/** Sets the modification time of a file back by days. */
async function age(name: string, days: number): Promise<void> {
  const at = (NOW - days * DAY) / 1000;
  await utimes(join(dataDir, 'files', name), at, at);
}
async function stored(words: string, prefix?: string) {
  const received = await storage.receive(content(words), prefix);
  await received.persist();
  return received;
}

test('received content is stored once it is persisted, and leaves nothing when it is discarded', async () => {
  const first = await storage.receive(content('first'));
  const second = await storage.receive(content('second'));
  expect(await storage.storedBefore(Number.POSITIVE_INFINITY)).toEqual([]);
  await first.persist();
  expect(await storage.storedBefore(Number.POSITIVE_INFINITY)).toEqual([first.id]);
  expect(await text(await storage.read(first.id, first))).toBe('first');
  await second.discard();
  expect(await names()).toEqual([first.id]);
  await first.discard();
  expect(await names()).toEqual([]);
});

test('a missing folder is not replaced by an empty one, and its content is available once it is back', async () => {
  const first = await stored('first');
  const disk = join(dataDir, 'disk');
  await rename(join(dataDir, 'files'), disk);
  await expect(storage.receive(content('second'))).rejects.toBeInstanceOf(StorageUnavailable);
  await expect(storage.draft('third')).rejects.toBeInstanceOf(StorageUnavailable);
  expect(await readdir(dataDir)).not.toContain('files');
  await rename(disk, join(dataDir, 'files'));
  const second = await stored('second');
  expect((await names()).toSorted()).toEqual([first.id, second.id].toSorted());
});

test('the clean-up finds old content and old partial uploads only', async () => {
  const [old, fresh] = [await stored('old'), await stored('fresh')];
  const [stale, arriving] = [
    await storage.receive(content('a')),
    await storage.receive(content('b')),
  ];
  await age(old.id, 2);
  await age(`${stale.id}.part`, 2);
  await age(fresh.id, 0);
  await age(`${arriving.id}.part`, 0);
  expect(await storage.storedBefore(NOW - DAY)).toEqual([old.id]);
  expect(await storage.removePartial(NOW - DAY)).toBe(1);
  expect((await names()).sort()).toEqual([old.id, fresh.id, `${arriving.id}.part`].sort());
});

test('erasing by prefix deletes the content of one vehicle, also in the trash', async () => {
  const [one, trashed] = [await stored('1', 'v1-'), await stored('2', 'v1-')];
  const [other, otherTrashed] = [await stored('3', 'v2-'), await stored('4', 'v2-')];
  await storage.remove(trashed.id, 'why');
  await storage.remove(otherTrashed.id, 'why');
  expect(await storage.eraseAll('v1-', 'why')).toBe(2);
  expect(await names()).toEqual([other.id]);
  expect((await names('trash')).some((name) => name.includes(otherTrashed.id))).toBe(true);
  expect((await names('trash')).join()).not.toMatch(new RegExp(`${one.id}|${trashed.id}`));
});

test('processes can empty the trash at the same time', async () => {
  for (let count = 0; count < 40; count++) await storage.remove((await stored('old')).id, 'old');
  const emptying: Promise<number>[] = [];
  while (emptying.length < 8) {
    emptying.push(storage.emptyTrash(NOW + DAY));
    // The next one lists files that this one is about to delete.
    await names('trash');
  }
  expect((await Promise.allSettled(emptying)).map(({ status }) => status)).toEqual(
    emptying.map(() => 'fulfilled'),
  );
  expect(await names('trash')).toEqual(['removals.log']);
});

function* chunksOf(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

test.each([0, 1, 1000, 262_144, 1_000_001])(
  'content that arrives in chunks of %i bytes is stored completely, with its hash',
  async (size) => {
    const bytes = randomBytes(size === 0 ? 0 : size === 1 ? 1000 : 1_000_000);
    const received = await storage.receive(Readable.from(chunksOf(bytes, size || 1)));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(received).toMatchObject({ size: bytes.length, sha256 });
    await received.persist();
    expect((await readFile(join(dataDir, 'files', received.id))).equals(bytes)).toBe(true);
  },
);

test('a stream that fails leaves no file', async () => {
  async function* broken() {
    yield randomBytes(300_000);
    throw new Error('The connection was reset');
  }
  await expect(storage.receive(Readable.from(broken()))).rejects.toThrow(
    'The connection was reset',
  );
  expect(await names()).toEqual([]);
});

test('content that the disk loses while it is synced is not stored', async () => {
  const file = await open(join(dataDir, 'probe'), 'w');
  await file.close();
  const lost = Object.assign(new Error('i/o error'), { code: 'EIO', errno: -5 });
  vi.spyOn(Object.getPrototypeOf(file) as FileHandle, 'sync').mockRejectedValueOnce(lost);
  const received = await storage.receive(content('lost'));
  await expect(received.persist()).rejects.toThrow('i/o error');
  await received.discard();
  expect(await names()).toEqual([]);
});
