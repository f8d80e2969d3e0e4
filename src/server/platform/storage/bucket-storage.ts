import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkQueue } from '#server/platform/http/work-queue.ts';
import type { Bucket } from './bucket.ts';
import { compare, openUnverified, openVerified, readVerified, spool } from './bucket-reading.ts';
import type { Draft, FileStorage, Fingerprint } from './file-storage.ts';
import { olderThan, openRanges, receiveAs, requireSpace } from './local-files.ts';

/** Part of an upload in bytes, held in memory: the minimum of S3. */
const PART_SIZE = 5 * 1024 * 1024;

/**
 * Stores content as objects of a bucket. Removed content stays in place with a mark in `trash/` and
 * is deleted together with it; `removals/` logs each removal. Large content is verified as a whole
 * once an hour; meanwhile its parts are fetched separately.
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
  const objectOf = (name: string, stored: Fingerprint) => ({ bucket, key: keyOf(name), stored });
  const openSpool = async (name: string, stored: Fingerprint) => {
    await makeFolder();
    return spool(objectOf(name, stored), { folder, now });
  };
  return {
    place: bucket.urlOf(keyOf('')),
    placeOf: (name) => bucket.urlOf(keyOf(name)),
    async draft(name) {
      await makeFolder();
      await requireSpace(folder);
      // Fails before the content is produced.
      await bucket.probe();
      return draftOf(name);
    },
    async receive(content, prefix = '') {
      await makeFolder();
      const id = prefix + randomBytes(16).toString('hex');
      const draft = draftOf(id);
      // Nothing is in the bucket before `persist`.
      const discard = () => rm(draft.path, { force: true });
      return receiveAs(id, { ...draft, discard }, content);
    },
    async read(name, stored, part) {
      const fetched = part && (await readVerified(objectOf(name, stored), part, now()));
      return fetched ?? (await openSpool(name, stored)).createReadStream(part ?? { start: 0 });
    },
    openWhole: async (name, stored) =>
      openVerified(objectOf(name, stored), now()) ?? openRanges(await openSpool(name, stored)),
    open: async (name, { size }) => openUnverified(bucket, keyOf(name), size),
    async check(name, stored) {
      await compare(objectOf(name, stored), async () => {});
    },
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

/** Uploads a file; the object appears when it is complete. */
async function upload(bucket: Bucket, key: string, path: string): Promise<void> {
  const { Upload } = await import('@aws-sdk/lib-storage');
  await uploads.run(() =>
    bucket.ask((client) => {
      const params = { ...bucket.at(key), ...bucket.encryption, Body: createReadStream(path) };
      return new Upload({ client, params, partSize: PART_SIZE, queueSize: 1 }).done();
    }),
  );
}
