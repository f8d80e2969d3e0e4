import { mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StorageUnavailable } from '#server/platform/database/store-error.ts';
import type { FileStorage } from '#server/platform/storage/file-storage.ts';
import { folderStorage } from '#server/platform/storage/folder-storage.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-20T10:00:00Z');
const content = (words: string) => Readable.from([Buffer.from(words)]);

let dataDir: string;
let storage: FileStorage;
let now: number;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'storage-'));
  now = NOW;
  storage = folderStorage(dataDir, 'files', () => now);
});
afterEach(() => rm(dataDir, { recursive: true }));

const names = (folder = 'files') => readdir(join(dataDir, folder)).catch(() => []);
/** Sets back the time of a content, and of what arrives, by so many days. */
async function age(name: string, days: number): Promise<void> {
  const at = (NOW - days * DAY) / 1000;
  await utimes(join(dataDir, 'files', name), at, at);
}
async function kept(words: string, prefix?: string) {
  const received = await storage.receive(content(words), prefix);
  await received.persist();
  return received;
}

test('what arrives is no content before it is kept, and leaves nothing when it is discarded', async () => {
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

test('nothing is written in the place of a folder that is gone, and all is there once it is back', async () => {
  const first = await kept('first');
  const disk = join(dataDir, 'disk');
  await rename(join(dataDir, 'files'), disk);
  await expect(storage.receive(content('second'))).rejects.toBeInstanceOf(StorageUnavailable);
  await expect(storage.draft('third')).rejects.toBeInstanceOf(StorageUnavailable);
  expect(await readdir(dataDir)).not.toContain('files');
  await rename(disk, join(dataDir, 'files'));
  const second = await kept('second');
  expect((await names()).toSorted()).toEqual([first.id, second.id].toSorted());
});

test('the clean-up finds what is old enough: content and what never arrived, each for itself', async () => {
  const [old, fresh] = [await kept('old'), await kept('fresh')];
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

test('what is erased of one vehicle is of that vehicle alone, in the trash too', async () => {
  const [one, trashed] = [await kept('1', 'v1-'), await kept('2', 'v1-')];
  const [other, otherTrashed] = [await kept('3', 'v2-'), await kept('4', 'v2-')];
  await storage.remove(trashed.id, 'why');
  await storage.remove(otherTrashed.id, 'why');
  expect(await storage.eraseAll('v1-', 'why')).toBe(2);
  expect(await names()).toEqual([other.id]);
  expect((await names('trash')).some((name) => name.includes(otherTrashed.id))).toBe(true);
  expect((await names('trash')).join()).not.toMatch(new RegExp(`${one.id}|${trashed.id}`));
});

test('processes that empty the trash at once do not stumble over one another', async () => {
  for (let count = 0; count < 40; count++) await storage.remove((await kept('old')).id, 'old');
  const emptying: Promise<number>[] = [];
  while (emptying.length < 8) {
    emptying.push(storage.emptyTrash(NOW + DAY));
    // The next finds what this one is about to delete.
    await names('trash');
  }
  expect((await Promise.allSettled(emptying)).map(({ status }) => status)).toEqual(
    emptying.map(() => 'fulfilled'),
  );
  expect(await names('trash')).toEqual(['removals.log']);
});
