import type { Readable } from 'node:stream';

export const areas = ['files', 'reports', 'series'] as const;
export type Area = (typeof areas)[number];

/** Size in bytes and SHA-256 in hexadecimal of stored content. */
export interface Fingerprint {
  size: number;
  sha256: string;
}

/** Content that is being written to a local path, to be kept or discarded. */
export interface Draft {
  path: string;
  /** Stores the content durably under its name. */
  persist(): Promise<void>;
  /** Deletes it, kept or not. */
  discard(): Promise<void>;
}

/** Content that was received completely but may not be synced to the disk yet. */
export interface Received extends Draft, Fingerprint {
  /** Random; the name of the content once it is kept. */
  id: string;
  /** Resolves once all of it is on the disk; `persist` waits for it. */
  synced: Promise<void>;
}

export interface Ranges {
  /** Reads bytes from `start` up to but excluding `end`. */
  slice(start: number, end: number): Promise<ArrayBuffer>;
  close(): Promise<void>;
}

/** `end` is the last byte. */
export interface Part {
  start: number;
  end?: number;
}

/**
 * One area of the storage: immutable content, under names that are never reused. Methods throw
 * {@link StorageUnavailable} while it is unavailable.
 */
export interface FileStorage {
  /** Location of the area, for operators. */
  place: string;
  /** Location of a content, for operators. */
  placeOf(name: string): string;
  /** Starts content that the caller writes. @throws {StorageFull} {StorageUnavailable} */
  draft(name: string): Promise<Draft>;
  /** Stores a stream under an id that begins with `prefix`; leaves nothing when it fails. */
  receive(content: Readable, prefix?: string): Promise<Received>;
  /**
   * Reads content, or a part, after all of it was verified.
   * @throws {DamagedFile}
   */
  read(name: string, stored: Fingerprint, part?: Part): Promise<Readable>;
  /** Opens content for range reads after all of it was verified. @throws {DamagedFile} */
  openWhole(name: string, stored: Fingerprint): Promise<Ranges>;
  /** Opens content for range reads; checks only its size. @throws {DamagedFile} */
  open(name: string, stored: Pick<Fingerprint, 'size'>): Promise<Ranges>;
  /** Verifies content. @throws {DamagedFile} */
  check(name: string, stored: Fingerprint): Promise<void>;
  /** Moves content to the trash, where it stays for `TRASH_DAYS` days (idempotent). */
  remove(name: string, why: string): Promise<void>;
  /** Deletes content permanently: its owner was erased. */
  erase(name: string, why: string): Promise<void>;
  /** Deletes permanently all content with a name prefix, also partial content and the trash. */
  eraseAll(prefix: string, why: string): Promise<number>;
  /** Deletes content that was received before an instant (ms) and never kept; returns the count. */
  removePartial(before: number): Promise<number>;
  storedBefore(before: number): Promise<string[]>;
  /** Deletes permanently what was moved to the trash before an instant; returns the count. */
  emptyTrash(before: number): Promise<number>;
}

/** Mark in a storage with the name of the installation that it belongs to. */
export interface StorageMark {
  /** `KEY=value` of the storage. */
  setting: string;
  /** Returns the name, or null. @throws {SettingError} when there are two */
  read(): Promise<string | null>;
  /** @throws when another process wrote another name at the same time */
  write(name: string): Promise<void>;
  /** Returns the instruction for an operator. */
  howToWrite(name: string): string;
  /** Returns the instruction for an operator. */
  howToRemove(name: string): string;
  holdsContent(): Promise<boolean>;
  /** @throws when nothing can be stored */
  probe(): Promise<void>;
}
