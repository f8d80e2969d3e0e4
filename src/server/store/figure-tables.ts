import type { ApplicationKind } from '#machines/application.machine.ts';

/** One entry of a history, in the few columns that figures are counted by. */
export interface StepTable {
  application_number: string;
  revision: number;
  /** Status codes of the states. */
  from_code: number;
  event: string;
  to_code: number;
  /** How long the state was stayed in that this step left, ms; null of the filing. */
  waited: number | null;
  /** How many times the application has entered that state, this one included. */
  visit: number;
  kind: ApplicationKind;
  filed_at: number;
  /** Status code of the end the application came to; -1 while it is open. */
  outcome: number;
}

/** The states an application went through: status codes, `0>1>2>3>4`. */
export interface CourseTable {
  application_number: string;
  codes: string;
  kind: ApplicationKind;
  filed_at: number;
  outcome: number;
}
