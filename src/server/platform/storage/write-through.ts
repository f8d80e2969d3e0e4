import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Draft, Received } from './file-storage.ts';

/** Bytes per write; the next ones are received meanwhile. */
const PIECE = 1024 * 1024;
/** Bytes after which a sync is started early, so that little is left to sync at the end. */
const AHEAD = 8 * PIECE;

/** Writes a stream to a draft, which is synced while the caller inspects it. */
export async function receiveAs(id: string, draft: Draft, content: Readable): Promise<Received> {
  const written = await writeThrough(content, draft.path);
  const discard = async () => {
    await written.synced.catch(() => {});
    await draft.discard();
  };
  const persist = async () => {
    try {
      await written.synced;
    } catch (error) {
      await draft.discard();
      throw error;
    }
    await draft.persist();
  };
  return { id, ...draft, ...written, persist, discard };
}

/** Writes a stream to a new file and hashes it; deletes the file when the stream fails. */
export async function writeThrough(
  content: Readable,
  path: string,
): Promise<Omit<Received, keyof Draft | 'id'>> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  // Chunks of an object stream may still be in use by their owner.
  const writing = new Writing(file, content.readableObjectMode ? () => {} : giveBack);
  try {
    let piece: Buffer[] = [];
    let length = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      length += chunk.length;
      piece.push(chunk);
      if (length < PIECE) continue;
      await writing.add(piece, length);
      piece = [];
      length = 0;
    }
    await writing.add(piece, length);
    await writing.end();
  } catch (error) {
    await writing.sync().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
  return { size, sha256: hash.digest('hex'), synced: heard(writing.sync()) };
}

/** Writes one piece while the next is received. */
class Writing {
  readonly #file: FileHandle;
  readonly #onWritten: (piece: readonly Buffer[]) => void;
  #latest: Promise<void> = Promise.resolve();
  /** The first failure fails all later ones: a disk reports a lost write only once. */
  #ahead: Promise<void> = Promise.resolve();
  #isSyncing = false;
  #sinceAhead = 0;

  constructor(file: FileHandle, onWritten: (piece: readonly Buffer[]) => void) {
    this.#file = file;
    this.#onWritten = onWritten;
  }

  /** Starts a write once the previous one is done. */
  async add(piece: Buffer[], length: number): Promise<void> {
    await this.#latest;
    if (length === 0) return;
    this.#latest = heard(writeAll(this.#file, piece).then(() => this.#onWritten(piece)));
    this.#sinceAhead += length;
    // Receiving does not wait for a slow disk.
    if (this.#sinceAhead < AHEAD || this.#isSyncing) return;
    this.#sinceAhead = 0;
    this.#isSyncing = true;
    this.#ahead = heard(this.#syncAhead(this.#ahead));
  }

  async #syncAhead(before: Promise<void>): Promise<void> {
    await before;
    await this.#file.datasync();
    this.#isSyncing = false;
  }

  end(): Promise<void> {
    return this.#latest;
  }

  /** Syncs and closes the file. */
  async sync(): Promise<void> {
    try {
      await Promise.all([this.#latest, this.#ahead]);
      await this.#file.sync();
    } finally {
      await this.#file.close();
    }
  }
}

/** `writev` may write less, for example on a full disk: the retry then fails with the reason. */
async function writeAll(file: FileHandle, piece: Buffer[]): Promise<void> {
  const wanted = piece.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(piece);
  if (bytesWritten < wanted) await file.writeFile(Buffer.concat(piece).subarray(bytesWritten));
}

/**
 * Frees the memory of chunks that own their buffer. Otherwise each 20 MB trigger a full garbage
 * collection, which takes half the processor time of an upload.
 */
function giveBack(piece: readonly Buffer[]): void {
  for (const { buffer, byteLength } of piece)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Avoids an unhandled rejection before the promise is awaited. */
function heard<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
