import type { Readable } from 'node:stream';

/** What is stored apart: uploaded files, reports with their packages, objects of vehicles' series. */
export const areas = ['files', 'reports', 'series'] as const;
export type Area = (typeof areas)[number];

/** What content was when it was stored: bytes, and SHA-256 in hexadecimal. */
export interface Fingerprint {
  size: number;
  sha256: string;
}

/** Content that is written at a path of this machine, and is nobody's yet: keep it or discard it. */
export interface Draft {
  /** Path at which it is written, and can be read until it is kept. */
  path: string;
  /** Stores what is at the path under its name. Acknowledged content survives. */
  keep(): Promise<void>;
  /** Deletes it, kept or not: no row names it. */
  discard(): Promise<void>;
}

/** Content that has arrived whole, and may still be on its way to the disk. */
export interface Received extends Draft, Fingerprint {
  /** Random; names the content once it is kept. */
  id: string;
  /** Resolves once all of it is on the disk, and rejects when it cannot be; `keep` waits for it. */
  synced: Promise<void>;
}

/** Content that is read in ranges. */
export interface Ranges {
  /** Bytes from `start` up to, without, `end`. */
  slice(start: number, end: number): Promise<ArrayBuffer>;
  close(): Promise<void>;
}

/** Part of a content; `end` is its last byte. */
export interface Part {
  start: number;
  end?: number;
}

/**
 * One area of the storage: content that never changes, each under a name of its own that is never
 * used twice. What cannot be reached throws {@link StorageAway}.
 */
export interface FileStorage {
  /** The area as an operator finds it. */
  place: string;
  /** A content as an operator finds it. */
  placeOf(name: string): string;
  /** Has content written at a path of this machine. @throws {StorageFull} {StorageAway} */
  draft(name: string): Promise<Draft>;
  /** Takes a stream in, under an id that begins with `prefix`. Nothing stays when it breaks. */
  receive(content: Readable, prefix?: string): Promise<Received>;
  /**
   * Opens content, or a part of it, after every byte of it was found to be as stored.
   * @throws {DamagedFile}
   */
  read(name: string, stored: Fingerprint, part?: Part): Promise<Readable>;
  /** The same to be read in ranges. @throws {DamagedFile} */
  openWhole(name: string, stored: Fingerprint): Promise<Ranges>;
  /** Opens content to be read in ranges; looks at its size alone. @throws {DamagedFile} */
  open(name: string, stored: Pick<Fingerprint, 'size'>): Promise<Ranges>;
  /** Compares every byte with what was stored. @throws {DamagedFile} */
  check(name: string, stored: Fingerprint): Promise<void>;
  /** Moves content to the trash, where it lies for `TRASH_DAYS`. What is not there is removed already. */
  remove(name: string, why: string): Promise<void>;
  /** Deletes content for good: whose it was is erased. */
  erase(name: string, why: string): Promise<void>;
  /** Deletes for good what has a name that begins so, what is arriving under one and the trash's too. */
  eraseAll(prefix: string, why: string): Promise<number>;
  /** Removes what arrived before an instant (ms since the epoch) and was never kept; answers how much. */
  removePartial(before: number): Promise<number>;
  /** Names of content that was kept before an instant. */
  keptBefore(before: number): Promise<string[]>;
  /** Deletes for good what any area moved to the trash before an instant; answers how much. */
  emptyTrash(before: number): Promise<number>;
}

/** The mark by which a storage says to which installation it belongs. */
export interface StorageMark {
  /** The setting that names the storage, with its value. */
  setting: string;
  /** The installation's name; null where there is none. @throws {SettingError} where there are two */
  read(): Promise<string | null>;
  /** Writes the name where there is none. @throws when another has just written its own */
  write(name: string): Promise<void>;
  /** What an operator does to give the storage a name. */
  howToWrite(name: string): string;
  /** What an operator does to take the name away. */
  howToRemove(name: string): string;
  /** Tests that there is content of any area. */
  holdsContent(): Promise<boolean>;
  /** @throws when nothing can be stored at present */
  probe(): Promise<void>;
}
