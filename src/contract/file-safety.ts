import { MEBIBYTE } from './limits.ts';

/** Reasons for which a file is refused by name, whoever sends it. */
export const unsafeReasons = ['macros', 'archive', 'path', 'malware'] as const;
export type UnsafeReason = (typeof unsafeReasons)[number];

/**
 * What a reader of a file is to know before opening it. `waiting`: the scanner has not seen it yet;
 * `malware`: the scanner found some after the file was taken, and its content is gone.
 */
export const fileMarks = [
  'waiting',
  'malware',
  'script',
  'attachment',
  'password',
  'unreadable',
] as const;
export type FileMark = (typeof fileMarks)[number];

/** Limits of what an archive unpacks to. */
export const archiveLimits = {
  maxMembers: 2000,
  maxBytes: 500 * MEBIBYTE,
  /** Unpacked bytes for each packed one; small archives may hold `freeBytes` whatever the ratio. */
  maxRatio: 100,
  freeBytes: 20 * MEBIBYTE,
  /** Archives inside archives: one level is usual, a second one is not looked into. */
  maxDepth: 1,
} as const;
