import type { deviationReasons } from '#contract/figures.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    /** Entries of histories, in the columns that figures need. */
    step: {
      application_number: string;
      revision: number;
      /** Numbers of the states (`stateNumberOf`). */
      from_code: number;
      event: string;
      to_code: number;
      /** Time in the state that this step left, ms; null for the filing. */
      waited: number | null;
      /** Ordinal of this entry into the state. */
      visit: number;
      kind: ApplicationKind;
      filed_at: number;
      /** Number of the application's end; -1 while it is open. */
      outcome: number;
    };

    /** Numbers of the states that an application went through, as in `0>1>2>3>4`. */
    course: {
      application_number: string;
      codes: string;
      kind: ApplicationKind;
      filed_at: number;
      outcome: number;
      /** Steps replayed with a fact that their history does not have. */
      assumed: number;
      /** Digest of the machines that replayed the history. */
      replayed_by: string | null;
    };

    /** Counts of similar steps, maintained by triggers on `step`. */
    step_tally: Pick<Schema['step'], 'from_code' | 'event' | 'to_code' | 'kind' | 'outcome'> & {
      /** Class of the preceding stays by length (`boundsOf`). */
      length: number;
      /** Period of filing: thirty days each, counted from the epoch. */
      period: number;
      count: number;
      /** Sum of the stays, ms. */
      waited: number;
      /** Steps into a state for the second time, and for any time after the first. */
      second: number;
      again: number;
    };

    /** Counts of similar courses, maintained by triggers on `course`. */
    course_tally: Pick<Schema['course'], 'codes' | 'kind' | 'outcome' | 'assumed'> & {
      /** Empty before a replay. */
      replayed_by: string;
      period: number;
      count: number;
    };

    /** Steps that the machine would not have allowed. */
    deviation: {
      application_number: string;
      revision: number;
      kind: ApplicationKind;
      role: 'requester' | 'reviewer' | 'clock';
      event: string;
      from_state: string | null;
      to_state: string;
      reason: (typeof deviationReasons)[number];
      /** Guard that rejected the event. */
      guard: string | null;
    };
  }
}
