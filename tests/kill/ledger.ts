/** Calls of a client with and without acknowledgement. */
export class Ledger {
  readonly filings = new Map<string, Filing>();
  readonly uploads = new Map<string, Upload>();
  /** Application numbers and proofs that were erased after their retention period. */
  readonly erased = new Set<string>();
  readonly erasedFiles = new Map<string, Upload>();
  /** Ids of mails that were written, including erased ones. */
  readonly mails = new Set<string>();
  /** Applications that a deadline ended. */
  readonly lapsed = new Set<string>();
  /** Acknowledged events that withheld, suspended or resumed sharing. */
  keptBack = 0;
  /** Acknowledged writing calls. */
  acknowledged = 0;
  /** Interrupted calls. */
  cutOff = 0;

  /** Adds filings, uploads and counts of another client. */
  add(other: Ledger): void {
    for (const [id, filing] of other.filings) this.filings.set(id, filing);
    for (const [id, upload] of other.uploads) this.uploads.set(id, upload);
    this.acknowledged += other.acknowledged;
    this.cutOff += other.cutOff;
  }
}

export interface Filing {
  submissionId: string;
  owner: string;
  form: object;
  proof: readonly string[];
  /** Null without an acknowledgement. */
  number: string | null;
  /** Acknowledged events by resulting revision. */
  events: Map<number, string>;
  /** State at the last check, and since when; null after further calls. */
  seen: { state: string; at: number } | null;
}

export interface Upload {
  owner: string;
  sha256: string;
  /** Bytes that no other file contains. */
  mark: string;
}
