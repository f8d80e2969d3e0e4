import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DamagedFile, StorageUnavailable } from '#server/platform/database/store-error.ts';
import { WorkQueue } from '#server/platform/http/work-queue.ts';
import type { Bucket } from './bucket.ts';
import type { Draft, FileStorage, Fingerprint, Part, Ranges } from './file-storage.ts';
import { olderThan, openRanges, receiveAs, requireSpace } from './local-files.ts';

/** Size of an upload part in bytes: the minimum of S3, because each part is held in memory. */
const PART_SIZE = 5 * 1024 * 1024;

/**
 * Stores content as objects of a bucket. Removed content stays in place with a mark in `trash/` and
 * is deleted together with the mark. `removals/` logs each removal.
 * @param temp local folder for content that is being written or verified
 */
export function bucketStorage(
  bucket: Bucket,
  { area, temp, now }: { area: string; temp: string; now: () => number },
): FileStorage {
  const folder = join(temp, area);
  const keyOf = (name: string) => `${area}/${name}`;
  const markOf = (name: string) => `trash/${area}/${name}`;
  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  const draftOf = (name: string): Draft => {
    const path = join(folder, name);
    return {
      path,
      async persist() {
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
  const verified = async (name: string, stored: Fingerprint) => {
    await makeFolder();
    return spool(bucket, { key: keyOf(name), stored, folder });
  };
  return {
    place: bucket.urlOf(keyOf('')),
    placeOf: (name) => bucket.urlOf(keyOf(name)),
    async draft(name) {
      await makeFolder();
      await requireSpace(folder);
      // Throws before the content is produced if the bucket is unavailable.
      await bucket.probe();
      return draftOf(name);
    },
    async receive(content, prefix = '') {
      await makeFolder();
      const received = await receiveAs(prefix, draftOf, content);
      return { ...received, discard: () => rm(received.path, { force: true }) };
    },
    read: async (name, { size, sha256 }, part = { start: 0 }) =>
      sha256 === undefined
        ? readPart(bucket, keyOf(name), size, part)
        : (await verified(name, { size, sha256 })).createReadStream(part),
    open: async (name, { size, sha256 }) =>
      sha256 === undefined
        ? openObject(bucket, keyOf(name), size)
        : openRanges(await verified(name, { size, sha256 })),
    check: (name, stored) => verify(bucket, keyOf(name), stored, async () => {}),
    async remove(name, why) {
      await log(keyOf(name), why);
      await bucket.put(markOf(name), `${why}\n`);
    },
    erase: (name, why) => erase(keyOf(name), why),
    async eraseAll(prefix, why) {
      for (const name of await olderThan(folder))
        if (name.startsWith(prefix)) await rm(join(folder, name), { force: true });
      await bucket.abortUploads(keyOf(prefix));
      const names = await bucket.list(keyOf(prefix));
      for (const name of names) await erase(keyOf(prefix + name), why);
      return names.length;
    },
    async removePartial(before) {
      const names = await olderThan(folder, before);
      for (const name of names) await rm(join(folder, name), { force: true });
      return names.length + (await bucket.abortUploads(keyOf(''), before));
    },
    async storedBefore(before) {
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

const uploads = new WorkQueue(4);

async function upload(bucket: Bucket, key: string, path: string): Promise<void> {
  const { Upload } = await import('@aws-sdk/lib-storage');
  await uploads.run(() =>
    bucket.ask((client) => {
      const params = { ...bucket.at(key), ...bucket.encryption, Body: createReadStream(path) };
      return new Upload({ client, params, partSize: PART_SIZE, queueSize: 1 }).done();
    }),
  );
}

async function verify(
  bucket: Bucket,
  key: string,
  stored: Fingerprint,
  take: (chunk: Uint8Array) => Promise<unknown>,
): Promise<void> {
  const { Body } = await bucket.ask((client, { GetObjectCommand }) =>
    client.send(new GetObjectCommand(bucket.at(key))),
  );
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of chunksOf(Body as Readable)) {
    hash.update(chunk);
    size += chunk.length;
    if (size > stored.size) break;
    await take(chunk);
  }
  if (size !== stored.size || hash.digest('hex') !== stored.sha256)
    throw new DamagedFile(`${bucket.urlOf(key)} does not match its stored hash`);
}

/** Copies a verified object to an unlinked file, which the system deletes when it is closed. */
async function spool(
  bucket: Bucket,
  { key, stored, folder }: { key: string; stored: Fingerprint; folder: string },
): Promise<FileHandle> {
  const path = join(folder, `read-${randomBytes(16).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    await verify(bucket, key, stored, (chunk) => file.writeFile(chunk));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readPart(
  bucket: Bucket,
  key: string,
  size: number,
  { start, end = size - 1 }: Part,
): Promise<Readable> {
  const part = { ...bucket.at(key), Range: `bytes=${start}-${end}` };
  const { Body, ContentRange } = await bucket.ask((client, { GetObjectCommand }) =>
    client.send(new GetObjectCommand(part)),
  );
  const body = Body as Readable;
  if (ContentRange?.endsWith(`/${size}`)) return body;
  body.destroy();
  throw new DamagedFile(`${bucket.urlOf(key)} does not have the stored size`);
}

function openObject(bucket: Bucket, key: string, size: number): Ranges {
  return {
    async slice(start, end) {
      if (start === end) return new ArrayBuffer(0);
      const body = await readPart(bucket, key, size, { start, end: end - 1 });
      const bytes = new Uint8Array(end - start);
      let length = 0;
      for await (const chunk of chunksOf(body)) {
        bytes.set(chunk, length);
        length += chunk.length;
      }
      return bytes.buffer;
    },
    close: async () => {},
  };
}

async function* chunksOf(content: Readable): AsyncGenerator<Buffer> {
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new StorageUnavailable(
      `The connection to the storage broke: ${(cause as Error).message}`,
      { cause },
    );
  }
}
