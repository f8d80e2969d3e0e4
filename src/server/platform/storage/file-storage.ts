import type { Readable } from 'node:stream';

export const areas = ['files', 'reports', 'series'] as const;
export type Area = (typeof areas)[number];

/** Size in bytes and hexadecimal SHA-256. */
export interface Fingerprint {
  size: number;
  sha256: string;
}

/** Content being written to a local path. */
export interface Draft {
  path: string;
  /** Stores the content durably under its name. */
  persist(): Promise<void>;
  /** Deletes the content, persisted or not. */
  discard(): Promise<void>;
}

/** Received content, which is on the disk. */
export interface Received extends Draft, Fingerprint {
  /** Random name. */
  id: string;
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
 * One area of the storage: immutable content under unique names. Methods throw {@link
 * StorageUnavailable} while it is unavailable.
 */
export interface FileStorage {
  /** Location for operators. */
  place: string;
  placeOf(name: string): string;
  /** @throws {StorageFull} {StorageUnavailable} */
  draft(name: string): Promise<Draft>;
  /** Stores a stream under an id that begins with `prefix`; leaves nothing when it fails. */
  receive(content: Readable, prefix?: string): Promise<Received>;
  /**
   * Reads content, or a part, after verifying all of it.
   * @throws {DamagedFile}
   */
  read(name: string, stored: Fingerprint, part?: Part): Promise<Readable>;
  /**
   * Opens content for range reads after verifying all of it.
   * @throws {DamagedFile}
   */
  openWhole(name: string, stored: Fingerprint): Promise<Ranges>;
  /**
   * Opens content for range reads; checks only its size.
   * @throws {DamagedFile}
   */
  open(name: string, stored: Pick<Fingerprint, 'size'>): Promise<Ranges>;
  /** @throws {DamagedFile} */
  check(name: string, stored: Fingerprint): Promise<void>;
  /** Moves content to the trash, where it stays for `TRASH_DAYS` days (idempotent). */
  remove(name: string, why: string): Promise<void>;
  /** Deletes content permanently. */
  erase(name: string, why: string): Promise<void>;
  /** Deletes all content with a name prefix permanently, also partial content and in the trash. */
  eraseAll(prefix: string, why: string): Promise<number>;
  /** Deletes content received before a time (ms) and never persisted; returns the count. */
  removePartial(before: number): Promise<number>;
  storedBefore(before: number): Promise<string[]>;
  /** Deletes content moved to the trash before a time permanently; returns the count. */
  emptyTrash(before: number): Promise<number>;
}

/** Mark in a storage with the name of its installation. */
export interface StorageMark {
  /** `KEY=value` of the storage. */
  setting: string;
  /** Returns the name, or null. @throws {SettingError} when there are two */
  read(): Promise<string | null>;
  /** @throws when another process writes another name concurrently */
  write(name: string): Promise<void>;
  /** Instruction for an operator. */
  howToWrite(name: string): string;
  howToRemove(name: string): string;
  holdsContent(): Promise<boolean>;
  /** @throws when nothing can be stored */
  probe(): Promise<void>;
}
