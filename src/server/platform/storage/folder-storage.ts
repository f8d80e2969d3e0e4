import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, rename, rm, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Draft, FileStorage } from './file-storage.ts';
import {
  checkWhole,
  olderThan,
  openRanges,
  openWhole,
  receiveAs,
  requireFolder,
  requireSpace,
  syncFolder,
} from './local-files.ts';

const PART = '.part';

export function folderStorage(dataDir: string, area: string, now: () => number): FileStorage {
  const folder = join(dataDir, area);
  const trash = { folder: join(dataDir, 'trash'), now };
  const pathOf = (name: string) => join(folder, name);
  const draftOf = (name: string): Draft => ({
    path: pathOf(name) + PART,
    async persist() {
      await rename(pathOf(name) + PART, pathOf(name));
      await syncFolder(folder);
    },
    async discard() {
      for (const path of [pathOf(name) + PART, pathOf(name)]) await rm(path, { force: true });
    },
  });
  return {
    place: folder,
    placeOf: pathOf,
    async draft(name) {
      await requireFolder(folder);
      await requireSpace(folder);
      return draftOf(name);
    },
    async receive(content, prefix = '') {
      await requireFolder(folder);
      const id = prefix + randomBytes(16).toString('hex');
      return receiveAs(id, draftOf(id), content);
    },
    read: async (name, stored, part = { start: 0 }) =>
      (await openWhole(pathOf(name), stored)).createReadStream(part),
    openWhole: async (name, stored) => openRanges(await openWhole(pathOf(name), stored)),
    open: async (name, { size }) => openRanges(await openWhole(pathOf(name), { size })),
    check: (name, stored) => checkWhole(pathOf(name), stored),
    remove: (name, why) => moveToTrash(trash, pathOf(name), why),
    erase: (name, why) => eraseFile(trash, pathOf(name), why),
    async eraseAll(prefix, why) {
      let erased = 0;
      for (const place of [folder, trash.folder])
        for (const name of await olderThan(place, Number.POSITIVE_INFINITY)) {
          if (!name.startsWith(prefix)) continue;
          await eraseFile(trash, join(place, name), why);
          erased++;
        }
      return erased;
    },
    async removePartial(before) {
      const names = (await olderThan(folder, before)).filter((name) => name.endsWith(PART));
      for (const name of names) await rm(pathOf(name), { force: true });
      return names.length;
    },
    async storedBefore(before) {
      const names = await olderThan(folder, before);
      return names.filter((name) => !name.endsWith(PART));
    },
    emptyTrash: (before) => emptyTrash(trash, before),
  };
}

const LOG = 'removals.log';

interface Trash {
  folder: string;
  now: () => number;
}

async function moveToTrash({ folder, now }: Trash, path: string, why: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const trashed = join(folder, basename(path));
  try {
    await rename(path, trashed);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  const at = new Date(now());
  await utimes(trashed, at, at);
  await appendFile(join(folder, LOG), `${at.toISOString()} ${path}: ${why}\n`, { mode: 0o600 });
}

async function eraseFile({ folder, now }: Trash, path: string, why: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(path, { force: true });
  const at = new Date(now()).toISOString();
  await appendFile(join(folder, LOG), `${at} ${path}: ${why}\n`, { mode: 0o600 });
}

async function emptyTrash({ folder }: Trash, before: number): Promise<number> {
  let deleted = 0;
  // Another process may have deleted it.
  for (const name of await olderThan(folder, before)) {
    if (name === LOG) continue;
    await rm(join(folder, name), { force: true });
    deleted++;
  }
  return deleted;
}
