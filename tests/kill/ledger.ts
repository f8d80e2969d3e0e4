/** Ledger of a client: the calls confirmed as done, and those whose answer never arrived. */
export class Ledger {
  readonly filings = new Map<string, Filing>();
  readonly uploads = new Map<string, Upload>();
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
  /** Null until an answer has it. */
  number: string | null;
  /** Events that were acknowledged, by the revision that each led to. */
  events: Map<number, string>;
}

export interface Upload {
  owner: string;
  sha256: string;
}
