import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DamagedFile, StorageAway } from '#server/platform/store/store-error.ts';
import type { Bucket } from './bucket.ts';
import type { Fingerprint, Part, Ranges } from './file-storage.ts';

/** An object, and what it was when it was stored. */
interface StoredObject {
  bucket: Bucket;
  key: string;
  stored: Fingerprint;
}

/** Bytes from which on parts are fetched alone: less comes as fast in one request. */
const LARGE = 1024 * 1024;
/** Time for which an object that was compared counts as verified while its ETag is the same, in ms. */
const VERIFIED_FOR = 60 * 60 * 1000;
/** Objects that are remembered, those of longest ago forgotten first. */
const REMEMBERED = 1000;

/**
 * Large objects that this process, or this thread, has compared with what was stored. Whoever
 * changes one changes its ETag, and a request for a part names the one that was verified; what
 * changes beneath the ETag is the store's to notice, and is looked for again after the hour.
 */
const verified = new Map<string, { etag: string; until: number }>();

const nameOf = ({ bucket, key, stored }: StoredObject) => `${stored.sha256} ${bucket.urlOf(key)}`;

function etagOf(object: StoredObject, now: number): string | null {
  const known = verified.get(nameOf(object));
  return known && known.until > now ? known.etag : null;
}

function remember(object: StoredObject, etag: string | undefined, now: number): void {
  if (!etag || object.stored.size < LARGE) return;
  verified.delete(nameOf(object));
  verified.set(nameOf(object), { etag, until: now + VERIFIED_FOR });
  for (const oldest of verified.keys()) {
    if (verified.size <= REMEMBERED) break;
    verified.delete(oldest);
  }
}

/**
 * Reads an object once, handing its bytes on; answers its ETag.
 * @throws {DamagedFile} when it is not what was stored
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

/** Copies an object to a file of this machine that has no name, and is gone once it is closed. */
export async function spool(
  object: StoredObject,
  { folder, now }: { folder: string; now: () => number },
): Promise<FileHandle> {
  const path = join(folder, `read-${randomBytes(16).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    const etag = await compare(object, (chunk) => file.writeFile(chunk));
    remember(object, etag, now());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** A part of an object that was verified, fetched alone; null where all of it has to be compared. */
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

/** An object that was verified, to be read in ranges; null where it has to be compared first. */
export function openVerified(object: StoredObject, now: number): Ranges | null {
  const etag = etagOf(object, now);
  return etag === null ? null : rangesOf({ ...object, size: object.stored.size }, etag);
}

/** An object to be read in ranges of which the size alone is looked at. */
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
 * Fetches bytes from `start` to `end`; null when the object is another than that of the ETag.
 * @throws {DamagedFile} when it is not as long as what was stored
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
  // Not every store heeds the condition.
  const isOther = etag !== undefined && answer.ETag !== etag;
  const isAsLong = answer.ContentRange?.endsWith(`/${size}`) === true;
  if (isAsLong && !isOther) return body;
  body.destroy();
  if (isOther) return null;
  throw new DamagedFile(`${bucket.urlOf(key)} is not as long as what was stored`);
}

/** What a store sends; a stream that breaks is one that does not answer. */
async function* answering(content: Readable): AsyncGenerator<Buffer> {
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new StorageAway(`The storage broke off: ${(cause as Error).message}`, { cause });
  }
}
