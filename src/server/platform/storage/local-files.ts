import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, fsync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  DamagedFile,
  StorageFull,
  StorageUnavailable,
} from '#server/platform/database/store-error.ts';
import type { Draft, Fingerprint, Ranges, Received, Stored } from './file-storage.ts';

const seen = new Set<string>();

/**
 * Creates a folder unless it exists. A folder that is missing later is on an unmounted disk: files
 * written in its place would be hidden once the disk is mounted again.
 * @throws {StorageUnavailable}
 */
export async function requireFolder(folder: string): Promise<void> {
  if (!seen.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
  else if (!(await stat(folder).catch(() => null)))
    throw new StorageUnavailable(`${folder} is missing: is its disk mounted?`);
  seen.add(folder);
}

/** Renames a file within its folder, and makes that durable. */
export async function renameSynced(from: string, to: string): Promise<void> {
  // Windows cannot open folders.
  const folder = process.platform === 'win32' ? null : open(dirname(to));
  try {
    await rename(from, to);
    await (await folder)?.sync();
  } finally {
    folder?.then((handle) => handle.close()).catch(() => {});
  }
}

export async function olderThan(
  folder: string,
  before = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const facts = await stat(join(folder, name)).catch(() => null);
    if (facts && facts.mtimeMs < before) old.push(name);
  }
  return old;
}

const RESERVE_FOR_SMALL_WRITES = 64 * 1024 * 1024;

export async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < RESERVE_FOR_SMALL_WRITES)
    throw new StorageFull(
      `less than ${RESERVE_FOR_SMALL_WRITES / 1024 ** 2} MiB are left in ${folder}`,
    );
}

export async function receiveAs(
  prefix: string,
  draftOf: (id: string) => Draft,
  content: Readable,
): Promise<Received> {
  const id = prefix + randomBytes(16).toString('hex');
  const draft = draftOf(id);
  const { synced, ...fingerprint } = await writeFile(draft.path, content);
  return {
    id,
    ...draft,
    ...fingerprint,
    async persist() {
      await synced;
      await draft.persist();
    },
    async discard() {
      await synced.catch(() => {});
      await draft.discard();
    },
  };
}

/** Maximum bytes that wait for the disk: together they are one write. */
const WRITE_BUFFER_BYTES = 1024 * 1024;

/** `synced` settles once the content is on disk: it can be inspected meanwhile. */
async function writeFile(
  path: string,
  content: Readable,
): Promise<Fingerprint & { synced: Promise<void> }> {
  const hash = createHash('sha256');
  const target = createWriteStream(path, {
    flags: 'wx',
    mode: 0o600,
    highWaterMark: WRITE_BUFFER_BYTES,
    autoClose: false,
  });
  // Closed after the sync, which is faster than opening the file again.
  let file = 0;
  target.once('open', (opened) => {
    file = opened;
  });
  try {
    content.on('data', (chunk) => hash.update(chunk));
    await pipeline(content, target);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const synced = promisify(fsync)(file).finally(() => target.destroy());
  synced.catch(() => {});
  return { size: target.bytesWritten, sha256: hash.digest('hex'), synced };
}

export async function fingerprintOf(path: string): Promise<Fingerprint> {
  const file = await open(path);
  try {
    return { size: (await file.stat()).size, sha256: await hashOf(file) };
  } finally {
    await file.close();
  }
}

export async function openWhole(path: string, stored: Stored): Promise<FileHandle> {
  const file = await open(path).catch((error) => {
    if (error.code === 'ENOENT') throw new DamagedFile(`${path} is missing`, { cause: error });
    throw error;
  });
  try {
    const { size } = await file.stat();
    const hasSameHash = stored.sha256 === undefined || (await hashOf(file)) === stored.sha256;
    if (size !== stored.size || !hasSameHash)
      throw new DamagedFile(`${path} does not match its stored hash`);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

export async function checkWhole(path: string, stored: Fingerprint): Promise<void> {
  await (await openWhole(path, stored)).close();
}

export function openRanges(file: FileHandle): Ranges {
  return {
    async slice(start, end) {
      const bytes = new ArrayBuffer(end - start);
      await file.read(new Uint8Array(bytes), 0, end - start, start);
      return bytes;
    },
    close: () => file.close(),
  };
}

async function hashOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const content = file.createReadStream({ start: 0, autoClose: false });
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

const FEW = 10;

/** More than 1 % of the files would be removed, which an operator must confirm. */
export class TooManyRemovals extends Error {}

export function rejectMassRemoval(removed: number, all: number, folder: string): void {
  if (removed <= Math.max(FEW, all / 100)) return;
  throw new TooManyRemovals(
    `${removed} of ${all} files in ${folder} are not referenced by the database. None was removed: if this is the right database, run portal sweep --remove`,
  );
}
