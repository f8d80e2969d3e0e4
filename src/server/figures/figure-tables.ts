import type { deviationReasons } from '#contract/figures.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    /** One entry of a history, in the few columns that figures are counted by. */
    step: {
      application_number: string;
      revision: number;
      /** Numbers of the states (`stateNumberOf`). */
      from_code: number;
      event: string;
      to_code: number;
      /** Time spent in the state that this step left, ms; null for the filing. */
      waited: number | null;
      /** Number of times the application has entered that state, this one included. */
      visit: number;
      kind: ApplicationKind;
      filed_at: number;
      /** Number of the end the application came to; -1 while it is open. */
      outcome: number;
    };

    /** The states an application went through: numbers, `0>1>2>3>4`. */
    course: {
      application_number: string;
      codes: string;
      kind: ApplicationKind;
      filed_at: number;
      outcome: number;
      /** Steps that were replayed with a fact that their history has not kept. */
      assumed: number;
      /** The machine that replayed the history, as a digest; null where none has yet. */
      replayed_by: string | null;
    };

    /** Steps counted together; kept by triggers on `step`. */
    step_tally: Pick<Schema['step'], 'from_code' | 'event' | 'to_code' | 'kind' | 'outcome'> & {
      /** Class of the stays before them by their length (`boundsOf`). */
      length: number;
      /** Thirty days in which the applications were filed, counted from the epoch. */
      period: number;
      count: number;
      /** Sum of the stays, ms. */
      waited: number;
      /** Those into a state for the second time, and for any but the first. */
      second: number;
      again: number;
    };

    /** Courses counted together; kept by triggers on `course`. */
    course_tally: Pick<Schema['course'], 'codes' | 'kind' | 'outcome' | 'assumed'> & {
      /** Empty where none has replayed them. */
      replayed_by: string;
      period: number;
      count: number;
    };

    /** A step that the machine would not have made. */
    deviation: {
      application_number: string;
      revision: number;
      kind: ApplicationKind;
      role: 'requester' | 'reviewer' | 'clock';
      event: string;
      from_state: string | null;
      to_state: string;
      reason: (typeof deviationReasons)[number];
      /** Name of the guard that did not hold. */
      guard: string | null;
    };
  }
}
