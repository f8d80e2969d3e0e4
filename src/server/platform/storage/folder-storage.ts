import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Draft, FileStorage } from './file-storage.ts';
import { olderThan, requireFolder, syncFolder } from './folder.ts';
import { requireSpace } from './require-space.ts';
import { emptyTrash, eraseFile, moveToTrash, trashFolder } from './trash.ts';
import { checkWhole, openRanges, openWhole } from './whole-file.ts';
import { receiveAs } from './write-through.ts';

/** What names of content that is not kept yet end in. */
const PART = '.part';

/** Content as files of a folder in `DATA_DIR`, each under its name. */
export function folderStorage(dataDir: string, area: string, now: () => number): FileStorage {
  const folder = join(dataDir, area);
  const trash = { folder: trashFolder(dataDir), now };
  const pathOf = (name: string) => join(folder, name);
  const draftOf = (name: string): Draft => ({
    path: pathOf(name) + PART,
    async keep() {
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
    async keptBefore(before) {
      const names = await olderThan(folder, before);
      return names.filter((name) => !name.endsWith(PART));
    },
    emptyTrash: (before) => emptyTrash(trash, before),
  };
}
