import type { FileMark, UnsafeReason } from '#contract/file-safety.ts';

/** What an inspection tells of a file: taken with marks for its reader, or why it is not taken. */
export type Findings = Refusing | { refused: null; marks: readonly FileMark[] };

/** A file that takes too long, or more memory than there is, is marked instead of refused. */
export const UNREADABLE: Findings = { refused: null, marks: ['unreadable'] };

export interface Refusing {
  refused: UnsafeReason | 'notWord';
  /** Name of the file inside an archive that it is about. */
  inside: string | null;
}

/** Ends an inspection: content that nobody at the desk shall open. */
export class UnsafeContent extends Error {
  readonly reason: UnsafeReason | 'notWord';
  /** Name of the file inside an archive that it is about. */
  inside: string | null = null;

  constructor(reason: UnsafeReason | 'notWord') {
    super(`unsafe: ${reason}`);
    this.reason = reason;
  }
}
