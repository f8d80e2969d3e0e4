import type { deviationReasons } from '#contract/figure-codes.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    step: {
      application_number: string;
      revision: number;
      from_code: number;
      event: string;
      to_code: number;
      /** Null for steps of release 1.0.0 until the projection is rebuilt. */
      at: number | null;
      waited: number | null;
      /** 1 for the first entry into this state, 2 for the second, and so on. */
      visit: number;
      kind: ApplicationKind;
      filed_at: number;
      /** Number of the application's final state; -1 while it is open. */
      outcome: number;
    };

    /** Sequence of state numbers that an application went through, for example `0>1>2>3>4`. */
    course: {
      application_number: string;
      codes: string;
      kind: ApplicationKind;
      filed_at: number;
      outcome: number;
      replayed_by: string | null;
    };

    deviation: {
      application_number: string;
      revision: number;
      kind: ApplicationKind;
      role: 'requester' | 'reviewer' | 'clock';
      event: string;
      from_state: string | null;
      to_state: string;
      reason: (typeof deviationReasons)[number];
      guard: string | null;
    };
  }
}
