import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Fingerprint } from './file-storage.ts';

/** Bytes that are written at once, while the next ones arrive. */
const PIECE = 1024 * 1024;
/** Bytes after which what is written begins its way to the disk: little is left to wait for in the end. */
const AHEAD = 4 * PIECE;

/** Writes a stream to a new file and on to the disk, hashing it on its way. Nothing stays when it breaks. */
export async function writeThrough(content: Readable, path: string): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  const writing = new Writing(file);
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
    await file.sync();
    await file.close();
  } catch (error) {
    await writing.end().catch(() => {});
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Pieces of a file, of which one is written while the next arrives. */
class Writing {
  readonly #file: FileHandle;
  #latest: Promise<unknown> = Promise.resolve();
  #ahead: Promise<unknown> = Promise.resolve();
  #sinceAhead = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Begins to write a piece once the one before is written. */
  async add(piece: Buffer[], length: number): Promise<void> {
    await this.#latest;
    if (length === 0) return;
    this.#latest = heard(writeAll(this.#file, piece));
    this.#sinceAhead += length;
    if (this.#sinceAhead < AHEAD) return;
    this.#sinceAhead = 0;
    await this.#ahead;
    this.#ahead = heard(this.#file.datasync());
  }

  async end(): Promise<void> {
    await Promise.all([this.#latest, this.#ahead]);
  }
}

/** A write may be cut short, by a full disk say: then the rest is tried, and fails with the reason. */
async function writeAll(file: FileHandle, piece: Buffer[]): Promise<void> {
  const wanted = piece.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(piece);
  if (bytesWritten < wanted) await file.writeFile(Buffer.concat(piece).subarray(bytesWritten));
}

/** Whoever awaits it later hears of its error. */
function heard<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
