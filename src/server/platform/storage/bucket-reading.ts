import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DamagedFile, StorageUnavailable } from '#server/platform/database/store-error.ts';
import type { Bucket } from './bucket.ts';
import type { Fingerprint, Part, Ranges } from './file-storage.ts';

interface StoredObject {
  bucket: Bucket;
  key: string;
  stored: Fingerprint;
}

/** Size in bytes from which parts are fetched separately. */
const LARGE = 1024 * 1024;
/** Time for which a verification is cached, in ms. */
const VERIFIED_FOR = 60 * 60 * 1000;
const MAX_VERIFIED = 1000;

/**
 * Large objects that this process or thread has verified. A changed object has another ETag, and
 * requests for parts name the verified ETag.
 */
const verified = new Map<string, { etag: string; until: number }>();

const nameOf = ({ bucket, key, stored }: StoredObject) => `${stored.sha256} ${bucket.urlOf(key)}`;

function etagOf(object: StoredObject, now: number): string | null {
  const known = verified.get(nameOf(object));
  return known && known.until > now ? known.etag : null;
}

function markVerified(object: StoredObject, etag: string | undefined, now: number): void {
  if (!etag || object.stored.size < LARGE) return;
  verified.delete(nameOf(object));
  verified.set(nameOf(object), { etag, until: now + VERIFIED_FOR });
  for (const oldest of verified.keys()) {
    if (verified.size <= MAX_VERIFIED) break;
    verified.delete(oldest);
  }
}

/**
 * Streams and verifies an object; returns its ETag.
 * @throws {DamagedFile}
 */
export async function compare(
  { bucket, key, stored }: StoredObject,
  take: (chunk: Uint8Array) => Promise<unknown>,
): Promise<string | undefined> {
  const { Body, ETag } = await bucket.ask((client, { GetObjectCommand }) =>
    client.send(new GetObjectCommand(bucket.at(key))),
  );
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of answering(Body as Readable)) {
    hash.update(chunk);
    size += chunk.length;
    if (size > stored.size) break;
    await take(chunk);
  }
  if (size !== stored.size || hash.digest('hex') !== stored.sha256)
    throw new DamagedFile(`${bucket.urlOf(key)} is not what was stored`);
  return ETag;
}

/** Copies an object to a file without a name, which the system deletes when it is closed. */
export async function spool(
  object: StoredObject,
  { folder, now }: { folder: string; now: () => number },
): Promise<FileHandle> {
  const path = join(folder, `read-${randomBytes(16).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    const etag = await compare(object, (chunk) => file.writeFile(chunk));
    markVerified(object, etag, now());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Fetches a part of a verified object; null for an object that is not verified. */
export async function readVerified(
  object: StoredObject,
  { start, end = object.stored.size - 1 }: Part,
  now: number,
): Promise<Readable | null> {
  const etag = etagOf(object, now);
  if (etag === null) return null;
  const body = await fetchPart({ ...object, size: object.stored.size }, { start, end }, etag);
  return body && Readable.from(answering(body), { objectMode: false });
}

/** Opens a verified object for range reads; null for an object that is not verified. */
export function openVerified(object: StoredObject, now: number): Ranges | null {
  const etag = etagOf(object, now);
  return etag === null ? null : rangesOf({ ...object, size: object.stored.size }, etag);
}

/** Opens an object for range reads; checks only its size. */
export const openUnverified = (bucket: Bucket, key: string, size: number) =>
  rangesOf({ bucket, key, size });

type Sized = { bucket: Bucket; key: string; size: number };

function rangesOf(object: Sized, etag?: string): Ranges {
  return {
    async slice(start, end) {
      if (start === end) return new ArrayBuffer(0);
      const body = await fetchPart(object, { start, end: end - 1 }, etag);
      if (!body) throw new DamagedFile(`${object.bucket.urlOf(object.key)} has changed`);
      const bytes = new Uint8Array(end - start);
      let length = 0;
      for await (const chunk of answering(body)) {
        bytes.set(chunk, length);
        length += chunk.length;
      }
      return bytes.buffer;
    },
    close: async () => {},
  };
}

/**
 * Fetches the bytes from `start` to `end`; null for another ETag.
 * @throws {DamagedFile} when the size is not that of the stored content
 */
async function fetchPart(
  { bucket, key, size }: Sized,
  { start, end }: Required<Part>,
  etag?: string,
): Promise<Readable | null> {
  const part = { ...bucket.at(key), Range: `bytes=${start}-${end}`, IfMatch: etag };
  const answer = await bucket.ask(async (client, { GetObjectCommand }) => {
    try {
      return await client.send(new GetObjectCommand(part));
    } catch (error) {
      if (error instanceof Error && error.name === 'PreconditionFailed') return null;
      throw error;
    }
  });
  if (answer === null) return null;
  const body = answer.Body as Readable;
  // Some stores ignore If-Match.
  const isOther = etag !== undefined && answer.ETag !== etag;
  const isAsLong = answer.ContentRange?.endsWith(`/${size}`) === true;
  if (isAsLong && !isOther) return body;
  body.destroy();
  if (isOther) return null;
  throw new DamagedFile(`${bucket.urlOf(key)} is not as long as what was stored`);
}

/** A broken stream means an unavailable storage. */
async function* answering(content: Readable): AsyncGenerator<Buffer> {
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new StorageUnavailable(`The storage broke off: ${(cause as Error).message}`, { cause });
  }
}
