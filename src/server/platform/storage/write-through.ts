import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Draft, Received } from './file-storage.ts';

/** Bytes that are written at once, while the next ones arrive. */
const PIECE = 1024 * 1024;
/** Bytes after which what is written begins its way to the disk: little is left to wait for in the end. */
const AHEAD = 8 * PIECE;

/** Writes a stream to a draft. It goes on to the disk while it is looked into. */
export async function receiveAs(id: string, draft: Draft, content: Readable): Promise<Received> {
  const written = await writeThrough(content, draft.path);
  const discard = async () => {
    await written.synced.catch(() => {});
    await draft.discard();
  };
  const keep = async () => {
    try {
      await written.synced;
    } catch (error) {
      await draft.discard();
      throw error;
    }
    await draft.keep();
  };
  return { id, ...draft, ...written, keep, discard };
}

/**
 * Writes a stream to a new file, hashing it on its way; it may still be on its way to the disk then.
 * Nothing stays when the stream breaks.
 */
export async function writeThrough(
  content: Readable,
  path: string,
): Promise<Omit<Received, keyof Draft | 'id'>> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  // A stream of objects hands on what is somebody's; the chunks of one of bytes are nobody's.
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

/** Pieces of a file, of which one is written while the next arrives. */
class Writing {
  readonly #file: FileHandle;
  readonly #onWritten: (piece: readonly Buffer[]) => void;
  #latest: Promise<void> = Promise.resolve();
  /** The first that failed fails all that follow: a disk does not tell twice what it has lost. */
  #ahead: Promise<void> = Promise.resolve();
  #isSyncing = false;
  #sinceAhead = 0;

  constructor(file: FileHandle, onWritten: (piece: readonly Buffer[]) => void) {
    this.#file = file;
    this.#onWritten = onWritten;
  }

  /** Begins to write a piece once the one before is written. */
  async add(piece: Buffer[], length: number): Promise<void> {
    await this.#latest;
    if (length === 0) return;
    this.#latest = heard(writeAll(this.#file, piece).then(() => this.#onWritten(piece)));
    this.#sinceAhead += length;
    // What arrives does not wait for a slow disk.
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

  /** Resolves once all is written. */
  end(): Promise<void> {
    return this.#latest;
  }

  /** Closes the file once all of it is on the disk, or cannot be. */
  async sync(): Promise<void> {
    try {
      await Promise.all([this.#latest, this.#ahead]);
      await this.#file.sync();
    } finally {
      await this.#file.close();
    }
  }
}

/** A write may be cut short, by a full disk say: then the rest is tried, and fails with the reason. */
async function writeAll(file: FileHandle, piece: Buffer[]): Promise<void> {
  const wanted = piece.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(piece);
  if (bytesWritten < wanted) await file.writeFile(Buffer.concat(piece).subarray(bytesWritten));
}

/**
 * Gives back the memory of chunks that have it to themselves. Left to the garbage collector, 20 MB make
 * it look through the whole heap once: half the processor time of an upload.
 */
function giveBack(piece: readonly Buffer[]): void {
  for (const { buffer, byteLength } of piece)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Whoever awaits it later hears of its error. */
function heard<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
