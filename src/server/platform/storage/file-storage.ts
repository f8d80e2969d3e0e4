import type { Readable } from 'node:stream';

export const areas = ['files', 'reports', 'series'] as const;
export type Area = (typeof areas)[number];

export interface Fingerprint {
  size: number;
  sha256: string;
}

export type Stored = Pick<Fingerprint, 'size'> & Partial<Fingerprint>;

export interface Draft {
  path: string;
  persist(): Promise<void>;
  discard(): Promise<void>;
}

export interface Received extends Draft, Fingerprint {
  id: string;
}

export interface Ranges {
  /** Reads bytes from `start` (inclusive) to `end` (exclusive). */
  slice(start: number, end: number): Promise<ArrayBuffer>;
  close(): Promise<void>;
}

export interface Part {
  start: number;
  end?: number;
}

/**
 * One area of the storage: immutable content under unique names. Methods throw {@link
 * StorageUnavailable} while the storage is unavailable.
 */
export interface FileStorage {
  place: string;
  placeOf(name: string): string;
  draft(name: string): Promise<Draft>;
  /** Stores a stream under an id that begins with `prefix`. Stores nothing if the stream fails. */
  receive(content: Readable, prefix?: string): Promise<Received>;
  /** Reads content, or a part of it. Without a hash, only its size is verified. */
  read(name: string, stored: Stored, part?: Part): Promise<Readable>;
  open(name: string, stored: Stored): Promise<Ranges>;
  check(name: string, stored: Fingerprint): Promise<void>;
  /** Moves content to the trash, where it stays for `TRASH_DAYS` days (idempotent). */
  remove(name: string, why: string): Promise<void>;
  erase(name: string, why: string): Promise<void>;
  /**
   * Permanently deletes all content whose name starts with `prefix`, including partial uploads and
   * content in the trash. Returns the count.
   */
  eraseAll(prefix: string, why: string): Promise<number>;
  /** Deletes content received before a time (ms) and never persisted. Returns the count. */
  removePartial(before: number): Promise<number>;
  storedBefore(before: number): Promise<string[]>;
  /** Permanently deletes content moved to the trash before a time (ms). Returns the count. */
  emptyTrash(before: number): Promise<number>;
}

export interface StorageMark {
  setting: string;
  read(): Promise<string | null>;
  /** @throws if another process writes another name concurrently */
  write(name: string): Promise<void>;
  howToWrite(name: string): string;
  howToRemove(name: string): string;
  holdsContent(): Promise<boolean>;
  probe(): Promise<void>;
}
