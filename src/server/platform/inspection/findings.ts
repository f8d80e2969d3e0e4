import type { FileMark, UnsafeReason } from '#contract/file-safety.ts';

/** Result of an inspection: accepted with marks, or refused. */
export type Findings = Refusing | { refused: null; marks: readonly FileMark[] };

/** A file that exceeds time or memory is marked instead of refused. */
export const UNREADABLE: Findings = { refused: null, marks: ['unreadable'] };

export interface Refusing {
  refused: UnsafeReason | 'notWord';
  /** Name of the archive member that it is about. */
  inside: string | null;
}

/** Ends the inspection of content that must not reach the desk. */
export class UnsafeContent extends Error {
  readonly reason: UnsafeReason | 'notWord';
  inside: string | null = null;

  constructor(reason: UnsafeReason | 'notWord') {
    super(`unsafe: ${reason}`);
    this.reason = reason;
  }
}
