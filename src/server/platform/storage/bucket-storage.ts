import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DamagedFile, StorageAway } from '#server/platform/store/store-error.ts';
import type { Bucket } from './bucket.ts';
import { FewAtOnce } from './few-at-once.ts';
import type { Area, Draft, FileStorage, Fingerprint, Ranges } from './file-storage.ts';
import { olderThan } from './folder.ts';
import { requireSpace } from './require-space.ts';
import { openRanges } from './whole-file.ts';
import { writeThrough } from './write-through.ts';

/** Bytes of a part of an upload, which lies in memory: the fewest that stores take. */
const PART_SIZE = 5 * 1024 * 1024;

/**
 * Content as objects of a bucket, each under its name. What is removed stays at its place with a
 * mark in `trash/`, and is deleted with it; `removals/` tells of each.
 * @param temp folder of this machine for what is being written or compared
 */
export function bucketStorage(
  bucket: Bucket,
  { area, temp, now }: { area: Area; temp: string; now: () => number },
): FileStorage {
  const folder = join(temp, area);
  const keyOf = (name: string) => `${area}/${name}`;
  const markOf = (name: string) => `trash/${area}/${name}`;
  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  const draftOf = (name: string): Draft => {
    const path = join(folder, name);
    return {
      path,
      async keep() {
        try {
          await upload(bucket, keyOf(name), path);
        } finally {
          await rm(path, { force: true });
        }
      },
      async discard() {
        await rm(path, { force: true });
        await bucket.delete(keyOf(name));
      },
    };
  };
  const log = (key: string, why: string) =>
    bucket.put(`removals/${new Date(now()).toISOString()}-${key.replaceAll('/', '-')}`, `${why}\n`);
  const erase = async (key: string, why: string) => {
    await log(key, why);
    await bucket.delete(key);
    await bucket.delete(`trash/${key}`);
  };
  const openSpool = async (name: string, stored: Fingerprint) => {
    await makeFolder();
    return spool(bucket, { key: keyOf(name), stored, folder });
  };
  return {
    place: bucket.urlOf(keyOf('')),
    placeOf: (name) => bucket.urlOf(keyOf(name)),
    async draft(name) {
      await makeFolder();
      await requireSpace(folder);
      // Before the work is done, and counted as begun.
      await bucket.probe();
      return draftOf(name);
    },
    async receive(content, prefix = '') {
      await makeFolder();
      const id = prefix + randomBytes(16).toString('hex');
      const draft = draftOf(id);
      // Nobody has seen it: there is nothing of it in the bucket before it is kept.
      const discard = () => rm(draft.path, { force: true });
      return { id, ...draft, discard, ...(await writeThrough(content, draft.path)) };
    },
    read: async (name, stored, part = { start: 0 }) =>
      (await openSpool(name, stored)).createReadStream(part),
    openWhole: async (name, stored) => openRanges(await openSpool(name, stored)),
    open: async (name, { size }) => rangesOf(bucket, keyOf(name), size),
    check: (name, stored) => compare(bucket, keyOf(name), stored, async () => {}),
    async remove(name, why) {
      await log(keyOf(name), why);
      await bucket.put(markOf(name), `${why}\n`);
    },
    erase: (name, why) => erase(keyOf(name), why),
    async eraseAll(prefix, why) {
      for (const name of await olderThan(folder, Number.POSITIVE_INFINITY))
        if (name.startsWith(prefix)) await rm(join(folder, name), { force: true });
      await bucket.abortUploads(keyOf(prefix), Number.POSITIVE_INFINITY);
      const names = await bucket.list(keyOf(prefix));
      for (const name of names) await erase(keyOf(prefix + name), why);
      return names.length;
    },
    async removePartial(before) {
      const names = await olderThan(folder, before);
      for (const name of names) await rm(join(folder, name), { force: true });
      return names.length + (await bucket.abortUploads(keyOf(''), before));
    },
    async keptBefore(before) {
      const removed = new Set(await bucket.list(markOf('')));
      return (await bucket.list(keyOf(''), before)).filter((name) => !removed.has(name));
    },
    async emptyTrash(before) {
      const keys = await bucket.list('trash/', before);
      for (const key of keys) {
        await bucket.delete(key);
        await bucket.delete(`trash/${key}`);
      }
      return keys.length;
    },
  };
}

const uploads = new FewAtOnce(4);

/** Stores a file of this machine, a large one in parts; nothing is there before all of it is. */
async function upload(bucket: Bucket, key: string, path: string): Promise<void> {
  const { Upload } = await import('@aws-sdk/lib-storage');
  await uploads.take(() =>
    bucket.ask((client) => {
      const params = { ...bucket.at(key), ...bucket.encryption, Body: createReadStream(path) };
      return new Upload({ client, params, partSize: PART_SIZE, queueSize: 1 }).done();
    }),
  );
}

/** Reads an object once, handing its bytes on. @throws {DamagedFile} when it is not what was stored */
async function compare(
  bucket: Bucket,
  key: string,
  stored: Fingerprint,
  take: (chunk: Uint8Array) => Promise<unknown>,
): Promise<void> {
  const content = await bucket.ask(async (client, { GetObjectCommand }) => {
    const { Body } = await client.send(new GetObjectCommand(bucket.at(key)));
    return Body as Readable;
  });
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of answering(content)) {
    hash.update(chunk);
    size += chunk.length;
    if (size > stored.size) break;
    await take(chunk);
  }
  if (size !== stored.size || hash.digest('hex') !== stored.sha256)
    throw new DamagedFile(`${bucket.urlOf(key)} is not what was stored`);
}

/** Copies an object to a file of this machine that has no name, and is gone once it is closed. */
async function spool(
  bucket: Bucket,
  { key, stored, folder }: { key: string; stored: Fingerprint; folder: string },
): Promise<FileHandle> {
  const path = join(folder, `read-${randomBytes(16).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    await compare(bucket, key, stored, (chunk) => file.writeFile(chunk));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function rangesOf(bucket: Bucket, key: string, size: number): Ranges {
  return {
    async slice(start, end) {
      if (start === end) return new ArrayBuffer(0);
      const Range = `bytes=${start}-${end - 1}`;
      const bytes = await bucket.ask(async (client, { GetObjectCommand }) => {
        const answer = await client.send(new GetObjectCommand({ ...bucket.at(key), Range }));
        if (answer.ContentRange?.endsWith(`/${size}`) !== true)
          throw new DamagedFile(`${bucket.urlOf(key)} is not as long as what was stored`);
        return (await answer.Body?.transformToByteArray()) ?? new Uint8Array();
      });
      return new Uint8Array(bytes).buffer;
    },
    close: async () => {},
  };
}

/** What a store sends; a stream that breaks is one that does not answer. */
async function* answering(content: Readable): AsyncGenerator<Buffer> {
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new StorageAway(`The storage broke off: ${(cause as Error).message}`, { cause });
  }
}
