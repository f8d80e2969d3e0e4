import { appendFile, mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Draft, FileStorage } from './file-storage.ts';
import {
  checkWhole,
  olderThan,
  openRanges,
  openWhole,
  receiveAs,
  renameSynced,
  requireFolder,
  requireSpace,
} from './local-files.ts';

const PART = '.part';
const LOG = 'removals.log';

export function folderStorage(dataDir: string, area: string, now: () => number): FileStorage {
  const folder = join(dataDir, area);
  const trash = join(dataDir, 'trash');
  const pathOf = (name: string) => join(folder, name);
  const draftOf = (name: string): Draft => ({
    path: pathOf(name) + PART,
    persist: () => renameSynced(pathOf(name) + PART, pathOf(name)),
    async discard() {
      for (const path of [pathOf(name) + PART, pathOf(name)]) await rm(path, { force: true });
    },
  });
  const makeTrash = () => mkdir(trash, { recursive: true, mode: 0o700 });
  const log = (path: string, why: string) =>
    appendFile(join(trash, LOG), `${new Date(now()).toISOString()} ${path}: ${why}\n`, {
      mode: 0o600,
    });
  const erase = async (path: string, why: string) => {
    await makeTrash();
    await rm(path, { force: true });
    await log(path, why);
  };
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
      return receiveAs(prefix, draftOf, content);
    },
    read: async (name, stored, part = { start: 0 }) =>
      (await openWhole(pathOf(name), stored)).createReadStream(part),
    open: async (name, stored) => openRanges(await openWhole(pathOf(name), stored)),
    check: (name, stored) => checkWhole(pathOf(name), stored),
    async remove(name, why) {
      await makeTrash();
      const trashed = join(trash, name);
      try {
        await rename(pathOf(name), trashed);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
        throw error;
      }
      const at = new Date(now());
      await utimes(trashed, at, at);
      await log(pathOf(name), why);
    },
    erase: (name, why) => erase(pathOf(name), why),
    async eraseAll(prefix, why) {
      let erased = 0;
      for (const place of [folder, trash])
        for (const name of await olderThan(place)) {
          if (!name.startsWith(prefix)) continue;
          await erase(join(place, name), why);
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
    async emptyTrash(before) {
      const names = (await olderThan(trash, before)).filter((name) => name !== LOG);
      // Another process may have deleted it.
      for (const name of names) await rm(join(trash, name), { force: true });
      return names.length;
    },
  };
}
