/** Ledger of a client: the calls confirmed as done, and those whose answer never arrived. */
export class Ledger {
  readonly filings = new Map<string, Filing>();
  readonly uploads = new Map<string, Upload>();
  /** Numbers of applications, and ids of their proof, that were erased when their time was over. */
  readonly erased = new Set<string>();
  readonly erasedFiles = new Map<string, Upload>();
  /** Ids of mails that were written, also of those erased since. */
  readonly mails = new Set<string>();
  /** Numbers of applications that the clock ended. */
  readonly lapsed = new Set<string>();
  /** Acknowledged events that withheld or suspended data, or gave them again. */
  keptBack = 0;
  /** Acknowledged calls that write. */
  acknowledged = 0;
  /** Calls that were cut off. */
  cutOff = 0;
}

/** One submission of an application. */
export interface Filing {
  submissionId: string;
  owner: string;
  form: object;
  /** Ids of the files in the form. */
  proof: readonly string[];
  /** Null until an answer has it. */
  number: string | null;
  /** Events that were acknowledged, by the revision that each led to. */
  events: Map<number, string>;
  /** State when it was last looked at, and since when; null once more was sent. */
  seen: { state: string; at: number } | null;
}

export interface Upload {
  owner: string;
  sha256: string;
  /** Bytes that are in it, and in nothing else. */
  mark: string;
}
