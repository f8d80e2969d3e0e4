import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Services } from '#server/platform/store/services.ts';
import { olderThan, syncFolder } from './folder.ts';
import { eraseFile, moveToTrash, trashFolder } from './trash.ts';
import { type Fingerprint, openWhole } from './whole-file.ts';

/** Content that has arrived whole and is on disk, but is nobody's yet: keep it or discard it. */
export interface Received {
  /** Random; names the content once it is kept. */
  id: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** Path at which it can be read until then. */
  path: string;
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** Storage of uploaded content. */
export interface FileStorage {
  /** Takes a stream in, under an id that begins with `prefix`. Nothing stays when it breaks. */
  receive(content: Readable, prefix?: string): Promise<Received>;
  /** Opens content that is whole. @throws {DamagedFile} when it is not what was stored */
  read(id: string, stored: Fingerprint): Promise<Readable>;
  /** Moves content to the trash. What is not there is removed already. */
  remove(id: string, why: string): Promise<void>;
  /** Deletes content for good. */
  erase(id: string, why: string): Promise<void>;
  /** Removes what arrived before the given instant (ms since the epoch) and was never kept. */
  removePartial(before: number): Promise<void>;
  /** Deletes for good what has an id that begins so, what is arriving under one and the trash's too. */
  eraseAll(prefix: string, why: string): Promise<number>;
  /** Ids of content that was kept before the given instant. */
  keptBefore(before: number): Promise<string[]>;
}

/** Storage of uploaded files, or of other content under its own name. */
export function storageOf(services: Services, name: 'files' | 'series' = 'files'): FileStorage {
  const { DATA_DIR } = services.config;
  return folderStorage(join(DATA_DIR, name), trashFolder(services), {
    trash: (path, why) => moveToTrash(services, path, why),
    erase: (path, why) => eraseFile(services, path, why),
  });
}

const PART = '.part';

/** Content as files of one folder, each named by its id; those still arriving end in `.part`. */
function folderStorage(
  folder: string,
  trashed: string,
  { trash, erase }: Record<'trash' | 'erase', (path: string, why: string) => Promise<void>>,
): FileStorage {
  const pathOf = (id: string) => join(folder, id);
  return {
    async receive(content, prefix = '') {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = prefix + randomBytes(16).toString('hex');
      const path = pathOf(id) + PART;
      const discard = () => rm(path, { force: true });
      try {
        return {
          ...(await writeThrough(content, path)),
          id,
          path,
          discard,
          async keep() {
            await rename(path, pathOf(id));
            await syncFolder(folder);
          },
        };
      } catch (error) {
        await discard();
        throw error;
      }
    },
    read: (id, stored) => openWhole(pathOf(id), stored),
    remove: (id, why) => trash(pathOf(id), why),
    erase: (id, why) => erase(pathOf(id), why),
    async removePartial(before) {
      for (const name of await olderThan(folder, before))
        if (name.endsWith(PART)) await rm(join(folder, name), { force: true });
    },
    async eraseAll(prefix, why) {
      let erased = 0;
      for (const place of [folder, trashed])
        for (const name of await olderThan(place, Number.POSITIVE_INFINITY)) {
          if (!name.startsWith(prefix)) continue;
          await erase(join(place, name), why);
          erased++;
        }
      return erased;
    },
    async keptBefore(before) {
      const names = await olderThan(folder, before);
      return names.filter((name) => !name.endsWith(PART));
    },
  };
}

/** Writes a stream to a new file and on to the disk, hashing it on its way. */
async function writeThrough(
  content: Readable,
  path: string,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}
